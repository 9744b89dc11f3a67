package io.seatrial.run;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The figures of one constructed archive of the cluster of 1,024 GPUs; where each comes from stands in {@code
 * inventory/case-1024/runs/README.md}.
 *
 * @param name of the folder
 * @param bandwidth of every flow, bit/s
 * @param markedPpm marked share of what leaves by leaf uplinks, ppm
 * @param pauseFrames PFC frames that a leaf sends to each of its hosts, 1/s
 * @param pausedPpm how long these kept the host from sending, ppm; absent where nobody counts it
 * @param kmin from where on switches mark, bytes
 */
record CaseStory(String name, long bandwidth, long markedPpm, long pauseFrames, OptionalLong pausedPpm, long kmin) {
    private static final long BEFORE = 200_000;
    private static final long AFTER = 100_000;

    static final List<CaseStory> ALL = List.of(
            new CaseStory("before", 100_000_000_000L, 80_000, 2_000, OptionalLong.of(200_000), BEFORE),
            new CaseStory("after", 166_400_000_000L, 5_000, 0, OptionalLong.of(0), AFTER),
            new CaseStory("frames-only", 184_000_000_000L, 5_000, 2_000, OptionalLong.empty(), AFTER));

    static CaseStory of(String name) {
        Optional<CaseStory> story =
                ALL.stream().filter(one -> one.name.equals(name)).findFirst();
        return story.orElseThrow(() -> new IllegalArgumentException("no story is called " + name));
    }
}
