package io.seatrial.archive;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** Lines as they are. The rest after the last line end was cut off. */
final class PlainLines implements LineForm {
    private static final int CHUNK_BYTES = 1 << 16;

    @Override
    public byte[] encoded(byte[] lines) {
        return lines;
    }

    @Override
    public Blocks blocks(InputStream in) {
        return new Chunks(in);
    }

    private static final class Chunks implements Blocks {
        private final InputStream in;
        private final ByteArrayOutputStream open = new ByteArrayOutputStream();
        private final byte[] chunk = new byte[CHUNK_BYTES];
        private long end;

        private Chunks(InputStream in) {
            this.in = in;
        }

        @Override
        public byte[] next() throws IOException {
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                int whole = afterLastLine(read);
                open.write(chunk, 0, whole);
                byte[] lines = whole == 0 ? null : open.toByteArray();
                if (lines != null) {
                    open.reset();
                    end += lines.length;
                }
                open.write(chunk, whole, read - whole);
                if (lines != null) {
                    return lines;
                }
            }
            return null;
        }

        private int afterLastLine(int read) {
            for (int i = read; i > 0; i--) {
                if (chunk[i - 1] == '\n') {
                    return i;
                }
            }
            return 0;
        }

        @Override
        public long end() {
            return end;
        }
    }
}
