package io.seatrial.archive.signoff;

import io.seatrial.measurement.Message;
import java.util.Optional;

/** Tells whether a signature over a manifest is good, and of somebody who is trusted. */
public interface SignatureTrust {
    /**
     * What became of a signature.
     *
     * @param principal as whom the signer is trusted; a key alone names nobody
     * @param objection why it does not hold, empty where it does
     */
    record Found(Optional<String> principal, Optional<Message> objection) {}

    /**
     * Look at a signature.
     *
     * @param manifest what was signed
     * @param file the signature file, which is known to be canonical
     * @param claimed who is said to have signed, where somebody is
     * @throws NoSshKeygenException if it cannot be told
     */
    Found look(byte[] manifest, byte[] file, Optional<String> claimed);
}
