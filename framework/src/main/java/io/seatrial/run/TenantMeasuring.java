package io.seatrial.run;

import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.TimeWindow;
import io.seatrial.plan.Group;
import io.seatrial.probe.TenantRunner;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Measures two tenants. All rounds are one round of the archive, since a median of half of them is none; the times in which the second tenant
 * loaded the fabric are windows of the ask, so that counters show who suffered.
 */
final class TenantMeasuring {
    private final RunArchive archive;
    private final TenantRunner runner;
    private final Progress progress;
    private final BooleanSupplier interrupted;
    private final PlannedAsk.Tenants ask;

    TenantMeasuring(
            RunArchive archive,
            TenantRunner runner,
            Progress progress,
            BooleanSupplier interrupted,
            PlannedAsk.Tenants ask) {
        this.archive = archive;
        this.runner = runner;
        this.progress = progress;
        this.interrupted = interrupted;
        this.ask = ask;
    }

    /** Measure all rounds; one that is interrupted amid them leaves nothing behind. */
    void measure(int attempt) {
        List<TimeWindow> windows = new ArrayList<>();
        Optional<List<Measurement>> measured =
                runner.run(ask.probe(), ask.tenancy(), attempt, interrupted, windows::add);
        if (measured.isEmpty()) {
            return;
        }
        // rounds that only say when there was load come before the one that ends the attempt
        for (int i = 0; i < windows.size(); i++) {
            archive.append(
                    new RoundRecord(ask.ask(), i + 1, attempt, List.of(), List.of(), Optional.of(windows.get(i))));
        }
        archive.append(new RoundRecord(ask.ask(), 0, attempt, measured.get()));
        measured.get().forEach(one -> progress.done(one.value().isPresent()));
    }

    /** Leave it out, with the reason. */
    void decline(Message why) {
        Instant now = Instant.now();
        Provenance provenance = new Provenance(0, 0, now, now, "none", "");
        archive.append(new RoundRecord(
                ask.ask(),
                0,
                0,
                ask.tenancy().a().stream()
                        .map(Group::subject)
                        .map(subject -> Measurement.absent(
                                ask.metric(),
                                subject,
                                why,
                                ask.probe().collective().conditions(),
                                provenance))
                        .toList()));
    }
}
