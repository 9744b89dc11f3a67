package io.seatrial.transport.ssh;

import io.seatrial.transport.TransportException;
import io.seatrial.transport.TransportException.Kind;
import io.seatrial.transport.ssh.KnownHostsLine.Marker;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.OpenSshCertificate;
import org.apache.sshd.common.config.keys.PublicKeyEntry;

/**
 * What the files of known hosts say about one server.
 *
 * @param names names that were looked up
 * @param lines its keys and the authorities that may vouch for it
 * @param revoked keys that must not be accepted
 * @param files files that were looked in
 * @param notUnderstood lines that were skipped, as file:line
 */
record HostKeys(
        List<String> names,
        List<KnownHostsLine> lines,
        List<KnownHostsLine> revoked,
        List<Path> files,
        List<String> notUnderstood) {

    /** Return the failure that the key means; empty where the key is known. */
    Optional<TransportException> check(Endpoint server, PublicKey key) {
        Optional<KnownHostsLine> forbidden = revoked.stream()
                .filter(line -> forms(key).anyMatch(line.entry()::equals))
                .findFirst();
        if (forbidden.isPresent()) {
            return Optional.of(revoked(server, key, forbidden.get()));
        }
        if (key instanceof OpenSshCertificate certificate) {
            boolean vouched = has(Marker.AUTHORITY, PublicKeyEntry.toString(certificate.getCaPubKey()));
            return vouched ? Optional.empty() : Optional.of(unknown(server, key));
        }
        if (has(Marker.KEY, PublicKeyEntry.toString(key))) {
            return Optional.empty();
        }
        boolean listed = lines.stream().anyMatch(line -> line.marker() == Marker.KEY);
        return Optional.of(listed ? changed(server, key) : unknown(server, key));
    }

    /** Return the types of the listed keys. */
    List<String> types() {
        return lines.stream()
                .filter(line -> line.marker() == Marker.KEY)
                .map(KnownHostsLine::type)
                .distinct()
                .toList();
    }

    /** Return whether a certificate can be accepted. */
    boolean hasAuthority() {
        return lines.stream().anyMatch(line -> line.marker() == Marker.AUTHORITY);
    }

    /**
     * Return the names of which a certificate must list one: those under which an authority was found, a name before a number, as
     * certificates mostly list names.
     */
    List<String> principals(Endpoint server) {
        boolean numeric = server.address().matches("[0-9.]+|.*:.*");
        Stream<String> ordered =
                numeric ? Stream.of(server.name(), server.address()) : Stream.of(server.address(), server.name());
        return ordered.filter(name -> vouchedFor(name, server.port()))
                .distinct()
                .toList();
    }

    private boolean vouchedFor(String name, int port) {
        String lower = name.toLowerCase(Locale.ROOT);
        List<String> forms = List.of(lower, "[" + lower + "]:" + port);
        return lines.stream()
                .filter(line -> line.marker() == Marker.AUTHORITY)
                .anyMatch(line -> forms.stream().filter(names::contains).anyMatch(line::matches));
    }

    private boolean has(Marker marker, String entry) {
        return lines.stream()
                .anyMatch(line -> line.marker() == marker && line.entry().equals(entry));
    }

    private TransportException changed(Endpoint server, PublicKey key) {
        String listed = lines.stream()
                .filter(line -> line.marker() == Marker.KEY)
                .map(line -> line.where() + " lists " + line.type() + " " + Fingerprint.of(line))
                .collect(Collectors.joining(", "));
        return failure(
                server,
                Kind.CHANGED_HOST_KEY,
                "changed host key: " + presented(server, key) + ", but " + listed
                        + "; either it was installed anew or something stands between: compare the fingerprint at the host itself, "
                        + "then replace that line" + skipped());
    }

    private TransportException unknown(Endpoint server, PublicKey key) {
        String looked = files.isEmpty()
                ? "no file of known hosts is named"
                : "none of " + files.stream().map(Path::toString).collect(Collectors.joining(", ")) + " lists "
                        + String.join(" or ", names);
        return failure(
                server,
                Kind.UNKNOWN_HOST_KEY,
                "unknown host key: " + presented(server, key) + ", and " + looked
                        + "; compare the fingerprint at the host itself, then add the line: " + names.get(0) + " "
                        + PublicKeyEntry.toString(plain(key)) + skipped());
    }

    private TransportException revoked(Endpoint server, PublicKey key, KnownHostsLine line) {
        return failure(
                server,
                Kind.CHANGED_HOST_KEY,
                "revoked host key: " + presented(server, key) + ", which " + line.where()
                        + " revokes; give the host a new key, then list that one");
    }

    private static TransportException failure(Endpoint server, Kind kind, String text) {
        return new TransportException(server.name(), kind, text, null);
    }

    private static String presented(Endpoint server, PublicKey key) {
        String certificate = key instanceof OpenSshCertificate c
                ? ", a certificate of the authority " + KeyUtils.getKeyType(c.getCaPubKey()) + " "
                        + Fingerprint.of(c.getCaPubKey())
                : "";
        PublicKey plain = plain(key);
        return server.shown() + " presented " + KeyUtils.getKeyType(plain) + " " + Fingerprint.of(plain) + certificate;
    }

    private String skipped() {
        return notUnderstood.isEmpty() ? "" : " (lines not understood: " + String.join(", ", notUnderstood) + ")";
    }

    // a revoked line may name the key itself or the authority that signed it
    private static Stream<String> forms(PublicKey key) {
        return key instanceof OpenSshCertificate certificate
                ? Stream.of(certificate.getCertPubKey(), certificate.getCaPubKey())
                        .map(PublicKeyEntry::toString)
                : Stream.of(PublicKeyEntry.toString(key));
    }

    private static PublicKey plain(PublicKey key) {
        return key instanceof OpenSshCertificate certificate ? certificate.getCertPubKey() : key;
    }
}
