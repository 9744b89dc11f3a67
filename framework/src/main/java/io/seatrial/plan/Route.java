package io.seatrial.plan;

import io.seatrial.inventory.Link;
import java.util.List;

/**
 * The shortest ways from one leaf to another.
 *
 * @param from name of the leaf where it begins
 * @param to name of the leaf where it ends
 * @param pathClass how far it goes
 * @param certain links of the fabric that every one of the ways crosses
 * @param possible links of the fabric of which each way crosses some
 * @param width flows that may run at the same moment: uplinks of the narrower side times the declared oversubscription
 */
record Route(String from, String to, PathClass pathClass, List<Link> certain, List<Link> possible, double width) {
    Route {
        certain = List.copyOf(certain);
        possible = List.copyOf(possible);
    }

    static Route within(String leaf) {
        return new Route(leaf, leaf, PathClass.WITHIN_LEAF, List.of(), List.of(), Double.MAX_VALUE);
    }
}
