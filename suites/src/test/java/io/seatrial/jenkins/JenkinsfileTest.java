package io.seatrial.jenkins;

import static org.assertj.core.api.Assertions.assertThat;

import groovy.lang.Closure;
import groovy.lang.GroovyShell;
import groovy.lang.Script;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.codehaus.groovy.control.CompilerConfiguration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs the Jenkinsfile's structure without a Jenkins: every step is recorded, the acceptance run answers with a given exit status, the
 * mapping script is really run.
 */
class JenkinsfileTest {
    /** A pipeline script whose unknown steps are recorded and whose blocks are run. */
    public abstract static class Pipeline extends Script {
        final List<String> steps = new ArrayList<>();
        final Map<String, Object> build = new HashMap<>();
        int acceptStatus;

        @Override
        public Object getProperty(String name) {
            return switch (name) {
                case "params" -> Map.of("CLUSTER", "inventory/virtual", "PROFILE", "nightly");
                case "currentBuild" -> build;
                case "any", "always" -> name;
                default -> super.getProperty(name);
            };
        }

        @Override
        public Object invokeMethod(String name, Object arguments) {
            Object[] all = arguments instanceof Object[] many ? many : new Object[] {arguments};
            Object last = all.length == 0 ? null : all[all.length - 1];
            if (name.equals("sh")) {
                return shell(all[0]);
            }
            steps.add(name + (all.length > 0 && all[0] instanceof CharSequence ? " " + all[0] : ""));
            if (last instanceof Closure<?> block) {
                block.setDelegate(this);
                block.setResolveStrategy(Closure.DELEGATE_FIRST);
                return block.call();
            }
            return all.length > 0 && all[0] instanceof Map<?, ?> named ? named : name;
        }

        private Object shell(Object argument) {
            if (argument instanceof Map<?, ?> named) {
                String script = String.valueOf(named.get("script"));
                steps.add("sh " + script);
                return named.containsKey("returnStatus") ? (Object) acceptStatus : output(script);
            }
            steps.add("sh " + argument);
            return null;
        }

        private static String output(String script) {
            try {
                Process process = new ProcessBuilder("sh", "-c", script)
                        .directory(new File(".."))
                        .start();
                return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static Pipeline run(int acceptStatus) throws IOException {
        CompilerConfiguration configuration = new CompilerConfiguration();
        configuration.setScriptBaseClass(Pipeline.class.getName());
        Pipeline pipeline = (Pipeline) new GroovyShell(JenkinsfileTest.class.getClassLoader(), configuration)
                .parse(new File("../Jenkinsfile"));
        pipeline.acceptStatus = acceptStatus;
        pipeline.run();
        return pipeline;
    }

    @ParameterizedTest
    @CsvSource({"0,SUCCESS", "1,FAILURE", "3,UNSTABLE", "4,FAILURE"})
    void the_build_is_called_what_the_run_came_to(int status, String result) throws IOException {
        Pipeline pipeline = run(status);
        assertThat(pipeline.build).containsEntry("result", result);
        assertThat(pipeline.steps)
                .containsSubsequence(
                        "stage Build", "stage Verify", "stage Accept", "post", "always", "allure", "junit");
        assertThat(pipeline.steps.stream().filter(step -> step.startsWith("sh ")))
                .hasSize(4);
    }
}
