package io.seatrial.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * One result per link, or one for the cluster, that an ask of counters is about. The method takes the {@code SubjectId} and the {@code
 * Criterion}.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(EachSubjectExtension.class)
public @interface EachCountedLink {
    /** Return the id of the criterion in {@code criteria.yaml}, for example {@code congestion.pause-ratio.limit}. */
    String criterion();
}
