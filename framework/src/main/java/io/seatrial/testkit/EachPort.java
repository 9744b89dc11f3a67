package io.seatrial.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/** One result per port, of a host or of a switch, that was asked for. The method takes a {@code SubjectId} and the {@code Criterion}. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(EachSubjectExtension.class)
public @interface EachPort {
    /** Return the id of the criterion in {@code criteria.yaml}: ask and question, for example {@code configuration.mtu.expect}. */
    String criterion();
}
