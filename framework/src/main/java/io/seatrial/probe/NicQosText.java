package io.seatrial.probe;

import io.seatrial.inventory.RdmaPort;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What the script of {@link NicQosReader} prints: for each port its parts, each with the status of what printed it. */
final class NicQosText {
    /** Nothing of the kind is installed. */
    static final int NOT_FOUND = 127;
    /** It was ended because it took too long. */
    static final int TOO_LONG = 124;

    private static final String PORT = "@port ";
    private static final String BEGIN = "@begin ";
    private static final String END = "@end ";

    private final Map<String, Parts> ports = new HashMap<>();
    private Parts port = new Parts();
    private String name = "";
    private final StringBuilder text = new StringBuilder();

    private NicQosText() {}

    /**
     * What was printed under a name.
     *
     * @param status exit status; 0 where it was read
     */
    record Part(String text, int status) {
        static final Part NONE = new Part("", NOT_FOUND);

        boolean isRead() {
            return status == 0 && !text.isBlank();
        }

        /** Return its last line, which is where tools say what went wrong. */
        String lastLine() {
            String[] lines = text.strip().split("\n");
            return lines[lines.length - 1].strip();
        }
    }

    /** The parts of one port; one that was not printed was not found. */
    static final class Parts {
        private final Map<String, Part> parts = new HashMap<>();

        Part get(String name) {
            return parts.getOrDefault(name, Part.NONE);
        }
    }

    static NicQosText parse(String output) {
        NicQosText told = new NicQosText();
        output.lines().forEach(told::take);
        return told;
    }

    private void take(String line) {
        if (line.startsWith(PORT)) {
            port = new Parts();
            ports.put(line.substring(PORT.length()), port);
        } else if (line.startsWith(BEGIN)) {
            name = line.substring(BEGIN.length());
            text.setLength(0);
        } else if (line.startsWith(END)) {
            port.parts.put(name, new Part(text.toString(), Integer.parseInt(line.substring(END.length()))));
        } else {
            text.append(line).append('\n');
        }
    }

    Optional<Parts> of(RdmaPort declared) {
        return Optional.ofNullable(ports.get(declared.device() + " " + declared.number()));
    }
}
