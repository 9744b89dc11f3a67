package io.seatrial.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/** One result per link of a tier. The method takes a {@code Link} and the {@code Criterion}. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(EachSubjectExtension.class)
public @interface EachLink {
    /** Return the tier whose links are judged. */
    String tier() default "host-leaf";

    /** Return the id of the criterion in {@code criteria.yaml}: ask and question, for example {@code latency.within-rail.limit}. */
    String criterion();
}
