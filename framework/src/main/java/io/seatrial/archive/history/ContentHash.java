package io.seatrial.archive.history;

import io.seatrial.archive.Closing;
import io.seatrial.archive.RunHeader;
import io.seatrial.measurement.SubjectId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * SHA-256 over what is stored of a run, so that a second import can tell whether the folder still says the same. It does not depend on how the
 * files of the folder are written: a folder may be compressed after its run.
 */
final class ContentHash {
    /** Cannot stand in a name. */
    private static final char END = '\n';

    private final MessageDigest digest;
    private final StringBuilder text = new StringBuilder();

    private ContentHash() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static String of(
            RunHeader header,
            Closing closing,
            SortedSet<String> asks,
            SortedMap<String, SortedSet<String>> leftOut,
            SortedMap<SeriesClass, SortedMap<SubjectId, OfRounds>> values,
            SortedMap<RunDigest.Question, String> verdicts) {
        ContentHash hash = new ContentHash();
        hash.add(header.cluster(), header.run(), header.profile(), header.clusterHash(), header.started());
        hash.add(closing.verdict(), closing.status(), closing.ended(), closing.countable());
        asks.forEach(hash::add);
        leftOut.forEach((ask, names) -> {
            hash.add("left out", ask);
            names.forEach(hash::add);
        });
        values.forEach((of, bySubject) -> {
            hash.add(of.ask(), of.metric().id(), of.metric().unit(), of.metric().better(), of.conditions());
            bySubject.forEach((subject, rounds) -> hash.add(
                    subject.kind(), subject.name(), rounds.rounds(), rounds.median(), rounds.least(), rounds.most()));
        });
        verdicts.forEach((question, verdict) -> hash.add(question.criterion(), question.subject(), verdict));
        hash.flush();
        return HexFormat.of().formatHex(hash.digest.digest());
    }

    private void add(Object... parts) {
        for (Object part : parts) {
            text.append(part).append(END);
        }
        if (text.length() > 1 << 16) {
            flush();
        }
    }

    private void flush() {
        digest.update(text.toString().getBytes(StandardCharsets.UTF_8));
        text.setLength(0);
    }
}
