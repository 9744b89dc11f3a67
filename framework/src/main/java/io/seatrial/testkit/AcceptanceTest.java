package io.seatrial.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A suite of acceptance criteria: it asks in {@code @BeforeAll}, into static fields, and judges per subject in {@code @EachLink} and
 * {@code @EachFlow} methods. A {@code Testbed} and the {@code Cluster} are injected.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(TestbedExtension.class)
public @interface AcceptanceTest {}
