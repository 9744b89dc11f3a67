package io.seatrial.run;

import io.seatrial.archive.RunArchive;
import io.seatrial.archive.SourceRecord;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSink;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;

/**
 * Writes what samplers read into the archive of a run.
 *
 * @param archive the run
 */
public record ArchiveSink(RunArchive archive) implements CounterSink {
    public ArchiveSink {
        Objects.requireNonNull(archive, "archive");
    }

    @Override
    public void source(CounterSource source) {
        archive.append(new SourceRecord(Instant.now(), source, Optional.empty()));
    }

    @Override
    public void readings(Collection<CounterReading> readings) {
        archive.append(readings);
    }

    @Override
    public void failure(String node, String source, Message cause) {
        CounterSource silent = new CounterSource(node, source, Duration.ZERO, Duration.ZERO);
        archive.append(new SourceRecord(Instant.now(), silent, Optional.of(cause)));
    }
}
