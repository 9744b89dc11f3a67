package io.seatrial.criteria;

import io.seatrial.measurement.Judgement;
import java.time.LocalDate;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * People accept for a time that a criterion is not kept.
 *
 * @param criterion pattern of criterion ids; {@code *} stands for any text
 * @param subject pattern of subject names; {@code *} stands for any text
 * @param owner who answers for it
 * @param reason why
 * @param ticket where the reason is kept
 * @param expires last day on which it applies
 * @param coversNotProven whether it covers missing evidence too
 */
public record Waiver(
        String criterion,
        String subject,
        String owner,
        String reason,
        String ticket,
        LocalDate expires,
        boolean coversNotProven) {
    public Waiver {
        Objects.requireNonNull(owner, "owner");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(ticket, "ticket");
        Objects.requireNonNull(expires, "expires");
        if (criterion.isBlank() || subject.isBlank()) {
            throw new IllegalArgumentException("waiver " + ticket
                    + ": expected patterns of criterion and subject, got '" + criterion + "' and '" + subject + "'");
        }
    }

    /** Tell whether criterion and subject of a judgement are in its scope. */
    public boolean matches(Judgement judgement) {
        return glob(criterion).matcher(judgement.criterion()).matches()
                && glob(subject).matcher(judgement.subject().name()).matches();
    }

    /** Tell whether its last day has passed. */
    public boolean expiredOn(LocalDate day) {
        return day.isAfter(expires);
    }

    static Pattern glob(String pattern) {
        return Pattern.compile(Pattern.compile("\\*")
                .splitAsStream(pattern + "\0")
                .map(part -> Pattern.quote(part.replace("\0", "")))
                .collect(Collectors.joining(".*")));
    }
}
