package io.seatrial.lab;

import java.util.List;

/**
 * The links that a connection crosses.
 *
 * @param forth from the port that connected, in order
 * @param back the other way, which ECMP chooses apart
 */
record Route(List<LinkSide> forth, List<LinkSide> back) {
    Route {
        forth = List.copyOf(forth);
        back = List.copyOf(back);
    }
}
