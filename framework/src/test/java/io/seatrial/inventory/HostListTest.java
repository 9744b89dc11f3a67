package io.seatrial.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostListTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    gpu[001-003,130]       | gpu001 gpu002 gpu003 gpu130
                    rack[1-2]node[01-02]   | rack1node01 rack1node02 rack2node01 rack2node02
                    login                  | login
                    gpu-[9-11]             | gpu-9 gpu-10 gpu-11
                    big[10240]             | big10240
                    node[098-101]          | node098 node099 node100 node101
                    n[08-10]-ib            | n08-ib n09-ib n10-ib
                    a1,b[1-2], c           | a1 b1 b2 c
                    a[3,1]                 | a3 a1
                    leaf-[1-2]/Ethernet48  | leaf-1/Ethernet48 leaf-2/Ethernet48
                    a[01-01]               | a01
                    """)
    void expands(String list, String names) {
        assertThat(HostList.expand(list)).containsExactly(names.split(" "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    gpu[1-      | found the end at character 7 of host list 'gpu[1-'; expected a number of 1 to 15 digits
                    gpu[1       | found the end at character 6 of host list 'gpu[1'; expected '-', ',' or ']'
                    gpu[]       | found ']' at character 5 of host list 'gpu[]'; expected a number of 1 to 15 digits
                    gpu[1-3]]   | found ']' at character 9 of host list 'gpu[1-3]]'; expected a name, ',' or '['
                    gpu[5-3]    | found '5-3' at character 5 of host list 'gpu[5-3]'; expected a range from the lower to the higher number with equal leading zeros
                    gpu[1-003]  | found '1-003' at character 5 of host list 'gpu[1-003]'; expected a range from the lower to the higher number with equal leading zeros
                    gpu[1-2/2]  | found '/' at character 8 of host list 'gpu[1-2/2]'; expected '-', ',' or ']'
                    gpu[a-b]    | found 'a' at character 5 of host list 'gpu[a-b]'; expected a number of 1 to 15 digits
                    a,,b        | found ',' at character 3 of host list 'a,,b'; expected a name
                    a,          | found the end at character 3 of host list 'a,'; expected a name
                    a b         | found ' ' at character 2 of host list 'a b'; expected a name, ',' or '['
                    ""          | found the end at character 1 of host list ''; expected a name
                    """)
    void says_where_a_list_leaves_the_notation(String list, String message) {
        assertThatThrownBy(() -> HostList.expand(list))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a[1-100001]", "a[1-999999999999999]", "a[1-1000]b[1-1000]", "a[1-99999],b[1-2]"})
    void refuses_to_write_out_more_names_than_any_cluster_has(String list) {
        assertThatThrownBy(() -> HostList.expand(list))
                .hasMessageContaining("stands for more than 100000 names")
                .hasMessageContaining(list);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    gpu003 gpu001 gpu002 gpu130       | gpu[001-003,130]
                    n9 n10 n11                        | n[9-11]
                    n09 n10 n9                        | n[09,9-10]
                    n099 n100                         | n[099-100]
                    n99 n100                          | n[99-100]
                    login                             | login
                    b1 a1                             | a1,b1
                    rack1node01 rack1node02 rack2node01 | rack1node[01-02],rack2node01
                    x1-ib x2-ib                       | x[1-2]-ib
                    a a a                             | a
                    """)
    void folds(String names, String list) {
        assertThat(HostList.fold(List.of(names.split(" ")))).isEqualTo(list);
    }

    @Test
    void folds_nothing_to_nothing() {
        assertThat(HostList.fold(List.of())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void gives_the_same_names_back_after_folding(long seed) {
        Random random = new Random(seed);
        List<String> prefixes = List.of("gpu", "gpu-", "rack1node", "n0", "x-ib");
        for (int round = 0; round < 200; round++) {
            Set<String> names = new TreeSet<>();
            for (int i = random.nextInt(30); i >= 0; i--) {
                String number = String.format("%0" + (1 + random.nextInt(4)) + "d", random.nextInt(120));
                names.add(prefixes.get(random.nextInt(prefixes.size())) + number + (random.nextBoolean() ? "" : "s"));
            }
            String folded = HostList.fold(new ArrayList<>(names));
            assertThat(HostList.expand(folded)).as(folded).hasSameSizeAs(names).hasSameElementsAs(names);
        }
    }
}
