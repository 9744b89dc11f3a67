package io.seatrial.transport.ssh;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which host key algorithms are asked for, in which order. A server that has several keys must be asked for the one that is listed, else a
 * known host looks like a changed one; a certificate may be asked for only where an authority could vouch for it.
 */
final class HostKeyTypes {
    private static final String CERTIFICATE = "-cert-v01@openssh.com";

    private HostKeyTypes() {}

    /**
     * Order algorithms: certificates where an authority is listed, then the listed types, then the others. The last are refused when they
     * come, but their fingerprint makes the failure useful.
     *
     * @param offered algorithms of the client, comma separated
     */
    static String order(String offered, HostKeys keys) {
        List<String> names = Arrays.asList(offered.split(","));
        List<String> plain =
                names.stream().filter(name -> !name.endsWith(CERTIFICATE)).toList();
        Stream<String> certificates = names.stream().filter(name -> keys.hasAuthority() && name.endsWith(CERTIFICATE));
        Stream<String> known = plain.stream().filter(name -> keys.types().contains(type(name)));
        return Stream.of(certificates, known, plain.stream())
                .flatMap(part -> part)
                .distinct()
                .collect(Collectors.joining(","));
    }

    // RFC 8332: an ssh-rsa key signs as rsa-sha2-256 or rsa-sha2-512
    private static String type(String algorithm) {
        return algorithm.startsWith("rsa-sha2-") ? "ssh-rsa" : algorithm;
    }
}
