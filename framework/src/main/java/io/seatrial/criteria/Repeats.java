package io.seatrial.criteria;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * How often the rounds of an ask are run in each profile. The round is the unit of replication (domain notes, statistics): what differs from
 * one round to the next is not seen within one, however many messages it sends.
 *
 * @param byProfile times by profile; once in a profile that is not named
 */
public record Repeats(Map<Profile, Integer> byProfile) {
    /** Every round once, in every profile. */
    public static final Repeats ONCE = new Repeats(Map.of());

    /** Beyond so many an ask is no repetition but a burn-in, which suite stability is for. */
    static final int MOST = 100;

    public Repeats {
        Map<Profile, Integer> copy = new EnumMap<>(Profile.class);
        copy.putAll(byProfile);
        copy.forEach((profile, times) -> {
            if (times < 1 || times > MOST) {
                throw new IllegalArgumentException(
                        "repeats in " + profile.text() + ": expected 1.." + MOST + ", got " + times);
            }
        });
        byProfile = Collections.unmodifiableMap(copy);
    }

    /** The same in every profile. */
    static Repeats always(int times) {
        Map<Profile, Integer> all = new EnumMap<>(Profile.class);
        for (Profile profile : Profile.values()) {
            all.put(profile, times);
        }
        return new Repeats(all);
    }

    /** Return how often in a profile. */
    public int in(Profile profile) {
        return byProfile.getOrDefault(profile, 1);
    }
}
