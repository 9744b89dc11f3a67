package io.seatrial.report.picture;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The order of port names that people expect: Ethernet4 before Ethernet12. */
final class PortOrder {
    static final Comparator<String> BY_NUMBER = PortOrder::compare;

    private static final Pattern PIECE = Pattern.compile("[0-9]+|[^0-9]+");

    private PortOrder() {}

    private static int compare(String one, String other) {
        Matcher a = PIECE.matcher(one);
        Matcher b = PIECE.matcher(other);
        while (a.find()) {
            if (!b.find()) {
                return 1;
            }
            int piece = piece(a.group(), b.group());
            if (piece != 0) {
                return piece;
            }
        }
        return b.find() ? -1 : one.compareTo(other);
    }

    private static int piece(String a, String b) {
        boolean numbers = isNumber(a) && isNumber(b);
        return numbers ? new BigInteger(a).compareTo(new BigInteger(b)) : a.compareTo(b);
    }

    private static boolean isNumber(String piece) {
        return piece.charAt(0) >= '0' && piece.charAt(0) <= '9';
    }

    /** Return what all names begin with up to their first digit, empty for a single name. */
    static String commonStart(List<String> names) {
        if (names.size() < 2) {
            return "";
        }
        String start = names.get(0).replaceFirst("[0-9].*", "");
        return names.stream().allMatch(name -> name.startsWith(start) && name.length() > start.length()) ? start : "";
    }
}
