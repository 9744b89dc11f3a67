package io.seatrial.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/** One result per group of ranks that a collective is asked of. The method takes the {@code SubjectId} and the {@code Criterion}. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(EachSubjectExtension.class)
public @interface EachGroup {
    /** Return the id of the criterion in {@code criteria.yaml}, for example {@code collective.all-reduce.pairs.limit}. */
    String criterion();
}
