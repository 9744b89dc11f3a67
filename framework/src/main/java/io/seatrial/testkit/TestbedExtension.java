package io.seatrial.testkit;

import io.seatrial.inventory.Cluster;
import io.seatrial.run.Testbed;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Injects the testbed and the cluster of the launch. */
final class TestbedExtension implements ParameterResolver {
    static Session session(ExtensionContext context) {
        Session session = context.getStore(StoreScope.LAUNCHER_SESSION, ExtensionContext.Namespace.GLOBAL)
                .get(Session.class, Session.class);
        if (session == null) {
            throw new IllegalStateException(
                    "an @AcceptanceTest was started without a cluster; expected the command line"
                            + " ('run --cluster DIR'); to try one suite: run --only TAG");
        }
        return session;
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == Testbed.class || type == Cluster.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Testbed testbed = session(context).testbed();
        return parameter.getParameter().getType() == Testbed.class ? testbed : testbed.cluster();
    }
}
