package io.seatrial.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.seatrial.measurement.Counter;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSink;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TelemetrySamplerTest {
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final Duration LONG = Duration.ofSeconds(20);

    private final Taken sink = new Taken();

    @Test
    void every_feed_is_swept_again_and_again() {
        Fake first = new Fake("leaf-1", TelemetrySamplerTest::good);
        Fake second = new Fake("leaf-2", TelemetrySamplerTest::good);
        try (TelemetrySampler sampler = new TelemetrySampler(List.of(first, second), sink, SHORT)) {
            sampler.start();
            await().until(() -> first.sweeps.get() >= 3 && second.sweeps.get() >= 3);
        }

        assertThat(first.closed).isTrue();
        assertThat(sink.sources).as("told once by each feed").hasSize(2);
        assertThat(sink.readings.get()).isGreaterThanOrEqualTo(6);
        assertThat(sink.failures).isEmpty();
    }

    @Test
    void feeds_are_swept_side_by_side_and_none_twice_at_once() {
        CountDownLatch together = new CountDownLatch(8);
        List<CounterFeed> feeds = java.util.stream.IntStream.range(0, 8)
                .<CounterFeed>mapToObj(i -> new Fake("leaf-" + i, () -> {
                    together.countDown();
                    arrive(together);
                    return good();
                }))
                .toList();
        try (TelemetrySampler sampler = new TelemetrySampler(feeds, sink, Duration.ofNanos(1))) {
            sampler.start();
            assertThat(sampler.sweepOnce(LONG)).isEmpty();
        }

        assertThat(together.getCount()).isZero();
        assertThat(feeds)
                .allSatisfy(feed -> assertThat(((Fake) feed).mostAtOnce.get()).isEqualTo(1));
    }

    @Test
    void a_feed_that_fails_is_told_once_and_tried_again_until_it_comes_back() {
        AtomicInteger left = new AtomicInteger(3);
        Fake feed = new Fake("leaf-1", () -> {
            if (left.getAndDecrement() > 0) {
                throw new TelemetryException("leaf-1", "it does not answer", null);
            }
            return good();
        });
        try (TelemetrySampler sampler = new TelemetrySampler(List.of(feed), sink, SHORT)) {
            sampler.start();
            await().until(() -> sink.readings.get() > 0);
            left.set(1);
            await().until(() -> sink.failures.size() == 2);
        }

        assertThat(sink.failures)
                .containsExactly("leaf-1  {cause=it does not answer}", "leaf-1  {cause=it does not answer}");
    }

    @Test
    void a_source_that_fails_is_told_beside_the_readings_of_others() {
        Message cause = Message.of("telemetry.no-watchdog");
        Fake feed = new Fake("leaf-1", () -> {
            CounterFeed.Sweep sweep = good();
            return new CounterFeed.Sweep(sweep.sources(), sweep.readings(), Map.of("sonic pfcwd", cause));
        });
        try (TelemetrySampler sampler = new TelemetrySampler(List.of(feed), sink, SHORT)) {
            sampler.start();
            await().until(() -> feed.sweeps.get() >= 3);
        }

        assertThat(sink.failures).containsExactly("leaf-1 sonic pfcwd {}");
    }

    @Test
    void one_sweep_names_those_that_are_late() {
        CountDownLatch never = new CountDownLatch(1);
        Fake hanging = new Fake("leaf-1", () -> {
            arrive(never);
            return good();
        });
        Fake quick = new Fake("leaf-2", TelemetrySamplerTest::good);
        try (TelemetrySampler sampler = new TelemetrySampler(List.of(hanging, quick), sink, SHORT)) {
            assertThat(sampler.sweepOnce(Duration.ofMillis(500))).containsExactly("leaf-1");
            assertThat(sink.readings).hasValue(1);
        }
    }

    @Test
    void closing_waits_for_nobody_who_hangs_and_takes_that_for_no_failure() {
        CountDownLatch never = new CountDownLatch(1);
        Fake hanging = new Fake("leaf-1", () -> {
            arrive(never);
            throw new TelemetryException("leaf-1", "interrupted", null);
        });
        TelemetrySampler sampler = new TelemetrySampler(List.of(hanging), sink, SHORT);
        sampler.start();
        await().until(() -> hanging.sweeps.get() == 1);
        long begin = System.nanoTime();

        sampler.close();

        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
        assertThat(sink.failures).isEmpty();
    }

    @Test
    void readings_that_the_sink_cannot_take_are_a_failure_of_the_run_and_not_of_a_switch() {
        CounterSink full = new Taken() {
            @Override
            public void readings(Collection<CounterReading> readings) {
                throw new IllegalStateException("no space left");
            }
        };
        TelemetrySampler sampler =
                new TelemetrySampler(List.of(new Fake("leaf-1", TelemetrySamplerTest::good)), full, SHORT);

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> sampler.sweepOnce(LONG))
                .withMessage("no space left");
        sampler.close();
    }

    @Test
    void an_interval_of_nothing_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TelemetrySampler(List.of(), sink, Duration.ZERO))
                .withMessageContaining("expected more than 0");
    }

    private static CounterFeed.Sweep good() {
        SubjectId port = new SubjectId(SubjectId.Kind.PORT, "leaf-1/Ethernet1");
        CounterReading reading =
                CounterReading.full(port, "sonic port", Instant.now(), Map.of(Counter.Kind.RX_BYTES.one(), 1L));
        CounterSource source = new CounterSource("leaf-1", "sonic port", Duration.ofSeconds(1), Duration.ofMillis(10));
        return new CounterFeed.Sweep(List.of(source), List.of(reading), Map.of());
    }

    private static void arrive(CountDownLatch latch) {
        try {
            latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class Fake implements CounterFeed {
        private final String name;
        private final Supplier<Sweep> sweep;
        private final AtomicInteger sweeps = new AtomicInteger();
        private final AtomicInteger atOnce = new AtomicInteger();
        private final AtomicInteger mostAtOnce = new AtomicInteger();
        private volatile boolean closed;

        private Fake(String name, Supplier<Sweep> sweep) {
            this.name = name;
            this.sweep = sweep;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Sweep sweep() {
            sweeps.incrementAndGet();
            mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
            try {
                return sweep.get();
            } finally {
                atOnce.decrementAndGet();
            }
        }

        @Override
        public List<Setting> settings() {
            return List.of();
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private static class Taken implements CounterSink {
        private final Collection<CounterSource> sources = new CopyOnWriteArrayList<>();
        private final List<String> failures = new CopyOnWriteArrayList<>();
        private final AtomicInteger readings = new AtomicInteger();

        @Override
        public void source(CounterSource source) {
            sources.add(source);
        }

        @Override
        public void readings(Collection<CounterReading> taken) {
            readings.addAndGet(taken.size());
        }

        @Override
        public void failure(String node, String source, Message cause) {
            failures.add(node + " " + source + " " + cause.values());
        }
    }
}
