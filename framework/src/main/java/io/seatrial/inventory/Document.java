package io.seatrial.inventory;

import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionEndEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.reader.ReaderException;

/**
 * A YAML file as a tree whose nodes know their line.
 *
 * @param file how messages name it
 * @param hash SHA-256 of its bytes, hex
 * @param root the top node
 */
record Document(String file, String hash, Node root) {
    /** 10,000 ports written out are about 3 MiB. */
    static final int MOST_BYTES = 64 << 20;

    static final int MOST_ALIASES = 10_000;
    private static final int MOST_DEPTH = 50;

    /** Read {@code cluster.yaml} of a folder. */
    static Document load(Path folder) {
        Path path = folder.resolve(ClusterFile.NAME);
        if (!Files.isDirectory(folder)) {
            String found = Files.exists(folder) ? "a file" : "nothing";
            throw refused(folder.toString(), 0, 0, found, "a cluster folder that holds " + ClusterFile.NAME);
        }
        byte[] bytes = bytes(path);
        return new Document(path.toString(), sha256(bytes), compose(path.toString(), text(path.toString(), bytes)));
    }

    private static byte[] bytes(Path path) {
        try {
            if (!Files.isRegularFile(path)) {
                throw refused(path.toString(), 0, 0, "no such file", "the description of the cluster");
            }
            if (Files.size(path) > MOST_BYTES) {
                throw refused(path.toString(), 0, 0, Files.size(path) + " bytes", "at most " + MOST_BYTES + " bytes");
            }
            return Files.readAllBytes(path);
        } catch (IOException e) {
            throw refused(path.toString(), 0, 0, "a file that cannot be read (" + e + ")", "a readable file");
        }
    }

    private static String text(String file, byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(in).toString();
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            int line = 1;
            for (int i = 0; i < in.position(); i++) {
                line += bytes[i] == '\n' ? 1 : 0;
            }
            throw refused(file, line, 1, "bytes that are not UTF-8", "a text in UTF-8");
        }
    }

    private static Node compose(String file, String text) {
        try {
            Node root = new Yaml(options()).compose(new StringReader(text));
            if (root == null) {
                throw refused(file, 1, 1, "an empty file", "'format: 1' and the keys of a cluster");
            }
            return root;
        } catch (MarkedYAMLException e) {
            throw refused(file, e.getProblemMark(), found(e), expected(e));
        } catch (ReaderException e) {
            int line = 1
                    + (int) text.codePoints()
                            .limit(e.getPosition())
                            .filter(c -> c == '\n')
                            .count();
            String found = String.format("the character U+%04X", e.getCodePoint());
            throw refused(file, line, 1, found, "printable characters");
        } catch (YAMLException e) {
            Mark place = excess(text);
            String limits = "at most " + MOST_ALIASES + " aliases and " + MOST_DEPTH + " levels";
            throw refused(file, place, "too many aliases or levels", limits);
        }
    }

    private static LoaderOptions options() {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(MOST_BYTES);
        options.setMaxAliasesForCollections(MOST_ALIASES);
        options.setNestingDepthLimit(MOST_DEPTH);
        return options;
    }

    /** Return where the parser's limits were crossed, because its own exception does not say so. */
    private static Mark excess(String text) {
        int aliases = 0;
        int depth = 0;
        Mark last = null;
        for (Event event : new Yaml(options()).parse(new StringReader(text))) {
            aliases += event instanceof AliasEvent ? 1 : 0;
            depth += event instanceof CollectionStartEvent ? 1 : event instanceof CollectionEndEvent ? -1 : 0;
            last = event.getStartMark();
            if (aliases > MOST_ALIASES || depth > MOST_DEPTH) {
                return last;
            }
        }
        return last;
    }

    private static String found(MarkedYAMLException e) {
        String problem = e.getProblem() == null ? "a syntax error" : e.getProblem();
        return problem.contains("\\t") ? "a tab" : "YAML that does not parse: " + problem.strip();
    }

    private static String expected(MarkedYAMLException e) {
        String context = e.getContext() == null ? "" : e.getContext().strip();
        if (found(e).equals("a tab")) {
            return "spaces for indentation";
        }
        if (context.contains("flow")) {
            return "a value with { } [ ] or , in quotes inside { } and [ ] (" + context + ")";
        }
        return context.isEmpty() ? "valid YAML" : "valid YAML (" + context + ")";
    }

    private static InventoryException refused(String file, Mark mark, String found, String expected) {
        int line = mark == null ? 1 : mark.getLine() + 1;
        int column = mark == null ? 1 : mark.getColumn() + 1;
        return refused(file, line, column, found, expected);
    }

    private static InventoryException refused(String file, int line, int column, String found, String expected) {
        return new InventoryException(List.of(new Problem(file, line, column, found, expected, Optional.empty())));
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
