package io.seatrial.criteria;

import io.seatrial.measurement.Unit;

/** The version at the top of a file. */
final class Versions {
    private Versions() {}

    static Section.Reading<Long> only(long version) {
        return text -> {
            if (Amount.of(Unit.COUNT).read(text) != version) {
                throw new IllegalArgumentException("expected " + version + ", got '" + text + "'");
            }
            return version;
        };
    }
}
