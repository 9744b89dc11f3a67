package io.seatrial.telemetry;

import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import java.util.ArrayList;
import java.util.List;

/** Says of each declared port what could not be read, so that nobody takes it for something that was not asked. */
final class SettingGaps {
    static final List<String> ALL = all();

    private final SwitchPorts ports;
    private final SwitchSystem system;

    SettingGaps(SwitchPorts ports, SwitchSystem system) {
        this.ports = ports;
        this.system = system;
    }

    /** Return the settings that the system's commands do not show. */
    List<Setting> neverAsked() {
        List<String> asked = new ArrayList<>();
        system.settings(ports).forEach(question -> asked.addAll(question.about()));
        List<String> missing =
                ALL.stream().filter(name -> !asked.contains(name)).toList();
        return unreadable(missing, Message.of("telemetry.not-shown", "system", system.name()));
    }

    List<Setting> of(Question<?> question, Message cause) {
        return unreadable(question.about(), cause);
    }

    List<Setting> ofAll(Message cause) {
        List<Setting> settings = new ArrayList<>();
        system.settings(ports).forEach(question -> settings.addAll(of(question, cause)));
        return settings;
    }

    private List<Setting> unreadable(List<String> names, Message cause) {
        return unreadable(ports, names, cause);
    }

    static List<Setting> unreadable(SwitchPorts ports, List<String> names, Message cause) {
        List<Setting> settings = new ArrayList<>();
        for (String port : ports.names()) {
            names.forEach(name -> settings.add(Setting.unreadable(ports.subject(port), name, cause)));
        }
        return settings;
    }

    private static List<String> all() {
        List<String> names = new ArrayList<>(SonicSettings.NAMES);
        names.add(Setting.NEIGHBOUR);
        return List.copyOf(names);
    }
}
