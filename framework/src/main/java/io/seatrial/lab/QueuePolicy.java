package io.seatrial.lab;

import io.seatrial.inventory.LabQos;
import java.util.Random;

/**
 * How a switch treats the lossless class before one of its ports.
 *
 * @param qos thresholds
 * @param marking whether it marks at all
 * @param lossless whether it pauses; where it does not, the class has no headroom and loses what comes above Kmin
 * @param room bytes that the queue holds; only what does not heed a pause can bring more
 * @param aim bytes that all senders together keep waiting in it
 */
record QueuePolicy(LabQos qos, boolean marking, boolean lossless, int room, int aim) {
    /** Tell whether a packet is marked, by WRED: never up to Kmin, at Kmax with Pmax, always above. */
    boolean marks(long occupied, Random dice) {
        if (!marking || occupied <= qos.kmin()) {
            return false;
        }
        return occupied > qos.kmax()
                || dice.nextDouble() < qos.pmax() * (occupied - qos.kmin()) / (qos.kmax() - qos.kmin());
    }

    /**
     * Tell whether packets that find so much waiting are lost. What heeds pauses never is: the headroom of the switch takes what is on the
     * cable.
     *
     * @param heeded whether the side that they came over stops when it is paused
     */
    boolean loses(long occupied, boolean heeded) {
        return lossless ? !heeded && occupied > room : occupied > qos.kmin();
    }
}
