package io.seatrial.telemetry.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.telemetry.FakeServer;
import io.seatrial.telemetry.TelemetryException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextPushTest {
    private final FakeServer fake = new FakeServer();

    @AfterEach
    void stop() {
        fake.close();
    }

    private TextPush push(Duration deadline) {
        return new TextPush(URI.create("http://" + fake.authority() + "/gate/"), deadline);
    }

    @Test
    void a_text_is_put_below_the_address() {
        fake.on("/gate/metrics/job/seatrial", 202, "");
        push(Duration.ofSeconds(10)).put("/metrics/job/seatrial", "text/plain", "a 1.0\n");
        assertThat(fake.requests()).singleElement().satisfies(request -> {
            assertThat(request.method()).isEqualTo("PUT");
            assertThat(request.text()).contains("a 1.0");
        });
    }

    @Test
    void what_a_server_says_against_it_stands_in_the_message() {
        fake.on("/gate/x", 400, "text format parsing error\nin line 1");
        assertThatThrownBy(() -> push(Duration.ofSeconds(10)).put("/x", "text/plain", "?"))
                .isInstanceOf(TelemetryException.class)
                .hasMessageContaining("status 400")
                .hasMessageContaining("parsing error in line 1")
                .hasMessageContaining(fake.authority());
    }

    @Test
    void a_redirection_is_not_followed() {
        fake.on("/gate/x", 302, "");
        assertThatThrownBy(() -> push(Duration.ofSeconds(10)).put("/x", "text/plain", "a"))
                .hasMessageContaining("status 302");
    }

    @Test
    void a_server_that_says_nothing_is_given_up() {
        CountDownLatch ended = new CountDownLatch(1);
        fake.on("/gate/x", request -> {
            try {
                ended.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return new FakeServer.Response(200, "");
        });
        assertThatThrownBy(() -> push(Duration.ofMillis(200)).put("/x", "text/plain", "a"))
                .isInstanceOf(TelemetryException.class)
                .hasMessageContaining("timed out");
        ended.countDown();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://gate", "http:gate", "http://me:s3cret@gate"})
    void other_addresses_are_refused_and_secrets_not_repeated(String url) {
        assertThatThrownBy(() -> new TextPush(URI.create(url), Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("expected an address")
                .hasMessageNotContaining("s3cret");
    }
}
