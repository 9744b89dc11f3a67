package io.seatrial.report.allure;

import io.seatrial.measurement.SubjectId;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Who a result is. The history follows test and subject, never the position of a subject in a list: a link keeps its history when others are
 * added, removed or reordered.
 *
 * @param testClass full name of the test class
 * @param testMethod name of the test method
 * @param subject what is judged
 * @param name what people read: metric and subject
 * @param family family of the criterion; the name of the suite
 * @param labels {@code tier}, {@code host}, {@code switch}, {@code rail} and others, as given
 */
public record ResultIdentity(
        String testClass,
        String testMethod,
        SubjectId subject,
        String name,
        String family,
        Map<String, String> labels) {
    public ResultIdentity {
        Objects.requireNonNull(testClass, "testClass");
        Objects.requireNonNull(testMethod, "testMethod");
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(family, "family");
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }

    /** Return the test without the subject: {@code class.method}. */
    public String fullName() {
        return testClass + "." + testMethod;
    }

    /** Return what all subjects of one test share. */
    public String testCaseId() {
        return hash(fullName());
    }

    /** Return the same id for the same test and subject in every run. */
    public String historyId() {
        return hash(fullName() + "|" + subject);
    }

    /** Return another id for a result whose {@link #historyId()} is taken: one more test of the same method on the same subject. */
    String historyId(int occurrence) {
        return hash(fullName() + "|" + subject + "|" + name + "|" + occurrence);
    }

    /** MD5 as 32 hex digits, the form of Allure's own ids. */
    private static String hash(String text) {
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8))
                .toString()
                .replace("-", "");
    }
}
