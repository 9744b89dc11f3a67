package io.seatrial.formats;

import io.seatrial.formats.NcclJob.Connected;
import io.seatrial.formats.NcclJob.Counts;
import io.seatrial.formats.NcclJob.Member;
import io.seatrial.formats.NcclJob.Path;
import io.seatrial.formats.NcclJob.Process;
import io.seatrial.formats.NcclJob.VirtualDevice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Collects what {@link NcclJob} tells, line by line. */
final class NcclJobReader {
    /** So many paths and ranks are kept: 10,000 ranks of 32 channels have fewer. */
    private static final int MOST = 500_000;

    private static final String NETWORK = "Using network ";
    private static final String VIA = " via NET/";
    private static final Pattern MEMBER = Pattern.compile(
            "\\brank (\\d{1,8}) nranks (\\d{1,8}) (?:.*?\\bcommId (0x[0-9a-f]+) )?.*- Init (START|COMPLETE)");
    // The connection behind the channel came with 2.8, the proxy with 2.12, (PCI) with 2.26; brackets hold a bus id up
    // to 2.12 and a device later; RCCL puts its communicator behind it all.
    private static final Pattern PATH = Pattern.compile("(?:Channel|Ring) (\\d{1,4})(?:/(\\d{1,2}))? : "
            + "(\\d{1,8})(?:\\[[0-9a-f]+\\])? -> (\\d{1,8})(?:\\[[0-9a-f]+\\])? \\[(send|receive)\\] via NET/"
            + "([^/]+)/(\\d{1,4})(?:\\((\\d{1,8})\\))?(/GDRDMA)?(?:\\(\\w+\\))?(?:/Shared)?(?: comm .*)?\\s*");
    private static final Pattern RING = Pattern.compile("Channel \\d{1,4}/(\\d{1,4}) :(?:\\s+\\d+)+\\s*");
    private static final Pattern COUNTS = Pattern.compile(
            "(\\d{1,4}) coll channels,.*? (\\d{1,4}) p2p channels(?:, (\\d{1,4}) p2p channels per peer)?\\b.*");
    private static final Pattern CONNECTED =
            Pattern.compile("Connected all rings(?:, use ring PXN (\\d) GDR (\\d))?\\s*");
    private static final Pattern VIRTUAL =
            Pattern.compile("NET/IB : Made virtual device \\[(\\d{1,4})\\] name=(\\S+) .*");

    private final Map<Who, Said> processes = new LinkedHashMap<>();
    private final Map<Member, Boolean> members = new LinkedHashMap<>();
    private final Map<Path, Set<Integer>> paths = new LinkedHashMap<>();
    private final Set<VirtualDevice> devices = new LinkedHashSet<>();
    private final Set<Connected> connected = new LinkedHashSet<>();
    private final Set<Counts> counts = new LinkedHashSet<>();
    private Integer rings;
    private long unread;

    private record Who(String host, long pid) {}

    private static final class Said {
        private String network;
        private String version;
    }

    /** Tell whether a message says nothing of a job: the lines that make a log large. */
    static boolean isBulk(String text, int from) {
        return (text.startsWith("Channel ", from) || text.startsWith("Ring ", from))
                && text.indexOf("->", from) >= 0
                && text.indexOf(VIA, from) < 0;
    }

    /** Take a whole line. */
    void take(NcclLine line) {
        Said said = processes.size() < MOST
                ? processes.computeIfAbsent(new Who(line.host(), line.pid()), who -> new Said())
                : new Said();
        String text = line.message();
        if (text.contains(VIA)) {
            path(line);
        } else if (text.startsWith("Channel ")) {
            ring(text);
        } else if (text.startsWith(NETWORK)) {
            said.network = text.substring(NETWORK.length()).strip();
        } else if (text.contains(" - Init ")) {
            member(line);
        } else {
            summary(line, said);
        }
    }

    private void path(NcclLine line) {
        Matcher found = PATH.matcher(line.message());
        if (!found.matches() || paths.size() >= MOST) {
            unread++;
            return;
        }
        Path path = new Path(
                line.host(),
                line.pid(),
                line.gpu(),
                Integer.parseInt(found.group(3)),
                Integer.parseInt(found.group(4)),
                found.group(5).equals("send"),
                found.group(2) == null ? 0 : Integer.parseInt(found.group(2)),
                found.group(6),
                Integer.parseInt(found.group(7)),
                number(found.group(8)),
                found.group(9) != null,
                List.of());
        paths.computeIfAbsent(path, p -> new LinkedHashSet<>()).add(Integer.valueOf(found.group(1)));
    }

    private void ring(String text) {
        Matcher found = RING.matcher(text);
        if (found.matches()) {
            int number = Integer.parseInt(found.group(1));
            rings = rings == null ? number : Math.max(rings, number);
        }
    }

    private void member(NcclLine line) {
        Matcher found = MEMBER.matcher(line.message());
        if (found.find() && members.size() < MOST) {
            Member member = new Member(
                    line.host(),
                    line.pid(),
                    line.gpu(),
                    Integer.parseInt(found.group(1)),
                    Integer.parseInt(found.group(2)),
                    found.group(3),
                    false);
            members.merge(member, found.group(4).equals("COMPLETE"), Boolean::logicalOr);
        }
    }

    private void summary(NcclLine line, Said said) {
        String text = line.message();
        if (text.contains("CCL version")) {
            String version = NcclLine.version(text);
            said.version = version == null ? said.version : version;
        } else if (text.startsWith("Connected all rings")) {
            connected(line);
        } else if (text.contains(" coll channels,")) {
            count(text);
        } else if (text.startsWith("NET/IB : Made virtual device")) {
            Matcher found = VIRTUAL.matcher(text);
            if (found.matches()) {
                devices.add(new VirtualDevice(line.host(), Integer.parseInt(found.group(1)), found.group(2)));
            }
        }
    }

    private void connected(NcclLine line) {
        Matcher found = CONNECTED.matcher(line.message());
        if (found.matches() && connected.size() < MOST) {
            connected.add(
                    new Connected(line.host(), line.pid(), line.gpu(), flag(found.group(1)), flag(found.group(2))));
        }
    }

    private void count(String text) {
        Matcher found = COUNTS.matcher(text);
        if (found.matches()) {
            counts.add(new Counts(
                    Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2)), number(found.group(3))));
        }
    }

    private static Integer number(String digits) {
        return digits == null ? null : Integer.valueOf(digits);
    }

    private static Boolean flag(String digit) {
        return digit == null ? null : (Boolean) !digit.equals("0");
    }

    /** @param complete false where the text is cut */
    NcclJob job(Boolean complete) {
        List<Process> logged = new ArrayList<>();
        processes.forEach((who, said) -> logged.add(new Process(who.host(), who.pid(), said.network, said.version)));
        List<Member> joined = new ArrayList<>();
        members.forEach((member, up) -> joined.add(with(member, up || !Boolean.FALSE.equals(complete) ? up : null)));
        List<Path> walked = new ArrayList<>();
        paths.forEach((path, channels) -> walked.add(with(path, channels)));
        Counts same = counts.size() == 1 ? counts.iterator().next() : null;
        return new NcclJob(logged, joined, walked, unread, List.copyOf(devices), rings, same, List.copyOf(connected));
    }

    private static Member with(Member member, Boolean initComplete) {
        return new Member(
                member.host(), member.pid(), member.gpu(), member.rank(), member.ranks(), member.comm(), initComplete);
    }

    private static Path with(Path path, Set<Integer> channels) {
        return new Path(
                path.host(),
                path.pid(),
                path.gpu(),
                path.from(),
                path.to(),
                path.isSend(),
                path.connection(),
                path.network(),
                path.nic(),
                path.proxy(),
                path.isDirect(),
                List.copyOf(channels));
    }
}
