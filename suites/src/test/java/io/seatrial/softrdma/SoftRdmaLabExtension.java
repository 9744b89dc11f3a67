package io.seatrial.softrdma;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Hands the one lab of all classes to their tests: it boots for the first that asks, and ends with the last, whatever they came to. Before
 * each of them it is mended.
 */
final class SoftRdmaLabExtension implements BeforeEachCallback, ParameterResolver {
    private static final Path FOLDER = Path.of("target", "soft-rdma").toAbsolutePath();

    /** A lab that did not start is not started again by every test after it. */
    private record Outcome(SoftRdmaLab lab, Throwable failure) implements AutoCloseable {
        static Outcome of() {
            try {
                return new Outcome(SoftRdmaLab.start(FOLDER), null);
            } catch (IOException | AssertionError e) {
                return new Outcome(null, e);
            }
        }

        @Override
        public void close() throws IOException {
            if (lab != null) {
                lab.close();
            }
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == SoftRdmaLab.class;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        lab(context).mend();
    }

    @Override
    public SoftRdmaLab resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return lab(context);
    }

    private static SoftRdmaLab lab(ExtensionContext context) {
        Outcome outcome = context.getRoot()
                .getStore(Namespace.create(SoftRdmaLab.class))
                .getOrComputeIfAbsent(Outcome.class, key -> Outcome.of(), Outcome.class);
        if (outcome.failure() instanceof AssertionError error) {
            throw error;
        }
        if (outcome.failure() instanceof IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return outcome.lab();
    }
}
