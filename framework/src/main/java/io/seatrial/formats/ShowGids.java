package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The table of {@code show_gids} of MLNX_OFED and DOCA: DEV PORT INDEX GID IPv4 VER DEV, tabs between, the IPv4 column empty for a GID that
 * holds none. Every address has one entry for RoCE version 1 and one for 2. Its last line is {@code n_gids_found=N}. Source:
 * the script sbin/show_gids of Mellanox/mlnx-tools, 2016 and later.
 */
public final class ShowGids implements Format<ShowGids.Report> {
    private static final Pattern HEADER = Pattern.compile("^\\s*DEV\\s+PORT\\s+INDEX\\s+GID\\s+IPv4\\s+VER\\b");
    private static final Pattern FOUND = Pattern.compile("^\\s*n_gids_found=(\\d{1,6})\\s*$");
    private static final int FEWEST_CELLS = 5;

    /**
     * One table.
     *
     * @param gids in the order of the text
     * @param gidsFound as the tool counts them
     * @param routableRoceV2Index by device, or by DEVICE/PORT beyond port 1: the first entry of version 2 that a router carries
     * @param complete whether the tool's last line is there and counts as many entries as were read
     */
    public record Report(
            List<Entry> gids, Integer gidsFound, Map<String, Integer> routableRoceV2Index, boolean complete) {}

    /**
     * One entry.
     *
     * @param device RDMA device
     * @param port counted from 1
     * @param index in the port's table; what NCCL_IB_GID_INDEX and ib_write_bw -x take
     * @param gid as printed
     * @param ipv4 that the GID holds
     * @param roceVersion 1 or 2
     * @param linkLocal whether it is valid on one link only
     * @param netdev network device; null where the table has none
     */
    public record Entry(
            String device,
            int port,
            int index,
            String gid,
            String ipv4,
            Integer roceVersion,
            boolean linkLocal,
            String netdev) {}

    @Override
    public String id() {
        return "show-gids";
    }

    @Override
    public String about() {
        return "show_gids: GID tables of RDMA ports";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has(HEADER));
    }

    @Override
    public Set<String> conclusions() {
        return Set.of("routable_roce_v2_index");
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        List<Entry> gids = new ArrayList<>();
        Integer found = null;
        boolean begun = false;
        while (lines.hasNext()) {
            Line line = lines.next();
            Matcher end = FOUND.matcher(line.text());
            if (end.matches()) {
                found = Integer.valueOf(end.group(1));
            } else if (HEADER.matcher(line.text()).find()) {
                begun = true;
            } else if (begun && isRow(line.cells())) {
                gids.add(entry(line.cells()));
            }
        }
        if (!begun) {
            throw lines.missing("a header 'DEV PORT INDEX GID IPv4 VER DEV'");
        }
        return new Report(gids, found, routable(gids), found != null && found == gids.size());
    }

    private static boolean isRow(List<Cell> cells) {
        return cells.size() >= FEWEST_CELLS
                && cells.get(1).text().matches("\\d{1,3}")
                && cells.get(2).text().matches("\\d{1,5}");
    }

    private static Entry entry(List<Cell> cells) {
        Gid gid = Gid.of(cells.get(3));
        boolean hasAddress = cells.get(4).text().contains(".");
        int at = hasAddress ? 5 : 4;
        // Older releases print the types of sysfs, 'IB/RoCE v1' and 'RoCE v2'.
        at += cells.size() > at && cells.get(at).text().matches("(?:IB/)?RoCE") ? 1 : 0;
        if (cells.size() <= at || !cells.get(at).text().matches("v[12]")) {
            throw cells.get(cells.size() - 1).malformed("a version, v1 or v2, behind GID and IPv4 address");
        }
        return new Entry(
                cells.get(0).text(),
                cells.get(1).index(),
                cells.get(2).index(),
                cells.get(3).text(),
                hasAddress ? cells.get(4).text() : null,
                cells.get(at).text().charAt(1) - '0',
                gid.isLinkLocal(),
                cells.size() > at + 1 ? cells.get(at + 1).text() : null);
    }

    private static Map<String, Integer> routable(List<Entry> gids) {
        Map<String, Integer> first = new LinkedHashMap<>();
        gids.stream()
                .filter(gid -> gid.roceVersion() == 2 && !gid.linkLocal())
                .forEach(gid -> first.putIfAbsent(
                        gid.port() == 1 ? gid.device() : gid.device() + "/" + gid.port(), gid.index()));
        return first;
    }
}
