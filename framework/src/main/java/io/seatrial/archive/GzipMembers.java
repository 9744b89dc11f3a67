package io.seatrial.archive;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;

/**
 * Each append is one gzip member (RFC 1952), so that {@code zcat} reads the file and a crash cuts no more than the last append.
 * {@link java.util.zip.GZIPInputStream} reads such files too, but takes whatever is damaged between two members for the end of the file.
 */
final class GzipMembers implements LineForm {
    /** Magic, deflate, no flags, no time, no hints: what the encoder here writes and so all that can stand at the begin of a member. */
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0};

    private static final int HEADER_BYTES = 10;
    private static final int TRAILER_BYTES = 8;
    private static final int CHUNK_BYTES = 1 << 16;
    /** No whole member ends with so many. */
    private static final int ZEROS_OF_A_CUT = 16;

    @Override
    public byte[] encoded(byte[] lines) throws IOException {
        ByteArrayOutputStream member = new ByteArrayOutputStream(lines.length / 2 + HEADER_BYTES + TRAILER_BYTES);
        try (GZIPOutputStream out = new GZIPOutputStream(member)) {
            out.write(lines);
        }
        return member.toByteArray();
    }

    @Override
    public Blocks blocks(InputStream in) {
        return new Members(in);
    }

    private static final class Members implements Blocks {
        private final InputStream in;
        private final byte[] chunk = new byte[CHUNK_BYTES];
        private final byte[] some = new byte[CHUNK_BYTES];
        private int from;
        private int to;
        /** The compressed bytes of the open member: whether it was cut or damaged shows in what follows its begin. */
        private final ByteArrayOutputStream taken = new ByteArrayOutputStream();

        private long end;

        private Members(InputStream in) {
            this.in = in;
        }

        @Override
        public long end() {
            return end;
        }

        @Override
        public byte[] next() throws IOException {
            taken.reset();
            try {
                byte[] lines = member();
                end += taken.size();
                return lines;
            } catch (EOFException cut) {
                requireLast();
                return null;
            } catch (DamagedException damaged) {
                if (zerosFollow()) {
                    return null;
                }
                throw damaged;
            }
        }

        private byte[] member() throws IOException {
            byte[] header = take(HEADER_BYTES);
            if (!Arrays.equals(header, 0, HEADER.length, HEADER, 0, HEADER.length)) {
                throw damaged("no gzip member begins there");
            }
            byte[] lines = inflate();
            ByteBuffer trailer = ByteBuffer.wrap(take(TRAILER_BYTES)).order(ByteOrder.LITTLE_ENDIAN);
            CRC32 crc = new CRC32();
            crc.update(lines);
            if (trailer.getInt() != (int) crc.getValue() || trailer.getInt() != lines.length) {
                throw damaged("its checksum differs");
            }
            if (lines.length == 0 || lines[lines.length - 1] != '\n') {
                throw damaged("it does not end with a line");
            }
            return lines;
        }

        private byte[] inflate() throws IOException {
            ByteArrayOutputStream lines = new ByteArrayOutputStream();
            Inflater inflater = new Inflater(true);
            try {
                while (!inflater.finished()) {
                    if (inflater.needsInput()) {
                        fill();
                        inflater.setInput(chunk, from, to - from);
                    }
                    lines.write(some, 0, inflater.inflate(some));
                    took(to - from - inflater.getRemaining());
                }
                return lines.toByteArray();
            } catch (DataFormatException e) {
                throw damaged(String.valueOf(e.getMessage()));
            } finally {
                inflater.end();
            }
        }

        private byte[] take(int bytes) throws IOException {
            byte[] all = new byte[bytes];
            for (int i = 0; i < bytes; i++) {
                fill();
                all[i] = chunk[from];
                took(1);
            }
            return all;
        }

        private void took(int bytes) {
            taken.write(chunk, from, bytes);
            from += bytes;
        }

        private void fill() throws IOException {
            if (from < to) {
                return;
            }
            from = 0;
            to = Math.max(0, in.read(chunk));
            if (to == 0) {
                throw new EOFException();
            }
        }

        /** A flipped bit can make a member read on over its successors up to the end of the file; they were finished all the same. */
        private void requireLast() throws IOException {
            byte[] rest = taken.toByteArray();
            for (int i = 1; i + HEADER.length <= rest.length; i++) {
                if (Arrays.equals(rest, i, i + HEADER.length, HEADER, 0, HEADER.length)) {
                    throw damaged("it does not end where the next begins");
                }
            }
        }

        /** When the power fails, a file can be as long as its last append and hold zeros where that did not arrive. */
        private boolean zerosFollow() throws IOException {
            byte[] begun = taken.toByteArray();
            int zeros = 0;
            while (zeros < begun.length && begun[begun.length - 1 - zeros] == 0) {
                zeros++;
            }
            while (from < to || (to = Math.max(0, in.read(chunk))) > 0) {
                for (; from < to; from++, zeros++) {
                    if (chunk[from] != 0) {
                        return false;
                    }
                }
                from = 0;
                to = 0;
            }
            return zeros >= ZEROS_OF_A_CUT;
        }

        private DamagedException damaged(String reason) {
            return new DamagedException("the append at byte " + end + " is damaged: " + reason);
        }
    }
}
