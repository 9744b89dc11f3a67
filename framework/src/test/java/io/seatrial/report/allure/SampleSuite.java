package io.seatrial.report.allure;

import io.seatrial.report.Finding;
import io.seatrial.report.Kind;
import io.seatrial.report.Texts;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.opentest4j.TestAbortedException;

/** A suite with one invocation per finding, as acceptance suites have it; run by a launcher of its own, never by the build. */
final class SampleSuite {
    private static AllureSession session;
    private static List<Finding> findings = List.of();

    private SampleSuite() {}

    /** Run the suite into a session. */
    static void run(AllureSession into, List<Finding> over) {
        session = into;
        findings = over;
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(Judged.class))
                .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
                .build();
        LauncherConfig config = LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .enablePostDiscoveryFilterAutoRegistration(false)
                .build();
        LauncherFactory.create(config).execute(request, into.listener());
    }

    /** The test class; its argument has another text in every run, as a live object has. */
    static final class Judged {
        @TestTemplate
        @ExtendWith(EachFinding.class)
        void keeps_its_limit(Finding finding, Object live) {
            AllureResult result = session.result()
                    .identify(new ResultIdentity(
                            Judged.class.getName(),
                            "keeps_its_limit",
                            finding.judgement().subject(),
                            finding.judgement().criterion() + " "
                                    + finding.judgement().subject().name(),
                            finding.family(),
                            finding.labels()));
            finding.judgement().verdict().evidence().ifPresent(e -> result.measured("seen", e.seen()));
            result.step(finding.judgement()).attachText("transcript", "said <b>this</b>");
            conclude(finding);
        }

        private static void conclude(Finding finding) {
            String text = Texts.explain(finding.judgement());
            Kind kind = Kind.of(finding.judgement().verdict());
            Assertions.assertNotSame(Kind.FAILED, kind, text);
            if (kind == Kind.NOT_PROVEN) {
                throw new IllegalStateException(text);
            }
            if (kind == Kind.WAIVED) {
                throw new TestAbortedException(text);
            }
        }
    }

    /** Hands out the findings, one per invocation. */
    static final class EachFinding implements TestTemplateInvocationContextProvider {
        @Override
        public boolean supportsTestTemplate(ExtensionContext context) {
            return true;
        }

        @Override
        public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
            return findings.stream().map(Invocation::new);
        }
    }

    private record Invocation(Finding finding) implements TestTemplateInvocationContext, ParameterResolver {
        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(this);
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return true;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getIndex() == 0 ? finding : new Object();
        }
    }
}
