package io.seatrial.inventory;

import io.seatrial.inventory.SshSettings.Password;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * SSH settings as far as one block states them; a group's block covers the cluster's, key by key.
 *
 * @param noBastion whether {@code bastion: none} lifts the cluster's bastion
 * @param password of switches only; with it neither the keys nor the agent of the block below are taken over, because each key that a
 *     switch refuses counts against its number of tries
 */
record SshDraft(
        Optional<String> user,
        OptionalInt port,
        Optional<List<Path>> keys,
        Optional<Boolean> agent,
        Optional<String> passphraseVariable,
        Optional<List<Path>> knownHosts,
        Optional<Bastion> bastion,
        boolean noBastion,
        Optional<Password> password) {
    static final SshDraft EMPTY = new SshDraft(
            Optional.empty(),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false,
            Optional.empty());

    private static final int SSH_PORT = 22;

    /** A bastion whose user may be the user of the hosts behind it. */
    record Bastion(Optional<String> user, String address, int port) {}

    SshDraft over(SshDraft below) {
        return new SshDraft(
                user.or(below::user),
                port.isPresent() ? port : below.port,
                password.isPresent() ? keys : keys.or(below::keys),
                password.isPresent() ? agent : agent.or(below::agent),
                passphraseVariable.or(below::passphraseVariable),
                knownHosts.or(below::knownHosts),
                noBastion ? Optional.empty() : bastion.or(below::bastion),
                false,
                password);
    }

    /** Fill in the defaults: port 22, the agent where neither key file nor password is named, the known hosts of the folder and of the user. */
    SshSettings settings(Path folder, Path home) {
        String login = user.orElse("root");
        return new SshSettings(
                login,
                port.orElse(SSH_PORT),
                keys.orElse(List.of()),
                agent.orElse(keys.isEmpty() && password.isEmpty()),
                passphraseVariable,
                knownHosts.orElse(List.of(folder.resolve("known_hosts"), home.resolve(".ssh/known_hosts"))),
                bastion.map(b -> new SshSettings.Bastion(b.user().orElse(login), b.address(), b.port())),
                password);
    }
}
