package io.seatrial.transport.ssh;

import static org.apache.sshd.common.kex.BuiltinDHFactories.*;
import static org.apache.sshd.common.signature.BuiltinSignatures.*;

import io.seatrial.transport.TransportException;
import java.security.PublicKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.sshd.client.ClientBuilder;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.auth.UserAuthFactory;
import org.apache.sshd.client.config.hosts.HostConfigEntryResolver;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.NamedFactory;
import org.apache.sshd.common.OptionalFeature;
import org.apache.sshd.common.cipher.BuiltinCiphers;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;
import org.apache.sshd.common.signature.BuiltinSignatures;
import org.apache.sshd.core.CoreModuleProperties;

/** Sets up the one client of a run; starting it loads Bouncy Castle, so it is started by the first connection. */
final class Clients {
    private static final int READ_BUFFER = 16 * 1024;
    // larger than any deadline of ours: the library counts the time that a login waits in line
    private static final Duration LOGIN_TIMEOUT = Duration.ofMinutes(30);

    private Clients() {}

    static SshClient start(SshTransport.Options options) {
        SshClient client = SshClient.setUpDefaultClient();
        chooseAlgorithms(client);
        client.setHostConfigEntryResolver(HostConfigEntryResolver.EMPTY);
        client.setKeyIdentityProvider(KeyIdentityProvider.EMPTY_KEYS_PROVIDER);
        client.setUserAuthFactories(loginMethods());
        client.setServerKeyVerifier((session, address, key) -> accept(session, key));
        client.addSessionListener(new SessionWatch());
        setTimes(client, options);
        client.start();
        return client;
    }

    private static List<UserAuthFactory> loginMethods() {
        List<UserAuthFactory> methods = new ArrayList<>(List.of(new LoginByKey()));
        methods.addAll(LoginByPassword.methods());
        return methods;
    }

    private static void chooseAlgorithms(SshClient client) {
        // Post-quantum exchanges cost about 100 ms of CPU a connection in Java: offered, not preferred.
        client.setKeyExchangeFactories(NamedFactory.setUpTransformedFactories(
                true,
                List.of(
                        curve25519,
                        curve25519_libssh,
                        sntrup761x25519,
                        sntrup761x25519_openssh,
                        mlkem768x25519,
                        ecdhp256,
                        ecdhp384,
                        ecdhp521,
                        dhgex256,
                        dhg16_512,
                        dhg14_256),
                ClientBuilder.DH2KEX));
        client.setCipherFactories(supported(List.<BuiltinCiphers>of(
                BuiltinCiphers.cc20p1305_openssh, BuiltinCiphers.aes128gcm, BuiltinCiphers.aes256gcm)));
        client.setSignatureFactories(supported(signatures()));
    }

    private static <T, F extends NamedFactory<T> & OptionalFeature> List<NamedFactory<T>> supported(List<F> wanted) {
        return wanted.stream()
                .filter(OptionalFeature::isSupported)
                .<NamedFactory<T>>map(factory -> factory)
                .toList();
    }

    // no ssh-dss, and no ssh-rsa with SHA-1
    private static List<BuiltinSignatures> signatures() {
        return List.of(
                ed25519,
                nistp256,
                nistp384,
                nistp521,
                rsaSHA512,
                rsaSHA256,
                sk_ssh_ed25519,
                sk_ecdsa_sha2_nistp256,
                ed25519_cert,
                nistp256_cert,
                nistp384_cert,
                nistp521_cert,
                rsaSHA512_cert,
                rsaSHA256_cert);
    }

    private static void setTimes(SshClient client, SshTransport.Options options) {
        CoreModuleProperties.TCP_NODELAY.set(client, true);
        CoreModuleProperties.NIO2_READ_BUFFER_SIZE.set(client, READ_BUFFER);
        CoreModuleProperties.IO_CONNECT_TIMEOUT.set(client, options.deadline());
        CoreModuleProperties.AUTH_TIMEOUT.set(client, LOGIN_TIMEOUT);
        CoreModuleProperties.IDLE_TIMEOUT.set(client, Duration.ZERO);
        CoreModuleProperties.HEARTBEAT_INTERVAL.set(client, options.heartbeat());
        CoreModuleProperties.HEARTBEAT_NO_REPLY_MAX.set(client, options.missedHeartbeats());
    }

    private static boolean accept(ClientSession session, PublicKey key) {
        Attempt attempt = Attempt.of(session);
        Optional<TransportException> failure = attempt.keys().check(attempt.server(), key);
        failure.ifPresent(attempt::refuseKey);
        return failure.isEmpty();
    }
}
