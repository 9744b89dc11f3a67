package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Arista EOS's {@code show qos interfaces ecn counters queue} as text (EOS 4.2x and 4.3x; the command and its counters as
 * aristanetworks/anta reads them as JSON, anta/tests/interfaces.py, VerifyInterfacesECNCounters): a block for each port, begun by its name,
 * then a line for each transmit queue with its number and the packets that it marked with ECN's CE. The words of the header between them
 * differ between releases and are not looked at. A dash says that marks are not counted there: that is not 0.
 */
public final class EosEcnText implements Format<EosEcnText.Report> {
    private static final Pattern PORT = Pattern.compile("^((?:Ethernet|Et|Port-Channel|Po)\\d[\\d/]*):?\\s*$");
    private static final Pattern ROW = Pattern.compile("^\\s+(\\d{1,2})\\s+(\\S+)\\s*$");

    /**
     * The queues in the order of the text.
     *
     * @param complete false if the last line is cut, else null: nothing marks the end
     */
    public record Report(List<EosEcnJson.Queue> queues, Boolean complete) {
        public Report {
            queues = List.copyOf(queues);
        }
    }

    @Override
    public String id() {
        return "eos-ecn-text";
    }

    @Override
    public String about() {
        return "Arista EOS 'show qos interfaces ecn counters queue'";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.perhapsIf(head.has(PORT));
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        List<EosEcnJson.Queue> queues = new ArrayList<>();
        String port = null;
        for (Line line : lines) {
            Matcher named = PORT.matcher(line.text());
            Matcher row = ROW.matcher(line.text());
            if (named.matches()) {
                port = EosPort.longName(named.group(1));
            } else if (port != null && row.matches()) {
                BigInteger marked = new Cell(line, row.start(2) + 1, row.group(2)).counter();
                queues.add(new EosEcnJson.Queue(port, Integer.parseInt(row.group(1)), marked));
            }
        }
        if (port == null) {
            throw lines.missing("a port on a line of its own, such as Ethernet1/1");
        }
        return new Report(queues, lines.completeAsFarAsKnown());
    }
}
