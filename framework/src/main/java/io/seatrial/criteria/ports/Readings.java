package io.seatrial.criteria.ports;

import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What was read of one port, by the names of {@link Setting}. */
public final class Readings {
    private final Map<String, Setting> byName = new HashMap<>();

    /** Take what was read; of a setting that was read twice the later reading counts. */
    public Readings(List<Setting> settings) {
        settings.forEach(setting -> byName.put(setting.name(), setting));
    }

    /** Return a text, empty where it was not read. */
    Optional<String> text(String name) {
        return Optional.ofNullable(byName.get(name)).flatMap(Setting::text);
    }

    /** Return why the first of some settings is not known, empty where all are. */
    Optional<Message> whyNot(String... names) {
        return Stream.of(names).filter(name -> text(name).isEmpty()).findFirst().map(this::why);
    }

    /** A setting by number may be unreadable as a whole: under its name without the number. */
    private Message why(String name) {
        String group = name.substring(0, name.lastIndexOf('.') + 1);
        return Stream.of(name, group)
                .flatMap(each -> Optional.ofNullable(byName.get(each)).stream())
                .flatMap(setting -> setting.cause().stream())
                .findFirst()
                .orElseGet(() -> Message.of("evidence.none"));
    }
}
