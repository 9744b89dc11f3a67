package io.seatrial.criteria;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is asked of the log of the library that runs a collective, and of the programs that run it. */
class CollectiveLogKeysTest {
    private static final String ASK = "collective.all-reduce.pairs";

    @TempDir
    private Path folder;

    private Path write(String probe, String log) throws IOException {
        Files.writeString(
                folder.resolve(CriteriaFile.NAME),
                "version: 1\nasks:\n  " + ASK + ":\n    probe: {" + probe + "}\n    log: {" + log + "}\n");
        return folder;
    }

    private Criteria read(String probe, String log) throws IOException {
        return CriteriaFile.read(write(probe, log));
    }

    @Test
    void a_log_that_says_nothing_wants_two_channels_of_each_nic_in_every_profile() throws IOException {
        Criteria criteria = read("backend: gpu", "");
        Ask ask = criteria.ask(ASK).orElseThrow();
        assertThat(ask.collective().orElseThrow().channelsPerNic()).isEqualTo(2);
        assertThat(criteria.asked(Profile.NIGHTLY))
                .extracting(Criteria.Asked::id)
                .containsExactly(ASK + ".log");
    }

    @Test
    void the_fewest_channels_and_the_profiles_are_read() throws IOException {
        Criteria criteria = read(
                "backend: nccl-tests, environment: {NCCL_DEBUG: info, NCCL_DEBUG_SUBSYS: 'init,net,env'}",
                "channels-per-nic: 4, profiles: [nightly]");
        assertThat(criteria.ask(ASK).orElseThrow().collective().orElseThrow().channelsPerNic())
                .isEqualTo(4);
        assertThat(criteria.asked(Profile.BRINGUP)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "backend: host | '' | log: expected backend: gpu or nccl-tests",
                "backend: gpu | channels-per-nic: 0 | channels-per-nic: expected 1 or more",
                "backend: gpu | channels-per-nic: 65 | channels-per-nic: expected at most 64",
                "backend: gpu | chanels-per-nic: 2 | expected 'channels-per-nic'?",
                "'backend: gpu, environment: {NCCL_DEBUG: WARN}' | '' | log: expected NCCL_DEBUG=INFO",
                "'backend: gpu, environment: {NCCL_DEBUG_FILE: /tmp/log}' | '' | log: expected no NCCL_DEBUG_FILE",
                "'backend: gpu, environment: {NCCL_DEBUG_SUBSYS: INIT}' | '' | log: expected INIT and NET",
                "'backend: nccl-tests, library: /opt/libnccl.so.2' | '' | probe.library: expected no library with backend: nccl-tests",
                "'backend: nccl-tests, budget: 1s' | '' | probe.budget: expected no budget with backend: nccl-tests",
                "'backend: nccl-tests, sizes: [1MiB, 2MiB, 8MiB]' | '' | probe.sizes: expected smallest..largest",
                "'backend: nccl-tests, sizes: [2MiB, 3MiB]' | '' | probe.sizes: expected smallest..largest",
            })
    void what_nothing_would_come_of_is_refused(String probe, String log, String said) throws IOException {
        Path written = write(probe, log);
        InvalidFileException refused =
                catchThrowableOfType(InvalidFileException.class, () -> CriteriaFile.read(written));
        assertThat(refused).hasMessageContaining(said);
    }

    @Test
    void sizes_by_a_factor_are_what_the_programs_run() throws IOException {
        assertThat(read("backend: nccl-tests, sizes: [1MiB, 8MiB, 64MiB]", "").ask(ASK))
                .isPresent();
        assertThat(read("backend: nccl-tests, sizes: 1MiB..64MiB, factor: 2", "")
                        .ask(ASK))
                .isPresent();
    }
}
