package io.seatrial.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.FormatException;
import io.seatrial.formats.text.Line;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GidTest {
    private static Gid gid(String text) {
        return Gid.of(new Cell(new Line(1, text), 1, text));
    }

    @ParameterizedTest
    @CsvSource({
        "fe80::ac0:ebff:fe00:1cfb, fe80:0000:0000:0000:0ac0:ebff:fe00:1cfb",
        "::ffff:203.0.113.6, 0000:0000:0000:0000:0000:ffff:cb00:7106",
        "2001:db8::, 2001:0db8:0000:0000:0000:0000:0000:0000",
        "::, 0:0:0:0:0:0:0:0",
    })
    void the_same_address_in_two_notations_is_one(String one, String other) {
        assertThat(gid(one)).isEqualTo(gid(other));
    }

    @Test
    void tells_what_it_is() {
        assertThat(gid("febf::1").isLinkLocal()).isTrue();
        assertThat(gid("fec0::1").isLinkLocal()).isFalse();
        assertThat(gid("::ffff:0a00:0001").ipv4()).isEqualTo("10.0.0.1");
        assertThat(gid("::fffe:0a00:0001").ipv4()).isNull();
        assertThat(gid("::").isZero()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fe80:0000:0000",
                "fe80::1::2",
                "1:2:3:4:5:6:7:8:9",
                "fe80:0000:0000:0000:0ac0:ebff:fe00:1cfbb",
                "x::1"
            })
    void refuses_what_is_no_address(String text) {
        assertThatThrownBy(() -> gid(text)).isInstanceOf(FormatException.class).hasMessageContaining("expected");
    }
}
