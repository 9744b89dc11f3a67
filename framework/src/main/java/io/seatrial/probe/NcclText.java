package io.seatrial.probe;

import io.seatrial.formats.environment.PlacedLine;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the script of {@link NcclReader} prints: for each source its lines with their numbers, and whether it could be read. */
final class NcclText {
    private static final String BEGIN = "@begin ";
    private static final String END = "@end ";
    private static final Pattern NUMBERED = Pattern.compile("([1-9][0-9]{0,8}):(.*)", Pattern.DOTALL);
    private static final int TOO_LONG = 124;
    /** The environment and two files: fewer were not read to the end. */
    private static final int SOURCES = 3;

    private final String host;
    private final List<Setting> settings = new ArrayList<>();
    private final List<Setting> open = new ArrayList<>();
    private String source = "";
    private String said = "";
    private int ended;

    private NcclText(String host) {
        this.host = host;
    }

    static List<Setting> settings(String host, String output) {
        NcclText text = new NcclText(host);
        for (String line : output.split("\n", -1)) {
            text.take(line);
        }
        if (text.ended < SOURCES) {
            return NcclReader.unreadable(host, "what is set for NCCL was not told to its end");
        }
        return text.settings.isEmpty()
                ? List.of(Setting.of(text.subject(), Setting.NCCL + Setting.NONE, Setting.NONE))
                : List.copyOf(text.settings);
    }

    private SubjectId subject() {
        return new SubjectId(SubjectId.Kind.HOST, host);
    }

    private void take(String line) {
        Matcher numbered = NUMBERED.matcher(line);
        if (line.startsWith(BEGIN)) {
            source = line.substring(BEGIN.length());
            open.clear();
            said = "";
        } else if (line.startsWith(END)) {
            end(line.substring(END.length()));
        } else if (numbered.matches()) {
            PlacedLine placed = new PlacedLine(source, Integer.parseInt(numbered.group(1)), numbered.group(2));
            open.add(Setting.of(subject(), Setting.NCCL + source + "." + placed.line(), placed.placed()));
        } else if (!line.isBlank()) {
            said = line.strip();
        }
    }

    private void end(String status) {
        ended++;
        if (status.equals("0")) {
            settings.addAll(open);
            return;
        }
        String cause = status.equals(Integer.toString(TOO_LONG))
                ? "was not read in time"
                : "could not be read (exit status " + status + ")";
        settings.add(NcclReader.unreadable(host, source, source + " " + cause + (said.isEmpty() ? "" : ": " + said)));
    }
}
