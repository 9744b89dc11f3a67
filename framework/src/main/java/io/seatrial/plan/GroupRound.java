package io.seatrial.plan;

import java.util.List;

/**
 * Groups that run at the same moment; no port is in two of them.
 *
 * @param number position in its pattern, from 0
 * @param groups what runs
 */
public record GroupRound(int number, List<Group> groups) {
    public GroupRound {
        groups = List.copyOf(groups);
    }
}
