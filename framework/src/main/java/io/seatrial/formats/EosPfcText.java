package io.seatrial.formats;

import io.seatrial.formats.text.Columns;
import io.seatrial.formats.text.Columns.Row;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigInteger;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Arista EOS's {@code show priority-flow-control counters} as text (EOS 4.2x and 4.3x): {@code Port RxPfc TxPfc}, frames of all priorities
 * together, since boot or the last clear. Ports are printed short, {@code Et1/1/1} for Ethernet1/1/1 and {@code Po7} for Port-Channel7. The
 * command: EOS User Manual, "DCBX and Flow Control"; its totals are those of the JSON that aristanetworks/anta (anta/tests/interfaces.py)
 * reads. Arista publishes no grammar of the text.
 */
public final class EosPfcText implements Format<EosPfcText.Report> {
    private static final Pattern HEADER = Pattern.compile("^\\s*Port\\s+RxPfc\\s+TxPfc\\s*$");

    /**
     * The ports in the order of the text.
     *
     * @param perPriority false: this command has totals only
     * @param complete false if the last line is cut, else null: nothing marks the end
     */
    public record Report(boolean perPriority, List<Port> ports, Boolean complete) {
        public Report {
            ports = List.copyOf(ports);
        }
    }

    /**
     * Frames of all priorities of a port.
     *
     * @param port the long name
     * @param rxPauseFrames null where EOS prints none
     */
    public record Port(String port, BigInteger rxPauseFrames, BigInteger txPauseFrames) {}

    @Override
    public String id() {
        return "eos-pfc-text";
    }

    @Override
    public String about() {
        return "Arista EOS 'show priority-flow-control counters'";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has(HEADER));
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        List<Port> ports = Columns.table(lines, HEADER, "a header 'Port  RxPfc  TxPfc'").stream()
                .map(EosPfcText::port)
                .toList();
        return new Report(false, ports, lines.completeAsFarAsKnown());
    }

    private static Port port(Row row) {
        return new Port(
                EosPort.longName(row.first().text()),
                row.at("RxPfc").counter(),
                row.at("TxPfc").counter());
    }
}
