package io.seatrial.formats;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How iblinkinfo and ibqueryerrors of infiniband-diags describe a port and its other end (infiniband-diags/iblinkinfo.c, print_port):
 * {@code LID PORT[EXT] ==( WIDTH SPEED STATE/PHYSICAL)==> [GUID] LID PORT[EXT] "NAME" (REMARKS)}.
 *
 * @param lid of the port's node; null where it has none yet
 * @param port number
 * @param externalPort number on the chassis; null where it has none
 * @param width such as {@code 4X}; null where the port is down, for then it means nothing
 * @param speed of a lane as printed, such as {@code 53.125 Gbps}
 * @param state such as {@code Active}
 * @param physicalState such as {@code LinkUp}
 * @param remoteGuid of the port at the other end
 * @param remoteLid of the node at the other end
 * @param remotePort number at the other end
 * @param remoteName description of the node at the other end; null where nothing is seen
 * @param couldBe what both ends could do but do not, such as {@code 4X}
 */
public record InfinibandPort(
        Integer lid,
        int port,
        Integer externalPort,
        String width,
        String speed,
        String state,
        String physicalState,
        String remoteGuid,
        Integer remoteLid,
        Integer remotePort,
        String remoteName,
        List<String> couldBe) {
    private static final Pattern LINK = Pattern.compile(
            "(?:(\\d{1,5})\\s+)?(\\d{1,3})\\[\\s*(\\d{0,3})\\s*\\]\\s+==\\(\\s*(?:(\\d{1,2}X)\\s+(\\S.*?)\\s+)?([A-Za-z?]+)\\s*/\\s*([A-Za-z?]+)\\)[^=]*==>\\s+(.*)$");
    private static final Pattern OTHER = Pattern.compile(
            "^(?:(0x[0-9a-f]{1,16})\\s+)?(\\d{1,5})\\s+(\\d{1,3})\\[[ \\d]*\\] \"(.*)\" \\((.*)\\)\\s*$");
    private static final Pattern COULD_BE =
            Pattern.compile("Could be (\\d+X|[\\d.]+ Gbps(?: \\(FDR10\\))?|[A-Za-z]+ speed)");

    /** Return the port that a text describes from some place on; null where it describes none. */
    static InfinibandPort of(String text) {
        Matcher link = LINK.matcher(text);
        if (!link.find()) {
            return null;
        }
        Matcher other = OTHER.matcher(link.group(8));
        boolean seen = other.matches();
        return new InfinibandPort(
                whole(link.group(1)),
                Integer.parseInt(link.group(2)),
                whole(link.group(3)),
                link.group(4),
                link.group(5),
                link.group(6),
                link.group(7),
                seen ? other.group(1) : null,
                seen ? whole(other.group(2)) : null,
                seen ? whole(other.group(3)) : null,
                seen ? other.group(4).strip() : null,
                seen ? couldBe(other.group(5)) : List.of());
    }

    private static Integer whole(String digits) {
        return digits == null || digits.isBlank() ? null : Integer.valueOf(digits.strip());
    }

    private static List<String> couldBe(String remarks) {
        return Stream.of(remarks)
                .flatMap(text -> COULD_BE.matcher(text).results())
                .map(found -> found.group(1))
                .toList();
    }
}
