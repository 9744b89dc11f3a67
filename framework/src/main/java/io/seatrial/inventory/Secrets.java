package io.seatrial.inventory;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Set;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Finds secrets anywhere in the file, also under keys that are unknown. Their value never reaches a message. */
final class Secrets {
    private static final Set<String> KEYS =
            Set.of("password", "passwd", "passphrase", "secret", "token", "privatekey", "keypassphrase", "sshpassword");
    private static final String EXPECTED =
            "no secret in this file: name a key file (keys), the agent (agent: true) or an environment variable (passphrase-env); of switches also password-file or password-env";

    private final Problems problems;
    /** Aliases make one node appear many times; each is looked at once. */
    private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    Secrets(Problems problems) {
        this.problems = problems;
    }

    static boolean isSecret(String key) {
        return KEYS.contains(key.toLowerCase(Locale.ROOT).replace("-", "").replace("_", ""));
    }

    void scan(Node node) {
        if (node instanceof ScalarNode scalar) {
            if (scalar.getValue().contains("PRIVATE KEY-----")) {
                problems.add(node, "a private key", EXPECTED);
            }
        } else if (seen.add(node)) {
            if (node instanceof SequenceNode sequence) {
                sequence.getValue().forEach(this::scan);
            } else if (node instanceof MappingNode mapping) {
                mapping.getValue().forEach(this::scan);
            }
        }
    }

    private void scan(NodeTuple entry) {
        if (entry.getKeyNode() instanceof ScalarNode key && isSecret(key.getValue())) {
            problems.add(key, "the key '" + key.getValue() + "'", EXPECTED);
        } else {
            scan(entry.getValueNode());
        }
    }
}
