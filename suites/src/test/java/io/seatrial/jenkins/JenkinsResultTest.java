package io.seatrial.jenkins;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JenkinsResultTest {
    static final Path SCRIPT =
            Path.of("..", ".ci", "jenkins-result").toAbsolutePath().normalize();

    private record Said(int status, String out) {}

    private static Said run(String... arguments) throws IOException, InterruptedException {
        String[] command = new String[arguments.length + 1];
        command[0] = SCRIPT.toString();
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
        return new Said(process.waitFor(), out);
    }

    @ParameterizedTest
    @CsvSource({"0,SUCCESS", "1,FAILURE", "2,FAILURE", "3,UNSTABLE", "4,FAILURE", "130,FAILURE", "137,FAILURE"})
    void an_exit_status_has_one_result(String status, String result) throws IOException, InterruptedException {
        assertThat(run(status)).isEqualTo(new Said(0, result));
    }

    @Test
    void anything_else_is_refused() throws IOException, InterruptedException {
        assertThat(run("accepted").status()).isEqualTo(2);
        assertThat(run().out()).contains("expected an exit status");
    }
}
