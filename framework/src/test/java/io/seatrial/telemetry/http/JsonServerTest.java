package io.seatrial.telemetry.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.seatrial.inventory.HttpSettings;
import io.seatrial.telemetry.FakeServer;
import io.seatrial.telemetry.TelemetryException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonServerTest {
    private static final Duration DEADLINE = Duration.ofSeconds(5);

    @TempDir
    Path folder;

    private FakeServer fake = new FakeServer();

    @AfterEach
    void stop() {
        fake.close();
    }

    private JsonServer server(Optional<HttpSettings.Credential> credential, Map<String, String> environment) {
        return new JsonServer(
                "it",
                new HttpSettings(
                        URI.create("http://" + fake.authority() + "/base/"), credential, Optional.empty(), DEADLINE),
                environment::get);
    }

    private JsonServer server() {
        return server(Optional.empty(), Map.of());
    }

    private static Optional<HttpSettings.Credential> token(Path file) {
        return Optional.of(new HttpSettings.Credential(Optional.empty(), Optional.of(file), Optional.empty()));
    }

    private static Optional<HttpSettings.Credential> password(String variable) {
        return Optional.of(new HttpSettings.Credential(Optional.of("me"), Optional.empty(), Optional.of(variable)));
    }

    @Test
    void asks_below_the_path_of_the_address_and_keeps_numbers_exact() {
        fake.on("/base/x", 200, "{\"n\": 18446744073709551615, \"f\": 0.1}");

        JsonServer.Answer answer = server().get("/x", Map.of("q", "a b&c"));

        assertThat(answer.body().path("n").bigIntegerValue()).isEqualTo(new BigInteger("18446744073709551615"));
        assertThat(answer.body().path("f").decimalValue()).hasToString("0.1");
        assertThat(answer.sent()).isBeforeOrEqualTo(answer.received());
        assertThat(fake.requests()).containsExactly(new FakeServer.Request("GET", "/base/x", "q=a b&c", "null"));
    }

    @Test
    void a_token_is_read_anew_for_every_request() throws Exception {
        fake.on("/base/x", 200, "{}");
        Path file = folder.resolve("token");
        JsonServer server = server(token(file), Map.of());
        Files.writeString(file, "first\n");
        server.get("/x", Map.of());
        Files.writeString(file, "second\n");
        server.get("/x", Map.of());

        assertThat(fake.requests())
                .extracting(FakeServer.Request::authorization)
                .containsExactly("Bearer first", "Bearer second");
    }

    @Test
    void a_password_comes_from_the_environment() {
        fake.on("/base/x", 200, "{}");
        server(password("PW"), Map.of("PW", "s3cret")).form("/x", Map.of("a", "b"));

        assertThat(fake.requests())
                .containsExactly(new FakeServer.Request(
                        "POST",
                        "/base/x",
                        "a=b",
                        "Basic " + Base64.getEncoder().encodeToString("me:s3cret".getBytes())));
    }

    @Test
    void a_secret_that_is_not_there_is_said_by_its_place() {
        assertThatThrownBy(() -> server(password("PW"), Map.of()).get("/x", Map.of()))
                .isInstanceOf(TelemetryException.class)
                .hasMessage("it: the environment variable PW is empty or not there; expected the secret in it");
        assertThatThrownBy(() -> server(token(folder.resolve("none")), Map.of()).get("/x", Map.of()))
                .hasMessageContaining("the secret in " + folder.resolve("none") + " cannot be read");
        assertThat(fake.requests()).isEmpty();
    }

    @Test
    void redirections_are_not_followed_with_the_secret() {
        fake.on("/base/x", 302, "");
        JsonServer server = server();
        JsonServer.Answer answer = server.get("/x", Map.of());

        assertThat(answer.isSuccess()).isFalse();
        assertThat(server.refused("/x", answer, ""))
                .hasMessageContaining("/x: status 302; it points elsewhere: put that address into cluster.yaml");
        assertThat(fake.requests()).hasSize(1);
    }

    @Test
    void an_answer_that_is_no_json_is_shown() {
        fake.on("/base/x", 200, "<html>log in</html>");
        fake.on("/base/empty", 200, "");

        assertThatThrownBy(() -> server().get("/x", Map.of()))
                .hasMessageMatching(
                        "it: GET http://127.0.0.1:\\d+/base/x: an answer that is no JSON: <html>log in</html>");
        assertThatThrownBy(() -> server().get("/empty", Map.of())).hasMessageContaining("an empty answer");
    }

    @Test
    void a_server_that_keeps_silent_ends_at_the_deadline() {
        CountDownLatch never = new CountDownLatch(1);
        fake.on("/x", request -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return new FakeServer.Response(200, "{}");
        });
        HttpSettings hasty = new HttpSettings(
                URI.create("http://" + fake.authority()), Optional.empty(), Optional.empty(), Duration.ofMillis(200));

        assertThatThrownBy(() -> new JsonServer("it", hasty).get("/x", Map.of()))
                .isInstanceOf(TelemetryException.class)
                .hasMessageContaining("within 200 ms");
        never.countDown();
    }

    @Test
    void nobody_who_listens_is_said_with_the_cause() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        HttpSettings nobody =
                new HttpSettings(URI.create("http://127.0.0.1:" + port), Optional.empty(), Optional.empty(), DEADLINE);

        assertThatThrownBy(() -> new JsonServer("it", nobody).get("/x", Map.of()))
                .hasMessageContaining("it: GET http://127.0.0.1:" + port + "/x: ConnectException");
    }

    @Test
    void a_certificate_is_trusted_by_the_file_that_names_its_authority_and_by_nothing_else() throws Exception {
        KeyPair keys = KeyPairGenerator.getInstance("RSA").generateKeyPair();
        X509Certificate certificate = selfSigned(keys);
        Path file = folder.resolve("ca.pem");
        String pem = Base64.getMimeEncoder().encodeToString(certificate.getEncoded());
        Files.writeString(file, "-----BEGIN CERTIFICATE-----\n" + pem + "\n-----END CERTIFICATE-----\n");
        try (FakeServer secure = new FakeServer(https(keys, certificate)).on("/x", 200, "{\"a\": 1}")) {
            URI url = URI.create("https://" + secure.authority());
            HttpSettings trusting = new HttpSettings(url, Optional.empty(), Optional.of(file), DEADLINE);
            HttpSettings strange = new HttpSettings(url, Optional.empty(), Optional.empty(), DEADLINE);

            assertThat(new JsonServer("it", trusting)
                            .get("/x", Map.of())
                            .body()
                            .path("a")
                            .intValue())
                    .isEqualTo(1);
            assertThatThrownBy(() -> new JsonServer("it", strange).get("/x", Map.of()))
                    .hasMessageContaining("unable to find valid certification path");
        }
        Files.writeString(file, "nothing");
        assertThatThrownBy(() -> new JsonServer(
                        "it", new HttpSettings(URI.create("https://x"), Optional.empty(), Optional.of(file), DEADLINE)))
                .isInstanceOf(TelemetryException.class)
                .hasMessageContaining(file.toString());
    }

    private static HttpsServer https(KeyPair keys, X509Certificate certificate) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("it", keys.getPrivate(), new char[0], new X509Certificate[] {certificate});
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        return server;
    }

    private static X509Certificate selfSigned(KeyPair keys) throws Exception {
        X500Name name = new X500Name("CN=it");
        Instant now = Instant.now();
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                name,
                BigInteger.ONE,
                Date.from(now.minusSeconds(3600)),
                Date.from(now.plusSeconds(3600)),
                name,
                keys.getPublic());
        builder.addExtension(
                Extension.subjectAlternativeName,
                false,
                new GeneralNames(new GeneralName(GeneralName.iPAddress, "127.0.0.1")));
        return new JcaX509CertificateConverter()
                .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withRSA").build(keys.getPrivate())));
    }
}
