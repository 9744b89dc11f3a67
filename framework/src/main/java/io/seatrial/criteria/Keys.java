package io.seatrial.criteria;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Sets of keys that keep their order, so that an error names them as the documentation does. */
final class Keys {
    private Keys() {}

    static Set<String> of(String... keys) {
        return Collections.unmodifiableSet(new LinkedHashSet<>(List.of(keys)));
    }
}
