package io.seatrial.archive;

import java.io.IOException;
import java.io.InputStream;

/** How lines lie in the bytes of a file. */
interface LineForm {
    /** Return the bytes that one append of whole lines adds to a file. */
    byte[] encoded(byte[] lines) throws IOException;

    /** Begin to read a file at its begin, or where earlier blocks ended. */
    Blocks blocks(InputStream in);

    /** The whole lines of a file, some at a time. */
    interface Blocks {
        /**
         * Return the next whole lines, each with its line end; null where the file ends or the rest was cut off.
         *
         * @throws DamagedException if bytes are not as they were written
         */
        byte[] next() throws IOException;

        /** Return how many bytes the blocks took that were returned so far. */
        long end();
    }

    /** Bytes of a file are not as they were written; the message says what is wrong with them. */
    final class DamagedException extends IOException {
        private static final long serialVersionUID = 1;

        DamagedException(String message) {
            super(message);
        }
    }
}
