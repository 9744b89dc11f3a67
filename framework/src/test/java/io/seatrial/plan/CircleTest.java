package io.seatrial.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CircleTest {
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
                    4; (0,3)(1,2) | (0,2)(3,1) | (0,1)(2,3)
                    6; (0,5)(1,4)(2,3) | (0,4)(5,3)(1,2) | (0,3)(4,2)(5,1) | (0,2)(3,1)(4,5) | (0,1)(2,5)(3,4)
                    5; (1,4)(2,3) | (0,4)(1,2) | (0,3)(4,2) | (0,2)(3,1) | (0,1)(3,4)
                    2; (0,1)
                    3; (1,2) | (0,2) | (0,1)
                    """)
    void pairs_as_the_method_says(int size, String rounds) {
        Circle circle = new Circle(size);
        String text = IntStream.range(0, circle.rounds())
                .mapToObj(round -> circle.pairs(round).stream()
                        .map(pair -> "(" + pair.first() + "," + pair.second() + ")")
                        .collect(Collectors.joining()))
                .collect(Collectors.joining(" | "));

        assertThat(text).isEqualTo(rounds);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 0", "16, 15", "128, 127", "256, 255", "1250, 1249", "7, 7", "1249, 1249"})
    void takes_one_round_per_partner_and_one_more_with_an_odd_number(int size, int rounds) {
        assertThat(new Circle(size).rounds()).isEqualTo(rounds);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8, 9, 31, 64, 127, 128, 1250})
    void everybody_meets_everybody_once_and_nobody_twice_in_a_round(int size) {
        Circle circle = new Circle(size);
        Set<Long> met = new HashSet<>();
        int seated = 0;
        for (int round = 0; round < circle.rounds(); round++) {
            Set<Integer> busy = new HashSet<>();
            for (Circle.Pair pair : circle.pairs(round)) {
                busy.add(pair.first());
                busy.add(pair.second());
                met.add((long) Math.min(pair.first(), pair.second()) * size + Math.max(pair.first(), pair.second()));
            }
            seated += busy.size();
        }

        assertThat(met).hasSize(size * (size - 1) / 2);
        assertThat(seated).isEqualTo(circle.rounds() * (size - size % 2));
    }
}
