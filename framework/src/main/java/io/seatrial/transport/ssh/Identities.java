package io.seatrial.transport.ssh;

import java.io.Closeable;
import java.io.IOException;
import java.security.PublicKey;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Queue;
import org.apache.sshd.client.auth.pubkey.KeyAgentIdentity;
import org.apache.sshd.client.auth.pubkey.KeyPairIdentity;
import org.apache.sshd.client.auth.pubkey.PublicKeyIdentity;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.signature.SignatureFactoriesManager;

/** The keys of one login, in order; the agent is asked only when the files did not suffice, and let go of when the login ends. */
final class Identities implements Iterator<PublicKeyIdentity>, Closeable {
    private final Queue<PublicKeyIdentity> ready = new ArrayDeque<>();
    private final Attempt attempt;
    private boolean agentAsked;
    private AgentSocket agent;

    Identities(ClientSession session, SignatureFactoriesManager manager, Credentials credentials) {
        this.attempt = Attempt.of(session);
        credentials.files().forEach(pair -> ready.add(new KeyPairIdentity(manager, session, pair)));
    }

    @Override
    public boolean hasNext() {
        if (ready.isEmpty() && !agentAsked) {
            agentAsked = true;
            attempt.credentials().agent().ifPresent(this::ask);
        }
        return !ready.isEmpty();
    }

    @Override
    public PublicKeyIdentity next() {
        if (!hasNext()) {
            throw new NoSuchElementException("every key was tried");
        }
        return ready.remove();
    }

    @Override
    public void close() throws IOException {
        if (agent != null) {
            agent.close();
        }
    }

    private void ask(String socket) {
        try {
            agent = AgentSocket.connect(socket);
            for (Map.Entry<PublicKey, String> key : agent.getIdentities()) {
                ready.add(new KeyAgentIdentity(agent, key.getKey(), key.getValue()));
            }
        } catch (IOException e) {
            attempt.note(e);
        }
    }
}
