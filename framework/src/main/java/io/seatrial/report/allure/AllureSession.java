package io.seatrial.report.allure;

import io.qameta.allure.Allure;
import io.qameta.allure.AllureLifecycle;
import io.qameta.allure.FileSystemResultsWriter;
import io.qameta.allure.junitplatform.AllureJunitPlatform;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.platform.launcher.TestExecutionListener;

/**
 * One run of tests as Allure results in one folder; nothing is written anywhere else. Register {@link #listener()} with the launcher, call
 * {@link #result()} inside a test, and {@link #close()} at the end.
 */
public final class AllureSession implements AutoCloseable {
    private final Path folder;
    private final StableResults writer;
    private final AllureLifecycle lifecycle;
    private final AllureLifecycle before;

    private AllureSession(Path folder) {
        this.folder = folder;
        this.writer = new StableResults(new FileSystemResultsWriter(folder));
        this.lifecycle = new AllureLifecycle(writer);
        this.before = Allure.getLifecycle();
        Allure.setLifecycle(lifecycle);
    }

    /**
     * Open a session; the folder is made if it is missing.
     *
     * @param folder where the results go, usually {@code RUN/allure-results}
     * @throws UncheckedIOException if the folder cannot be made
     */
    public static AllureSession open(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("Allure results: the folder " + folder + " cannot be made", e);
        }
        return new AllureSession(folder);
    }

    /** Return the folder of the results. */
    public Path folder() {
        return folder;
    }

    /** Return the listener that turns tests into results, for the launcher. */
    public TestExecutionListener listener() {
        return new AllureJunitPlatform(lifecycle);
    }

    /** Return the result of the test that runs on this thread; outside a test every call on it does nothing. */
    public AllureResult result() {
        return new AllureResult(lifecycle, writer);
    }

    /**
     * Give Allure's global door back to whoever had it.
     *
     * @throws UncheckedIOException if a result could not be written: a report without it would look whole
     */
    @Override
    public void close() {
        Allure.setLifecycle(before);
        writer.failure().ifPresent(failure -> {
            IOException cause = failure.getCause() instanceof IOException io ? io : new IOException(failure);
            throw new UncheckedIOException("Allure results cannot be written into " + folder, cause);
        });
    }
}
