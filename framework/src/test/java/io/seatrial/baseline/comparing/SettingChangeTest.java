package io.seatrial.baseline.comparing;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SettingChangeTest {
    private static final String ASK = "configuration.mtu";

    private static SubjectId port(int index) {
        return new SubjectId(SubjectId.Kind.PORT, "gpu-0" + index + "/mlx5_0");
    }

    private static Setting mtu(int index, String text) {
        return Setting.of(port(index), Setting.ACTIVE_MTU, text);
    }

    @Test
    void ports_that_changed_alike_are_one_change() {
        List<SettingChange> changes = SettingChange.of(
                Map.of(ASK, List.of(mtu(1, "4096"), mtu(2, "4096"), mtu(3, "4096"))),
                Map.of(ASK, List.of(mtu(1, "1024"), mtu(2, "1024"), mtu(3, "4096"))));
        assertThat(changes).singleElement().satisfies(change -> {
            assertThat(change.before()).contains("4096");
            assertThat(change.after()).contains("1024");
            assertThat(change.subjects()).containsExactly(port(1), port(2));
        });
    }

    @Test
    void what_cannot_be_read_any_more_is_a_change_and_what_was_not_asked_is_none() {
        Setting silent = Setting.unreadable(port(1), Setting.ACTIVE_MTU, Message.of("plain", "text", "no answer"));
        List<SettingChange> changes = SettingChange.of(
                Map.of(ASK, List.of(mtu(1, "4096"), mtu(2, "4096")), "configuration.rate", List.of(mtu(3, "1"))),
                Map.of(ASK, List.of(silent)));
        assertThat(changes).singleElement().satisfies(change -> {
            assertThat(change.subjects()).containsExactly(port(1));
            assertThat(change.after()).isEqualTo(Optional.empty());
        });
    }

    @Test
    void a_setting_that_appears_is_a_change_and_the_last_reading_counts() {
        Setting gid = Setting.of(port(1), Setting.GID + "3", "RoCE v2 ::1");
        List<SettingChange> changes = SettingChange.of(
                Map.of(ASK, List.of(mtu(1, "1024"), mtu(1, "4096"))), Map.of(ASK, List.of(mtu(1, "4096"), gid)));
        assertThat(changes).singleElement().satisfies(change -> {
            assertThat(change.name()).isEqualTo(Setting.GID + "3");
            assertThat(change.before()).isEmpty();
        });
    }

    @Test
    void the_same_settings_changed_nothing() {
        Map<String, List<Setting>> same = Map.of(ASK, List.of(mtu(1, "4096")));
        assertThat(SettingChange.of(same, same)).isEmpty();
    }
}
