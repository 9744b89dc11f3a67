package io.seatrial.transport.ssh;

import java.util.Iterator;
import org.apache.sshd.client.auth.UserAuth;
import org.apache.sshd.client.auth.UserAuthFactory;
import org.apache.sshd.client.auth.pubkey.PublicKeyIdentity;
import org.apache.sshd.client.auth.pubkey.UserAuthPublicKey;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.signature.SignatureFactoriesManager;

/**
 * Logs in by public key: key files first, then the agent. The library asks the agent first, and an agent with many keys uses up the
 * server's MaxAuthTries (6 in OpenSSH) before the named file is tried.
 */
final class LoginByKey implements UserAuthFactory {
    @Override
    public String getName() {
        return UserAuthPublicKey.NAME;
    }

    @Override
    public UserAuth createUserAuth(ClientSession session) {
        return new UserAuthPublicKey() {
            @Override
            protected Iterator<PublicKeyIdentity> createPublicKeyIterator(
                    ClientSession asking, SignatureFactoriesManager manager) {
                return new Identities(asking, manager, Attempt.of(asking).credentials());
            }
        };
    }
}
