package io.seatrial.archive.signoff;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Flips every bit of every file of a small bundle, one at a time, and checks the whole bundle each time as a user would; only ssh-keygen is
 * replaced by the same check within this JVM.
 */
class FlippedBitTest {
    private static final Ed25519Key KEY = Ed25519Key.make();

    @TempDir
    private static Path folder;

    private static Path bundle;

    @BeforeAll
    static void sign() throws IOException {
        bundle = new SmallBundle(folder).passed("small", KEY::sign);
        assertThat(holds(bundle)).as("nothing is flipped yet").isTrue();
    }

    private static boolean holds(Path folder) {
        return BundleCheck.check(folder, KEY, Optional.empty(), Optional.empty())
                .objection()
                .isEmpty();
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(bundle)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @Test
    void no_single_flipped_bit_escapes() throws IOException {
        List<String> escaped = new ArrayList<>();
        long flipped = 0;
        for (Path file : files()) {
            byte[] good = Files.readAllBytes(file);
            for (int bit = 0; bit < good.length * Byte.SIZE; bit++) {
                byte[] bad = good.clone();
                bad[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
                Files.write(file, bad);
                if (holds(bundle)) {
                    escaped.add(bundle.relativize(file) + " bit " + bit);
                }
                flipped++;
            }
            Files.write(file, good);
        }
        assertThat(escaped).isEmpty();
        assertThat(flipped).as("bits that were flipped").isGreaterThan(20_000);
        assertThat(files()).as("files of the bundle").hasSize(11);
        assertThat(holds(bundle)).as("all is as it was").isTrue();
    }

    @Test
    void no_missing_last_byte_and_no_added_byte_escapes() throws IOException {
        for (Path file : files()) {
            byte[] good = Files.readAllBytes(file);
            Files.write(file, Arrays.copyOf(good, good.length - 1));
            assertThat(holds(bundle)).as("shorter " + file).isFalse();
            Files.write(file, Arrays.copyOf(good, good.length + 1));
            assertThat(holds(bundle)).as("longer " + file).isFalse();
            Files.write(file, good);
        }
    }
}
