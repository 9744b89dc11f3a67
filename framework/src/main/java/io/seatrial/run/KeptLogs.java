package io.seatrial.run;

import io.seatrial.archive.RunArchive;
import io.seatrial.criteria.collectives.GroupLog;
import io.seatrial.measurement.LogReading;
import io.seatrial.probe.LogKeeper;
import java.util.function.ToIntFunction;

/** Keeps what libraries print in the folder of a run, a file for each group and attempt, and reads it while it is at hand. */
public final class KeptLogs implements LogKeeper {
    /** Names of files may have 255 bytes; there stands more in them than the group. */
    private static final int LONGEST_NAME = 100;

    private final RunArchive archive;
    private final ToIntFunction<String> channelsPerNic;

    /** @param channelsPerNic fewest channels that each NIC is to carry, by ask */
    public KeptLogs(RunArchive archive, ToIntFunction<String> channelsPerNic) {
        this.archive = archive;
        this.channelsPerNic = channelsPerNic;
    }

    @Override
    public LogReading keep(Logged logged) {
        String name = logged.ask() + "-" + logged.round() + "-" + logged.attempt() + "-"
                + name(logged.group().name());
        String file = "nccl/" + name + ".log";
        archive.keep(file, logged.log().stated());
        return new LogReading(file, GroupLog.judge(logged, channelsPerNic.applyAsInt(logged.ask())));
    }

    /** Groups whose names would become the same keep a hash of them. */
    private static String name(String group) {
        String name = group.replace(' ', '_');
        String safe = name.replaceAll("[^A-Za-z0-9._+-]", "-");
        return safe.equals(name) && safe.length() <= LONGEST_NAME
                ? safe
                : safe.substring(0, Math.min(safe.length(), LONGEST_NAME)) + "-"
                        + Integer.toHexString(group.hashCode());
    }
}
