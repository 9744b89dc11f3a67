package io.seatrial.archive.signoff;

import io.seatrial.archive.ArchiveException;
import io.seatrial.archive.DiskException;
import io.seatrial.archive.Folders;
import io.seatrial.archive.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A bundle in the making, in a folder beside its place. It gets its name when everything is in it and signed; closed before that, nothing is
 * left of it.
 */
public final class BundleDraft implements AutoCloseable {
    private static final List<String> OF_A_RUN = List.of("run.json", "closed.json", Manifest.NAME);

    private final Path place;
    private final Path draft;

    private BundleDraft(Path place, Path draft) {
        this.place = place;
        this.draft = draft;
    }

    /**
     * Begin.
     *
     * @param place where the bundle is to be
     * @throws ArchiveException if something is there already
     * @throws DiskException if nothing can be written there
     */
    public static BundleDraft begin(Path place) {
        Path whole = place.toAbsolutePath().normalize();
        try {
            requireEmpty(place);
            Files.createDirectories(whole.getParent());
            Path draft = whole.resolveSibling("." + whole.getFileName() + ".draft-"
                    + ProcessHandle.current().pid());
            Folders.remove(draft); // of a process of the same number that was killed
            return new BundleDraft(whole, Files.createDirectory(draft));
        } catch (IOException e) {
            throw new DiskException(place, e);
        }
    }

    private static void requireEmpty(Path place) throws IOException {
        if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
            try (Stream<Path> within = Files.list(place)) {
                if (within.findAny().isEmpty()) {
                    return;
                }
            }
        }
        throw new ArchiveException(
                place + " is there already; expected a new folder, because a signed record is never rewritten", null);
    }

    /** Add a file. */
    public void put(String name, byte[] content) {
        try {
            Path file = draft.resolve(name);
            Files.createDirectories(file.getParent());
            Files.write(file, content);
        } catch (IOException e) {
            throw cannot(name, e);
        }
    }

    /**
     * Add what identifies a run, and its inputs where they are not those of the newest.
     *
     * @param run its id
     * @param folder its folder
     * @param full whether to add all of it
     */
    public void putRun(String run, Path folder, boolean full) {
        Manifest manifest = Manifest.read(folder.resolve(Manifest.NAME));
        for (String name : OF_A_RUN) {
            copy(folder.resolve(name), Bundle.RUNS + "/" + run + "/" + name);
        }
        manifest.hashes().forEach((name, hash) -> {
            if (full ? !OF_A_RUN.contains(name) : isOwnInput(name, hash)) {
                copy(folder.resolve(name), Bundle.RUNS + "/" + run + "/" + name);
            }
        });
    }

    private boolean isOwnInput(String name, String hash) {
        if (!name.startsWith(Bundle.INPUTS + "/")) {
            return false;
        }
        Path shared = draft.resolve(name);
        return !Files.exists(shared) || !Manifest.hash(shared).equals(hash);
    }

    /** Add the inputs of the newest run. */
    public void putInputs(Path inputs) {
        try (Stream<Path> files = Files.list(inputs)) {
            files.sorted().forEach(file -> copy(file, Bundle.INPUTS + "/" + file.getFileName()));
        } catch (IOException e) {
            throw cannot(Bundle.INPUTS, e);
        }
    }

    private void copy(Path file, String name) {
        try {
            Path copy = draft.resolve(name);
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw cannot(name, e);
        }
    }

    /**
     * Write the record, list everything, sign the list, and give the bundle its name.
     *
     * @param signing signs a file, and leaves the signature beside it as {@code FILE.sig}
     * @return where the bundle is
     */
    public Path seal(SignOffRecord record, PreviousRecord previous, Consumer<Path> signing) {
        put(Bundle.RECORD, json(record));
        put(Bundle.PREVIOUS, json(previous));
        Manifest.of(draft, Bundle::isListed).write(draft.resolve(Manifest.NAME));
        signing.accept(draft.resolve(Manifest.NAME));
        requireCanonical();
        try {
            return Files.move(draft, place, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new DiskException(place, e);
        }
    }

    /** Another ssh-keygen might write another form, which no check would take: that must show before anybody relies on it. */
    private void requireCanonical() {
        try {
            SshSignature.parse(Files.readAllBytes(draft.resolve(Bundle.SIGNATURE)));
        } catch (IOException e) {
            throw cannot(Bundle.SIGNATURE, e);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException("ssh-keygen wrote a signature that is not taken: " + e.getMessage(), e);
        }
    }

    private static byte[] json(Object content) {
        try {
            byte[] json = Bundle.json().writerWithDefaultPrettyPrinter().writeValueAsBytes(content);
            byte[] line = Arrays.copyOf(json, json.length + 1);
            line[json.length] = '\n';
            return line;
        } catch (IOException e) {
            throw new ArchiveException("cannot write the record as JSON: " + e, e);
        }
    }

    private DiskException cannot(String name, IOException e) {
        return new DiskException(draft.resolve(name), e);
    }

    @Override
    public void close() throws IOException {
        Folders.remove(draft);
    }
}
