package io.seatrial.telemetry;

import io.seatrial.formats.LldpctlJson;
import io.seatrial.formats.SonicConfigDb;
import io.seatrial.formats.SonicCounterpoll;
import io.seatrial.formats.SonicCounterpoll.Poll;
import io.seatrial.formats.SonicCountersDb;
import io.seatrial.formats.text.Source;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * SONiC: one dump of COUNTERS_DB holds every counter since boot, whatever was cleared on the command line. The switch copies them from its
 * ASIC group by group (sonic-utilities counterpoll/main.py: ports every 1 s, queues, marks and priority groups 10 s, watermarks 60 s unless
 * set otherwise), and a group that is not enabled stands still. A watermark is the highest occupancy within the last such interval. The login
 * must be allowed to read the databases (group redis where it is not an administrator).
 */
final class SonicSystem implements SwitchSystem {
    static final String PORT = "sonic port";
    static final String QUEUE = "sonic queue";
    static final String WRED = "sonic wred";
    static final String WATERMARK = "sonic watermark";
    static final String PRIORITY_GROUP = "sonic priority-group";
    static final String PRIORITY_GROUP_WATERMARK = "sonic priority-group-watermark";
    static final String WATCHDOG = "sonic pfcwd";

    /** The groups of {@code counterpoll show}. */
    private static final Map<String, String> GROUPS = groups();
    /** A storm is counted when it has lasted for the detection time, 5 s at most (sonic-swss orchagent); polls are at most as far apart. */
    private static final Duration LONGEST_DETECTION = Duration.ofSeconds(5);

    @Override
    public String name() {
        return "sonic";
    }

    @Override
    public Refreshes nominalRefreshes() {
        return new Refreshes(Map.of(WATCHDOG, LONGEST_DETECTION), Map.of());
    }

    @Override
    public Optional<Question<Refreshes>> refreshes() {
        ReadCommand command = ReadCommand.of("counterpoll show");
        return Optional.of(new Question<>(command, List.copyOf(GROUPS.keySet()), SonicSystem::refreshes));
    }

    @Override
    public List<Question<Counts>> counters(SwitchPorts ports) {
        List<String> sources =
                Stream.concat(GROUPS.keySet().stream(), Stream.of(WATCHDOG)).toList();
        ReadCommand command = ReadCommand.of("sonic-db-dump -n COUNTERS_DB -y");
        return List.of(new Question<>(
                command, sources, answer -> new SonicCounts(ports).of(new SonicCountersDb().read(answer))));
    }

    @Override
    public List<Question<List<Setting>>> settings(SwitchPorts ports) {
        return List.of(
                new Question<>(
                        ReadCommand.of("sonic-db-dump -n CONFIG_DB -y"),
                        SonicSettings.NAMES,
                        answer -> new SonicSettings(ports).of(new SonicConfigDb().read(answer))),
                new Question<>(
                        ReadCommand.of("lldpctl -f json0"),
                        List.of(Setting.NEIGHBOUR),
                        answer -> Neighbours.of(ports, new LldpctlJson().read(answer))));
    }

    private static Refreshes refreshes(Source answer) {
        Map<String, Poll> polls = new HashMap<>();
        new SonicCounterpoll().read(answer).polls().forEach(poll -> polls.put(poll.type(), poll));
        Map<String, Duration> every = new HashMap<>();
        Map<String, Message> none = new HashMap<>();
        GROUPS.forEach((source, group) -> {
            Poll poll = polls.get(group);
            if (poll == null) {
                none.put(source, Message.of("telemetry.group-not-listed", "source", source, "group", group));
            } else if (!Boolean.TRUE.equals(poll.enabled())) {
                none.put(source, Message.of("telemetry.group-disabled", "source", source, "group", group));
            } else if (poll.intervalMs() == null) {
                none.put(source, Message.of("telemetry.group-without-interval", "source", source, "group", group));
            } else {
                every.put(source, Duration.ofMillis(poll.intervalMs()));
            }
        });
        return new Refreshes(every, none);
    }

    private static Map<String, String> groups() {
        Map<String, String> groups = new LinkedHashMap<>();
        groups.put(PORT, "PORT_STAT");
        groups.put(QUEUE, "QUEUE_STAT");
        groups.put(WRED, "WRED_ECN_QUEUE_STAT");
        groups.put(WATERMARK, "QUEUE_WATERMARK_STAT");
        groups.put(PRIORITY_GROUP, "PG_DROP_STAT");
        groups.put(PRIORITY_GROUP_WATERMARK, "PG_WATERMARK_STAT");
        return groups;
    }
}
