package io.seatrial.criteria;

import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import java.util.List;
import java.util.Optional;

/** What was read of one subject for one rule. */
final class SettingReadings {
    private SettingReadings() {}

    /** Return why nothing can be said: nothing was read, or something that was could not be. */
    static Optional<Message> whyUnreadable(SettingRule rule, List<Setting> settings) {
        List<Setting> read = settings.stream().filter(rule::isRead).toList();
        return read.isEmpty()
                ? Optional.of(Message.of("evidence.none"))
                : read.stream().flatMap(setting -> setting.cause().stream()).findFirst();
    }

    static List<String> texts(SettingRule rule, List<Setting> settings) {
        return settings.stream()
                .filter(rule::isRead)
                .flatMap(setting -> setting.text().stream())
                .filter(text -> !text.isEmpty())
                .toList();
    }

    /** Return what has to be equal within a class, as one text. */
    static String comparable(SettingRule rule, List<Setting> settings) {
        return String.join(
                "; ",
                settings.stream()
                        .filter(rule::isRead)
                        .map(setting -> comparable(setting, setting.text().orElse("")))
                        .filter(text -> !text.isEmpty())
                        .sorted()
                        .toList());
    }

    private static String comparable(Setting setting, String text) {
        if (setting.name().startsWith(Setting.NCCL)) {
            return NcclLines.comparable(text);
        }
        return setting.name().startsWith(Setting.GID) ? WantedGid.withoutAddress(setting, text) : text;
    }
}
