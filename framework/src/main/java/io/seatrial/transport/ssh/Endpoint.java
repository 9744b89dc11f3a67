package io.seatrial.transport.ssh;

import io.seatrial.inventory.Host;
import io.seatrial.inventory.SshSettings;
import io.seatrial.inventory.Switch;
import java.util.Optional;

/**
 * A server to log in to.
 *
 * @param name name that known_hosts may list besides the address, and that failures carry
 * @param user login name
 * @param address name or numeric address
 * @param port TCP port
 * @param settings keys and files of known keys
 */
record Endpoint(String name, String user, String address, int port, SshSettings settings) {
    static Endpoint of(Host host) {
        SshSettings ssh = host.ssh();
        return new Endpoint(host.name(), ssh.user(), host.address(), ssh.port(), ssh);
    }

    static Endpoint of(Switch node) {
        SshSettings ssh = node.ssh();
        return new Endpoint(node.name(), ssh.user(), node.address(), ssh.port(), ssh);
    }

    /** Return the bastion in front of it; the bastion has no other before it. */
    Optional<Endpoint> bastion() {
        return settings.bastion()
                .map(b -> new Endpoint(b.address(), b.user(), b.address(), b.port(), withoutBastion(settings)));
    }

    /** Return how failures name it. */
    String shown() {
        String through = settings.bastion()
                .map(b -> " through bastion " + b.address() + " port " + b.port())
                .orElse("");
        return address + " port " + port + through;
    }

    /** Without the password, too: it is the switch's. */
    private static SshSettings withoutBastion(SshSettings settings) {
        return new SshSettings(
                settings.user(),
                settings.port(),
                settings.keyFiles(),
                settings.agent(),
                settings.passphraseVariable(),
                settings.knownHosts(),
                Optional.empty());
    }
}
