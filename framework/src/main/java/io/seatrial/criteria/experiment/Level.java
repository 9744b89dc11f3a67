package io.seatrial.criteria.experiment;

import java.util.Objects;
import java.util.Optional;

/**
 * One value of a factor.
 *
 * @param name its name; part of the options that a run records
 * @param apply the shell command that sets it on a host; empty for the level as it is found there
 * @param restore the shell command that takes it back; present exactly where something is applied; doing it twice must do no harm
 * @param costs what it costs, as people say it
 * @param risks what can go wrong with it, as people say it
 */
public record Level(String name, Optional<String> apply, Optional<String> restore, String costs, String risks) {
    /** What a name may be made of: it stands in the options of runs. */
    public static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]*";

    public Level {
        Objects.requireNonNull(costs, "costs");
        Objects.requireNonNull(risks, "risks");
        requireName("level", name);
        if (apply.isPresent() != restore.isPresent()) {
            throw new IllegalArgumentException("level " + name + ": expected both apply and restore or none, got only "
                    + (apply.isPresent() ? "apply" : "restore"));
        }
    }

    static void requireName(String of, String name) {
        if (name == null || !name.matches(NAME)) {
            throw new IllegalArgumentException(
                    of + " name: expected letters, digits, '.', '_' and '-', got '" + name + "'");
        }
    }
}
