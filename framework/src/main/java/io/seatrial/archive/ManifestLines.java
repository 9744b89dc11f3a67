package io.seatrial.archive;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The lines of a manifest: 64 hex digits, two spaces, the path, a line feed; nothing else, so that no other bytes mean the same. */
final class ManifestLines {
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern LINE = Pattern.compile("([0-9a-f]{64})  (.+)", Pattern.DOTALL);
    private static final String FORM = "64 hex digits, two spaces and a path, as sha256sum prints them, sorted by path";

    private ManifestLines() {}

    static String text(SortedMap<String, String> hashes) {
        StringBuilder text = new StringBuilder();
        hashes.forEach(
                (path, hash) -> text.append(hash).append("  ").append(path).append('\n'));
        return text.toString();
    }

    static SortedMap<String, String> parse(Path file, byte[] bytes) {
        String text = decode(file, bytes);
        if (text.isEmpty() || !text.endsWith("\n")) {
            throw refused(file, (int) text.lines().count(), "it ends without a whole line");
        }
        SortedMap<String, String> hashes = new TreeMap<>();
        int number = 0;
        for (String line : text.substring(0, text.length() - 1).split("\n", -1)) {
            number++;
            Matcher parts = LINE.matcher(line);
            if (!parts.matches()) {
                throw refused(file, number, "got '" + line + "'");
            }
            add(file, number, hashes, parts);
        }
        return hashes;
    }

    private static void add(Path file, int number, SortedMap<String, String> hashes, Matcher parts) {
        String path = parts.group(2);
        if (hashes.containsKey(path)) {
            throw refused(file, number, path + " is listed twice");
        }
        if (!hashes.isEmpty() && hashes.lastKey().compareTo(path) > 0) {
            throw refused(file, number, path + " stands after " + hashes.lastKey());
        }
        try {
            requirePath(path);
        } catch (IllegalArgumentException e) {
            throw refused(file, number, e.getMessage());
        }
        hashes.put(path, parts.group(1));
    }

    /** Return a path as a line holds it. */
    static String name(Path path) {
        String name = path.toString().replace(path.getFileSystem().getSeparator(), "/");
        try {
            requirePath(name);
        } catch (IllegalArgumentException e) {
            throw new ArchiveException("cannot list a file in a manifest: " + e.getMessage(), e);
        }
        return name;
    }

    static void requireHash(String path, String hash) {
        if (!HASH.matcher(hash).matches()) {
            throw new IllegalArgumentException("hash of " + path + ": expected 64 hex digits, got '" + hash + "'");
        }
    }

    /** A path that leaves the folder would have a check read files elsewhere; a backslash or a line end would need escapes. */
    static void requirePath(String path) {
        boolean safe = !path.isEmpty()
                && path.chars().noneMatch(c -> c == '\\' || c < ' ' || c == 0x7f || c == 0xfffd)
                && Stream.of(path.split("/", -1))
                        .noneMatch(name -> name.isEmpty() || name.equals(".") || name.equals(".."));
        if (!safe) {
            throw new IllegalArgumentException("path '" + path
                    + "': expected one within the folder, without '.', '..', '\\' and control characters");
        }
    }

    private static String decode(Path file, byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw refused(file, 1, "it is not UTF-8");
        }
    }

    private static ArchiveException refused(Path file, int line, String seen) {
        return new ArchiveException(
                file + ":" + line + ": " + seen.replaceAll("\\p{Cntrl}", "?") + "; expected " + FORM
                        + "; a manifest that is not in this form was not written by a run",
                null);
    }
}
