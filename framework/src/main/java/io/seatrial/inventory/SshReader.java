package io.seatrial.inventory;

import io.seatrial.inventory.SshSettings.Password;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.Node;

/** Reads {@code ssh:} blocks. */
final class SshReader {
    private static final Pattern BASTION = Pattern.compile(
            "(?:([A-Za-z0-9_.][A-Za-z0-9_.-]*)@)?(\\[[0-9A-Fa-f:.%]+]|[A-Za-z0-9._-]+)(?::(\\d{1,5}))?");
    /** Stands for a block that has been refused, so that what it lacks is no second problem. */
    private static final SshDraft BROKEN = new SshDraft(
            Optional.of("refused"),
            SshDraft.EMPTY.port(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false,
            Optional.empty());

    private static final Scope NO_SCOPE = Scope.of("", 0);

    private final Problems problems;
    private final Path folder;
    private final Path home = Path.of(System.getProperty("user.home"));

    SshReader(Problems problems, Path folder) {
        this.problems = problems;
        this.folder = folder.toAbsolutePath().normalize();
    }

    SshSettings settings(SshDraft draft) {
        return draft.settings(folder, home);
    }

    SshDraft read(Section parent) {
        return parent.section("ssh", Shape.SSH)
                .map(ssh -> draft(ssh, Optional.empty()))
                .orElse(parent.has("ssh") ? BROKEN : SshDraft.EMPTY);
    }

    /** Read the block of a group of switches, which may name a password. */
    SshDraft readOfSwitches(Section parent) {
        return parent.section("ssh", Shape.SWITCH_SSH)
                .map(ssh -> draft(ssh, password(ssh)))
                .orElse(parent.has("ssh") ? BROKEN : SshDraft.EMPTY);
    }

    private Optional<Password> password(Section ssh) {
        Optional<Password> file = ssh.text("password-file")
                .flatMap(text -> path(ssh.place("password-file"), text, "a text"))
                .map(Password.InFile::new);
        Optional<Password> variable = ssh.text("password-env")
                .flatMap(name -> variable(ssh, "password-env", name))
                .map(Password.InVariable::new);
        if (ssh.has("password-file") && ssh.has("password-env")) {
            problems.add(ssh.place("password-env"), "a second place of the password", "password-file or password-env");
        }
        return file.or(() -> variable);
    }

    private SshDraft draft(Section ssh, Optional<Password> password) {
        boolean noBastion =
                ssh.has("bastion") && ssh.text("bastion").filter("none"::equals).isPresent();
        return new SshDraft(
                ssh.text("user"),
                ssh.has("port") ? ssh.integer("port", NO_SCOPE, 1, 65535) : SshDraft.EMPTY.port(),
                paths(ssh, "keys"),
                ssh.flag("agent"),
                ssh.text("passphrase-env").flatMap(name -> variable(ssh, "passphrase-env", name)),
                paths(ssh, "known-hosts"),
                noBastion ? Optional.empty() : ssh.text("bastion").flatMap(text -> bastion(ssh, text)),
                noBastion,
                password);
    }

    private Optional<String> variable(Section ssh, String key, String name) {
        if (Names.VARIABLE.fits(name)) {
            return Optional.of(name);
        }
        // the text may be the secret itself
        problems.add(ssh.place(key), "a text that is no name of a variable", Names.VARIABLE.expected());
        return Optional.empty();
    }

    private Optional<SshDraft.Bastion> bastion(Section ssh, String text) {
        Matcher parts = BASTION.matcher(text);
        int port = parts.matches() && parts.group(3) != null ? Integer.parseInt(parts.group(3)) : 22;
        if (parts.matches() && port >= 1 && port <= 65535) {
            String address = parts.group(2).replaceAll("[\\[\\]]", "");
            return Optional.of(new SshDraft.Bastion(Optional.ofNullable(parts.group(1)), address, port));
        }
        boolean perhapsSecret = text.indexOf('@') > text.indexOf(':') && text.indexOf(':') >= 0;
        String found = perhapsSecret ? "a bastion with ':' before '@'" : "bastion '" + text + "'";
        problems.add(ssh.place("bastion"), found, "user@host:port, user@host, host or none, without a password");
        return Optional.empty();
    }

    private Optional<List<Path>> paths(Section ssh, String key) {
        if (!ssh.has(key)) {
            return Optional.empty();
        }
        List<Path> paths = new ArrayList<>();
        for (Node item : ssh.list(key)) {
            Section.text(problems, item)
                    .flatMap(text -> path(item, text, "'" + text + "'"))
                    .ifPresent(paths::add);
        }
        return Optional.of(paths);
    }

    /** Return a path, from the cluster's folder where it is relative. */
    Optional<Path> path(Node place, String text) {
        return path(place, text, text);
    }

    /** @param shown how a problem names the text: the path of a password may be the password itself */
    private Optional<Path> path(Node place, String text, String shown) {
        try {
            if (text.equals("~") || text.startsWith("~/")) {
                return Optional.of(home.resolve(text.substring(Math.min(2, text.length()))));
            }
            if (!text.startsWith("~") && !text.contains("PRIVATE KEY-----")) {
                return Optional.of(folder.resolve(text).normalize());
            }
        } catch (InvalidPathException e) {
            problems.add(place, "a text that is no path", "the path of a file");
            return Optional.empty();
        }
        if (text.startsWith("~")) {
            problems.add(place, shown, "~/ for the own home, a path from the cluster's folder or an absolute one");
        }
        return Optional.empty();
    }
}
