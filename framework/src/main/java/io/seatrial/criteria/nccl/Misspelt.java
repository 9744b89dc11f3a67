package io.seatrial.criteria.nccl;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;

/** Names whose beginning is nearly that of NCCL's, and whose rest is a variable: NCLL_DEBUG, NCCLDEBUG. */
final class Misspelt {
    private static final String BEGIN = "NCCL_";
    /** Letters of NCCL alone, so that RCCL and other readers are left in peace. */
    private static final Pattern NEARLY = Pattern.compile("[NCL]{3,5}_{0,2}");

    private Misspelt() {}

    /** Return the variable that was probably meant, empty where the name begins as it should or as something else. */
    static Optional<String> meant(String name) {
        if (name.startsWith(BEGIN) && Tables.SHIPPED.variables().containsKey(name)
                || !NEARLY.matcher(name).lookingAt()) {
            return Optional.empty();
        }
        return Tables.SHIPPED.variables().keySet().stream()
                .filter(known -> isNearly(name, known.substring(BEGIN.length())))
                .max(Comparator.comparingInt(String::length));
    }

    private static boolean isNearly(String name, String rest) {
        String head = name.endsWith(rest) ? name.substring(0, name.length() - rest.length()) : BEGIN;
        return !head.equals(BEGIN) && NEARLY.matcher(head).matches();
    }
}
