package io.seatrial.archive;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What every file of a folder contained: one line per file, sorted by path, as {@code sha256sum} prints them and {@code sha256sum -c} reads
 * them. The form is canonical: the same files give the same bytes, and other bytes are refused.
 *
 * @param hashes SHA-256 in lower-case hex by path within the folder, with {@code /} between names
 */
public record Manifest(SortedMap<String, String> hashes) {
    /** The name of the manifest in the folder that it speaks of; it cannot list itself. */
    public static final String NAME = "manifest.sha256";

    private static final List<Path> OWN = List.of(Path.of(NAME), Path.of(NAME + WholeFile.DRAFT));
    private static final int BLOCK_BYTES = 1 << 16;

    public Manifest {
        hashes = Collections.unmodifiableSortedMap(new TreeMap<>(hashes));
        hashes.forEach((path, hash) -> {
            ManifestLines.requirePath(path);
            ManifestLines.requireHash(path, hash);
        });
    }

    /**
     * Read every file of a folder, those of its folders too.
     *
     * @param which takes a path within the folder; what it refuses is not listed, and neither is the manifest
     * @throws ArchiveException if something there is a link or no plain file, or has a name that a line cannot hold
     */
    public static Manifest of(Path folder, Predicate<Path> which) {
        SortedMap<String, String> hashes = new TreeMap<>();
        for (String name : names(folder, path -> which.test(path) && !OWN.contains(path))) {
            Path file = folder.resolve(name);
            if (!isPlain(file)) {
                throw new ArchiveException(
                        file + ": expected a plain file, got a link or a device; a manifest lists plain files alone",
                        null);
            }
            hashes.put(name, hash(file));
        }
        return new Manifest(hashes);
    }

    /**
     * Read a manifest.
     *
     * @throws ArchiveException if it cannot be read or is not in canonical form; the message names the line
     */
    public static Manifest read(Path file) {
        try {
            return new Manifest(ManifestLines.parse(file, Files.readAllBytes(file)));
        } catch (IOException e) {
            throw new ArchiveException("cannot read the manifest " + file + ": " + e, e);
        }
    }

    /**
     * Write it; it is on the disk when this returns.
     *
     * @throws DiskException if the file is there already or cannot be written
     */
    public void write(Path file) {
        WholeFile.write(file, bytes());
    }

    /** Compare with a folder: everything that is not as listed, by path; {@link #NAME} at its top may be there unlisted. */
    public List<Difference> check(Path folder) {
        return check(folder, path -> true);
    }

    /** @param which takes a path within the folder; what it refuses may be there unlisted */
    public List<Difference> check(Path folder, Predicate<Path> which) {
        SortedMap<String, Difference> found = new TreeMap<>();
        for (String name : names(folder, path -> which.test(path) && !path.equals(Path.of(NAME)))) {
            if (!hashes.containsKey(name)) {
                found.put(name, new Difference(name, Difference.Kind.UNLISTED));
            }
        }
        hashes.forEach((name, hash) ->
                differs(folder, name, hash).ifPresent(kind -> found.put(name, new Difference(name, kind))));
        return List.copyOf(found.values());
    }

    /** Return the SHA-256 of the manifest's own bytes, in lower-case hex. */
    public String sha256() {
        return HexFormat.of().formatHex(digest().digest(bytes()));
    }

    /** Return its bytes as they are written. */
    public byte[] bytes() {
        return ManifestLines.text(hashes).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Return the SHA-256 of a file in lower-case hex.
     *
     * @throws ArchiveException if it cannot be read
     */
    public static String hash(Path file) {
        MessageDigest digest = digest();
        byte[] block = new byte[BLOCK_BYTES];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(block); read >= 0; read = in.read(block)) {
                digest.update(block, 0, read);
            }
        } catch (IOException e) {
            throw new ArchiveException("cannot read " + file + " for a manifest: " + e, e);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static Optional<Difference.Kind> differs(Path folder, String name, String hash) {
        Path file = folder.resolve(name);
        if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of(Difference.Kind.MISSING);
        }
        if (!isPlain(file) || isBehindLink(folder, name)) {
            return Optional.of(Difference.Kind.NO_PLAIN_FILE);
        }
        return hash(file).equals(hash) ? Optional.empty() : Optional.of(Difference.Kind.CHANGED);
    }

    private static List<String> names(Path folder, Predicate<Path> which) {
        List<String> names = new ArrayList<>();
        try {
            Path top = folder.toRealPath(); // a link to the folder is its owner's choice; links within are not followed
            try (Stream<Path> all = Files.walk(top)) {
                all.filter(path -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                        .map(top::relativize)
                        .filter(which)
                        .forEach(path -> names.add(ManifestLines.name(path)));
            }
        } catch (IOException | UncheckedIOException e) {
            throw new ArchiveException("cannot list " + folder + " for a manifest: " + e, e);
        }
        return names;
    }

    private static boolean isPlain(Path file) {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    /** What a folder that became a link shows is not in the folder of the manifest. */
    private static boolean isBehindLink(Path folder, String name) {
        try {
            return !folder.resolve(name).toRealPath().equals(folder.toRealPath().resolve(name));
        } catch (IOException e) {
            throw new ArchiveException("cannot read " + folder.resolve(name) + " for a manifest: " + e, e);
        }
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    /**
     * A file that is not as a manifest lists it.
     *
     * @param path within the folder
     * @param kind what is wrong with it
     */
    public record Difference(String path, Kind kind) {
        /** What is wrong with a file. */
        public enum Kind {
            CHANGED("differs from what the manifest lists"),
            MISSING("is listed and not there"),
            UNLISTED("is there and not listed"),
            NO_PLAIN_FILE("is a link, a folder or a device where a plain file is listed");

            private final String words;

            Kind(String words) {
                this.words = words;
            }

            /** Return what is wrong, in words that follow the path. */
            public String words() {
                return words;
            }
        }

        /** Return path and what is wrong with it. */
        public String text() {
            return path + " " + kind.words();
        }
    }
}
