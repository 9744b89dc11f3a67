package io.seatrial.testkit;

import io.seatrial.criteria.Criterion;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.SubjectId;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/**
 * Turns one method into one result per link, flow, port or host. A criterion that is not asked has none, and what a night leaves to another one
 * neither; one that is asked and finds none is not proven.
 */
final class EachSubjectExtension implements TestTemplateInvocationContextProvider {
    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        Method method = context.getRequiredTestMethod();
        return criterionOf(method).isPresent();
    }

    @Override
    public boolean mayReturnZeroTestTemplateInvocationContexts(ExtensionContext context) {
        return true; // planning, or not asked; asked and empty throws below
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        Session session = TestbedExtension.session(context);
        if (session.isPlanning()) {
            return Stream.empty();
        }
        Method method = context.getRequiredTestMethod();
        String id = criterionOf(method).orElseThrow();
        Optional<Criterion> criterion = session.judging().criterion(id);
        if (criterion.isEmpty()) {
            session.judging().requireKnown(id, method);
            return Stream.empty();
        }
        List<Subject> subjects = subjects(session, method);
        if (subjects.isEmpty() && !session.judging().leavesAllOut(id)) {
            Concluded nothing = session.judging().nothingToJudge(id);
            session.add(nothing);
            session.end(nothing.judgement());
        }
        return subjects.stream().map(subject -> new Invocation(session, criterion.get(), subject));
    }

    private static Optional<String> criterionOf(Method method) {
        return Stream.<Optional<String>>of(
                        Optional.ofNullable(method.getAnnotation(EachLink.class))
                                .map(EachLink::criterion),
                        Optional.ofNullable(method.getAnnotation(EachCountedLink.class))
                                .map(EachCountedLink::criterion),
                        Optional.ofNullable(method.getAnnotation(EachFlow.class))
                                .map(EachFlow::criterion),
                        Optional.ofNullable(method.getAnnotation(EachPort.class))
                                .map(EachPort::criterion),
                        Optional.ofNullable(method.getAnnotation(EachGroup.class))
                                .map(EachGroup::criterion),
                        Optional.ofNullable(method.getAnnotation(EachHost.class))
                                .map(EachHost::criterion))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static List<Subject> subjects(Session session, Method method) {
        EachLink each = method.getAnnotation(EachLink.class);
        if (each != null) {
            return session.testbed().cluster().linksOfTier(each.tier()).stream()
                    .filter(link -> !session.judging().leavesOut(each.criterion(), link))
                    .map(link -> new Subject(link.subject(), link))
                    .toList();
        }
        String id = criterionOf(method).orElseThrow();
        return session.judging().asked(id).stream()
                .map(flow -> new Subject(flow, flow))
                .toList();
    }

    /** A subject, and the value of its parameter. */
    record Subject(SubjectId id, Object parameter) {}

    /** One result. */
    private record Invocation(Session session, Criterion criterion, Subject subject)
            implements TestTemplateInvocationContext {
        @Override
        public String getDisplayName(int index) {
            return criterion.id() + " " + subject.id().name();
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(new Parameters(criterion, subject), new Identify(session, subject));
        }
    }

    /** Injects the subject and the criterion. */
    private record Parameters(Criterion criterion, Subject subject) implements ParameterResolver {
        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            Class<?> type = parameter.getParameter().getType();
            return type == Criterion.class || type == Link.class || type == SubjectId.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == Criterion.class ? criterion : subject.parameter();
        }
    }

    /** Says which test runs on this thread, so that assertions can name it. */
    private record Identify(Session session, Subject subject) implements InvocationInterceptor {
        @Override
        public void interceptTestTemplateMethod(
                Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
                throws Throwable {
            CurrentTest.set(new CurrentTest(session, context, subject));
            try {
                invocation.proceed();
                CurrentTest.get().requireConclusion();
            } finally {
                CurrentTest.clear();
            }
        }
    }
}
