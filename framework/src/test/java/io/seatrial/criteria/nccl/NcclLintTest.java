package io.seatrial.criteria.nccl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.seatrial.criteria.nccl.NcclLint.Source;
import io.seatrial.formats.environment.Assignment;
import io.seatrial.formats.environment.EnvironmentForm;
import io.seatrial.formats.environment.EnvironmentText;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What NCCL will do with what is set for it. */
class NcclLintTest {
    private static List<Finding> look(String release, boolean signOff, EnvironmentForm form, String text) {
        Optional<Release> of = release.equals("-") ? Optional.empty() : Optional.of(Release.of(release));
        return new NcclLint(of, signOff).look(List.of(new Source("here", form, EnvironmentText.read(form, text))));
    }

    private static List<Finding> look(String release, String text) {
        return look(release, false, EnvironmentForm.ENVIRONMENT, text.replace(" & ", "\n"));
    }

    private static List<String> told(List<Finding> findings) {
        return findings.stream()
                .map(one -> one.severity().text() + " " + one.sentence())
                .toList();
    }

    /** The rows of the lint table of the domain notes, in their order; - is all releases. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-      | NCCL_PROTO=Tree | error | Tree is an algorithm, no protocol: from 2.24 on NCCL warns 'Unrecognized element token \"Tree\"' and initialisation fails; before, NCCL ignores the word, nothing is left to choose from, and the first collective dies with 'no algorithm/protocol available'; write NCCL_ALGO=Tree; protocols are LL, LL128 and Simple",
                "2.24   | NCCL_PROTO=Tree | error | no protocol: NCCL warns 'Unrecognized element token \"Tree\"' and initialisation fails; write NCCL_ALGO=Tree",
                "2.23.4 | NCCL_PROTO=Tree | error | no protocol: NCCL ignores the word, nothing is left",
                "2.23   | NCCL_PROTO=Tree,Simple | error | no protocol: NCCL ignores the word without saying so",
                "-      | NCCL_ALGO=LL | error | LL is a protocol, no algorithm: from 2.24 on",
                "2.27.7 | NCCL_ALGO=simple | error | Simple is a protocol, no algorithm: NCCL warns",
                "2.14.3 | NCCL_ALGO=Collnet | error | CollNet has two names since 2.14: NCCL ignores the word, nothing is left",
                "-      | NCCL_ALGO=Collnet | error | From 2.14 on: CollNet has two names",
                "2.16   | NCCL_ALGO=NVLS | error | NVLS is not in releases before 2.17: NCCL ignores the word, nothing is left",
                "2.16   | NCCL_ALGO=NVLS,Ring | error | NVLS is not in releases before 2.17: NCCL ignores the word without",
                "2.17.1 | NCCL_ALGO=NVLSTree | error | NVLSTree is not in releases before 2.18",
                "2.22.3 | NCCL_ALGO=PAT | error | PAT is not in releases before 2.23",
                "-      | NCCL_ALGO=PAT | info | Before 2.23: PAT is not in releases",
                "2.23   | NCCL_ALGO=allreduce:tree | error | a list per function (allreduce:...) is read from 2.24 on",
                "2.24   | NCCL_ALGO=Tree | warning | there is no falling back to Ring",
                "-      | NCCL_ALGO=Tree | warning | From 2.24 on: there is no falling back",
                "-      | NCCL_PROTO=LL128 | warning | on platforms that do not support it data are corrupted",
                "-      | NCCL_BUFFSIZE=16MB | error | NCCL reads the number 16 (bytes) out of it: it takes the digits at the beginning and does not look at what follows; write NCCL_BUFFSIZE=16777216",
                "2.30.7 | NCCL_OVERLAP=1 | error | is in no release of NCCL from 2.3.5 to 2.30.7: nothing reads it, and NCCL does not say so: overlap of computation and communication comes from the framework (streams, gradient buckets)",
                "-      | NCCL_NUM_GANGS=4 | error | is in no release of NCCL from 2.3.5 to 2.30.7: nothing reads it, and NCCL does not say so: num_gangs is a clause of OpenACC; write NCCL_MIN_CTAS and NCCL_MAX_CTAS",
                "-      | NCCL_MIN_CHANNELS=4 | error | write NCCL_MIN_NCHANNELS",
                "-      | NCCL_MAX_CHANNELS=4 | error | write NCCL_MAX_NCHANNELS",
                "2.17   | NCCL_MIN_NCHANNELS=4 | info | deprecated since 2.17; write NCCL_MIN_CTAS",
                "-      | NCCL_MAX_NCHANNELS=4 | info | deprecated since 2.17; write NCCL_MAX_CTAS",
                "-      | NCCL_SOCKET_NTHREADS=16 & NCCL_NSOCKS_PERTHREAD=8 | error | 16 threads x 8 sockets = 128, and 64 is the limit",
                "-      | NCCL_IB_DISABLE=1 | warning | NCCL falls back to TCP sockets",
                "-      | NCCL_P2P_DISABLE=1 | warning | a switch for debugging",
                "-      | NCCL_SHM_DISABLE=1 | warning | a switch for debugging",
                "-      | NCCL_NET_GDR_LEVEL=LOC | warning | GPUDirect RDMA is off",
                "-      | NCCL_NET_GDR_LEVEL=0 | warning | GPUDirect RDMA is off",
                "2.4.2  | NCCL_IB_CUDA_SUPPORT=1 | error | not read any more since 2.4.0",
                "-      | NCCL_IB_GDR_LEVEL=2 | error | write NCCL_NET_GDR_LEVEL",
                "2.5.6  | NCCL_LL_THRESHOLD=0 | error | not read any more since 2.5",
                "-      | NCCL_TREE_THRESHOLD=0 | error | not read any more since 2.5",
                "-      | NCCL_SINGLE_RING_THRESHOLD=0 | error | not read any more since 2.3",
                "2.5    | NCCL_RINGS=0 1 | error | not read any more since 2.5",
                "-      | NCCL_THREAD_THRESHOLD=0 | error | not read any more since 2.5",
                "-      | NCCL_CHECKS_DISABLE=1 | warning | deprecated since 2.2.12",
                "2.29.7 | NCCL_CHECK_POINTERS=1 | info | write NCCL_CHECK_MODE",
                "2.21   | NCCL_MNNVL=1 | error | write NCCL_MNNVL_ENABLE",
                "2.19   | NCCL_MNNVL=1 | error | was first seen in 2.20.3",
                "2.22   | NCCL_WORK_FIFO_DEPTH=4 | error | write NCCL_WORK_FIFO_BYTES",
                "-      | NCCL_ASYNC_ERROR_HANDLING=1 | warning | PyTorch, which calls it TORCH_NCCL_ASYNC_ERROR_HANDLING now",
                "-      | NCCL_BLOCKING_WAIT=1 | warning | TORCH_NCCL_BLOCKING_WAIT",
                "-      | NCCL_DESYNC_DEBUG=1 | warning | TORCH_NCCL_DESYNC_DEBUG",
                "-      | NCCL_AVOID_RECORD_STREAMS=1 | warning | TORCH_NCCL_AVOID_RECORD_STREAMS",
                "-      | NCCL_TIMEOUT=1800 | error | is in no release",
                "-      | NCCL_SOCKET_TIMEOUT=1800 | error | is in no release",
                "-      | NCCL_NET_GDR_DISABLE=1 | error | write NCCL_NET_GDR_LEVEL=LOC",
                "-      | NCCL_IB_TC=256 | error | 256 is outside -1 to 255",
                "-      | NCCL_IB_TC=106 | info | traffic class 106 is DSCP 26 with ECN bits 2",
                "-      | NCCL_IB_SL=16 | error | 16 is outside -1 to 15",
                "-      | NCCL_IB_TIMEOUT=14 | info | after 67.1 ms;",
                "-      | NCCL_IB_TIMEOUT=18 | info | after 1.07 s;",
                "-      | NCCL_IB_TIMEOUT=20 | info | after 4.29 s; with a retry count of 7 a lost path is an error after 30.1 s",
                "-      | NCCL_IB_TIMEOUT=22 | info | after 17.2 s; with a retry count of 7 a lost path is an error after 120 s",
                "-      | NCCL_IB_TIMEOUT=22 & NCCL_IB_RETRY_CNT=2 | info | with a retry count of 2 a lost path is an error after 34.4 s",
                "-      | NCCL_IB_TIMEOUT=0 | error | wait for ever",
                "-      | NCCL_IB_TIMEOUT=32 | error | wait for ever",
                "-      | NCCL_IB_RETRY_CNT=8 | error | 8 is outside 0 to 7",
                "-      | NCCL_IB_QPS_PER_CONNECTION=129 | error | 129 is outside 1 to 128",
                "-      | NCCL_IB_QPS_PER_CONNECTION=1 | info | NCCL_IB_SPLIT_DATA_ON_QPS is 0 since 2.20 and was 1 in 2.18 and 2.19",
                "-      | NCCL_CROSS_NIC=3 | error | 3 is outside 0 to 2",
                "-      | NCCL_CROSS_NIC=1 | info | write NCCL_CROSS_NIC=0 on fabrics of rails",
                "-      | NCCL_IB_HCA=mlx5_1 | warning | mlx5_1 also takes mlx5_10 to mlx5_19, where there are such; write NCCL_IB_HCA==mlx5_1",
                "-      | NCCL_IB_HCA=^mlx5_3 | warning | also takes mlx5_30 to mlx5_39, where there are such; write NCCL_IB_HCA=^=mlx5_3",
                "-      | NCCL_IB_HCA=mlx5_0:1,mlx5_10:1 | warning | mlx5_10 also takes mlx5_100 to mlx5_109",
                "-      | NCCL_IB_HCA=mlx5_0 | info | the guide recommends = always",
                "-      | NCCL_IB_HCA=mlx5 | info | takes every device whose name begins so",
                "2.21   | NCCL_IB_GID_INDEX=3 | info | usually unnecessary",
                "-      | NCCL_IB_GID_INDEX=3 | info | From 2.21 on: usually unnecessary",
                "-      | NCCL_IB_NET_LATENCY=5 | warning | NCCL does not report names that it does not know",
                "-      | NCCL_DEBUG=TRACE | warning | should not stay set in production",
                "-      | NCCL_ALGO=Ring | warning | should not stay set in production",
                "-      | NCCL_PROTO=Simple | warning | should not stay set in production"
            })
    void each_row_of_the_lint_table_is_said(String release, String text, String severity, String sentence) {
        List<String> told = told(look(release, text));
        assertThat(told)
                .anySatisfy(one -> assertThat(one).startsWith(severity + " ").contains(sentence));
        if (!severity.equals("error")) {
            assertThat(told).noneMatch(one -> one.startsWith("error"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2.13   | NCCL_ALGO=Collnet",
                "2.17.1 | NCCL_ALGO=NVLS",
                "2.18   | NCCL_ALGO=NVLSTree",
                "2.23   | NCCL_ALGO=PAT",
                "2.24   | NCCL_ALGO=allreduce:tree",
                "2.24   | NCCL_ALGO=Ring;allreduce:Tree,Ring",
                "2.23   | NCCL_ALGO=Tree",
                "2.23   | NCCL_PROTO=^LL128",
                "2.24   | NCCL_PROTO=ll,SIMPLE"
            })
    void a_list_that_the_release_knows_is_left_at_the_remark_that_it_is_for_debugging(String release, String text) {
        assertThat(look(release, text)).extracting(Finding::rule).containsExactly("debug.left");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2.16   | NCCL_MIN_NCHANNELS=4",
                "2.29.3 | NCCL_CHECK_POINTERS=1",
                "2.20   | NCCL_MNNVL=1",
                "2.21   | NCCL_WORK_FIFO_DEPTH=65536",
                "2.3.7  | NCCL_IB_CUDA_SUPPORT=1",
                "2.4.8  | NCCL_LL_THRESHOLD=16384",
                "2.4    | NCCL_RINGS=0 1",
                "2.20   | NCCL_IB_GID_INDEX=3",
                "-      | NCCL_SOCKET_NTHREADS=8 & NCCL_NSOCKS_PERTHREAD=8",
                "-      | NCCL_IB_DISABLE=0",
                "-      | NCCL_NET_GDR_LEVEL=PHB",
                "-      | NCCL_NET_GDR_LEVEL=5",
                "-      | NCCL_IB_TC=-1",
                "-      | NCCL_IB_SL=15",
                "-      | NCCL_IB_RETRY_CNT=7",
                "-      | NCCL_IB_QPS_PER_CONNECTION=4",
                "-      | NCCL_CROSS_NIC=0",
                "-      | NCCL_IB_HCA==mlx5_0:1,mlx5_1:1",
                "-      | NCCL_IB_HCA=^=mlx5_3",
                "-      | NCCL_BUFFSIZE=0x1000",
                "-      | NCCL_BUFFSIZE=8388608",
                "-      | NCCL_DEBUG=INFO & NCCL_SOCKET_IFNAME=^docker,lo",
                "-      | NCCL_CTA_POLICY=EFFICIENCY",
                "-      | NCCL_IB_HCA= & NCCL_NET_GDR_LEVEL= & NCCL_ALGO=",
                "-      | PATH=/bin & HOME=/root & MY_BUFFSIZE=16MB"
            })
    void what_is_right_is_not_remarked(String release, String text) {
        assertThat(told(look(release, text))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "OFI_NCCL_PROTOCOL=RDMA",
                "FI_PROVIDER=efa",
                "NCCL_FASTRAK_CTRL_DEV=eth0",
                "NCCL_GPUDIRECTTCPX_CTRL_DEV=eth0",
                "NCCL_IBEXT_DISABLE=1",
                "NCCL_SHARP_GROUP_SIZE_THRESH=4",
                "RCCL_MSCCL_ENABLE=0",
                "TORCH_NCCL_ASYNC_ERROR_HANDLING=1",
                "NCCL_TESTS_MIN_BW=300"
            })
    void a_variable_of_another_reader_is_not_unknown(String text) {
        assertThat(look("-", text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NCCL_IB_DISABLE=1",
                "NCCL_P2P_DISABLE=1",
                "NCCL_SHM_DISABLE=1",
                "NCCL_NET_GDR_LEVEL=LOC",
                "NCCL_NET=Socket"
            })
    void what_no_accepted_cluster_may_have_is_an_error_in_a_sign_off(String text) {
        List<Finding> findings = look("-", true, EnvironmentForm.ENVIRONMENT, text);
        assertThat(findings).extracting(Finding::severity).containsExactly(Severity.ERROR);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NCCL_BUFFSIZE=8M | 8 | 8388608",
                "NCCL_BUFFSIZE=8 MiB | 8 | 8388608",
                "NCCL_BUFFSIZE=1.5k | 1 | 1536",
                "NCCL_BUFFSIZE=4194304bytes | 4194304 | 4194304",
                "NCCL_BUFFSIZE=4,194,304 | 4 | 4194304",
                "NCCL_BUFFSIZE=1e6 | 1 | 1000000",
                "NCCL_BUFFSIZE=\"4194304\" | 0 | 4194304",
                "NCCL_NTHREADS=010 | 8 | 10",
                "NCCL_NTHREADS=0256 | 174 | 256",
                "NCCL_NTHREADS=08 | 0 | 8",
                "NCCL_SET_STACK_SIZE=true | 0 | 1",
                "NCCL_SET_STACK_SIZE=Yes | 0 | 1"
            })
    void a_number_that_is_read_otherwise_says_what_is_read_and_what_was_meant(String text, long read, String meant) {
        Finding finding = look("-", text).get(0);
        assertThat(finding.severity()).isEqualTo(Severity.ERROR);
        assertThat(finding.does()).contains("the number " + read);
        assertThat(finding.meant()).hasValueSatisfying(said -> assertThat(said).endsWith("=" + meant));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NCCL_NTHREADS=1,2 | error | the number 1 out",
                "NCCL_NTHREADS=off | warning | the number 0",
                "NCCL_NTHREADS=99999999999999999999 | error | does not fit 64 bits: NCCL uses its default",
                "NCCL_NTHREADS= | info | an empty value is none",
                "NCCL_NTHREADS=lots | error | the number 0 out",
                "NCCL_DEBUG=VERBOSE | warning | logs nothing",
                "NCCL_P2P_LEVEL=nvl | error | write NCCL_P2P_LEVEL=NVL",
                "NCCL_IB_HCA=mlx5_0, mlx5_1 | error | ' mlx5_1' matches no device; write NCCL_IB_HCA==mlx5_0,mlx5_1",
                "NCCL_IB_HCA=mlx5_0,=mlx5_1 | error | may be =",
                "NCCL_SOCKET_IFNAME=eth0, eth1 | error | blanks are not trimmed",
                "nccl_debug=INFO | error | case-sensitive",
                "NCCL_SHM_USE_CUDA_MEMCPY=1 | warning | last seen in 2.30.4",
                "NCCL_ALGO=Rnig | error | write Ring",
                "NCCL_ALGO=allreduced:Ring | error | NCCL knows no function allreduced",
                "NCCL_BUFSIZE=1 | warning | NCCL_BUFFSIZE?",
                "NCCL_IB_HAC=mlx5 | warning | NCCL_IB_HCA?",
                "NCCL_IB_TIMOUT=22 | warning | NCCL_IB_TIMEOUT?"
            })
    void what_else_goes_wrong_is_said(String text, String severity, String sentence) {
        assertThat(told(look("-", text)))
                .anySatisfy(one -> assertThat(one).startsWith(severity + " ").contains(sentence));
    }

    @Test
    void more_than_32_devices_are_more_than_nccl_uses() {
        String devices = IntStream.range(0, 33).mapToObj(i -> "mlx5_" + i).collect(Collectors.joining(","));
        assertThat(told(look("-", "NCCL_IB_HCA==" + devices)))
                .singleElement()
                .asString()
                .contains("33 devices, and NCCL uses 32 at most");
    }

    @Test
    void every_variable_of_every_release_is_known_and_none_is_known_twice() {
        assertThat(Tables.SHIPPED.variables()).hasSize(265);
        assertThat(Tables.SHIPPED.variables().values()).allSatisfy(variable -> {
            String newest = variable.last().orElse(Release.NEWEST).text();
            List<Finding> findings = look(newest, variable.name() + "=");
            assertThat(findings)
                    .as(variable.name() + " in " + newest)
                    .noneMatch(one ->
                            one.rule().equals("name.unknown") || one.rule().equals("name.gone"));
            assertThat(newest).isNotEmpty();
        });
    }

    @Test
    void a_name_is_remarked_or_read_and_what_is_to_be_written_instead_is_a_variable() {
        Tables.SHIPPED
                .names()
                .values()
                .forEach(rule -> rule.instead()
                        .ifPresent(instead -> Arrays.stream(instead.split("[ ,()=]+"))
                                .filter(word -> word.startsWith("NCCL_"))
                                .forEach(word ->
                                        assertThat(Tables.SHIPPED.variables()).containsKey(word))));
        assertThat(Tables.SHIPPED.names()).hasSize(25);
    }

    @Test
    void the_first_line_of_a_file_wins_and_the_environment_wins_over_it() {
        Source environment = new Source(
                "environment", EnvironmentForm.ENVIRONMENT, List.of(Assignment.of(1, "NCCL_SOCKET_NTHREADS", "4")));
        String text = "NCCL_SOCKET_NTHREADS=16\nNCCL_NSOCKS_PERTHREAD=8\nNCCL_NSOCKS_PERTHREAD=32\n";
        Source file = new Source(
                "/etc/nccl.conf", EnvironmentForm.CONF_FILE, EnvironmentText.read(EnvironmentForm.CONF_FILE, text));
        NcclLint lint = new NcclLint(Optional.empty(), false);
        assertThat(lint.look(List.of(environment, file)))
                .as("4 x 8 is allowed")
                .extracting(Finding::rule, Finding::line)
                .containsExactly(tuple("line.again", 1), tuple("line.again", 3));
        assertThat(lint.look(List.of(file)))
                .filteredOn(one -> one.severity() == Severity.ERROR)
                .singleElement()
                .satisfies(one -> assertThat(one.does()).startsWith("16 threads x 8 sockets = 128"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NCCL_BUFFSIZE = 4194304 | name.form | write NCCL_BUFFSIZE=4194304 from",
                "export NCCL_DEBUG=INFO | name.form | write NCCL_DEBUG=INFO from",
                "'  NCCL_DEBUG=INFO' | name.form | write NCCL_DEBUG=INFO from",
                "NCCL_BUFFSIZE= 4194304x | integer.text | the number 4194304 (bytes)",
                "NCCL_BUFFSIZE=4194304  # bytes | integer.text | the number 4194304 (bytes)",
                "NCCL_P2P_LEVEL=\"NVL\" | value.quote | without quotes"
            })
    void a_conf_file_is_read_as_nccl_reads_it(String text, String rule, String sentence) {
        List<Finding> findings = look("-", false, EnvironmentForm.CONF_FILE, text);
        assertThat(findings).singleElement().satisfies(one -> {
            assertThat(one.rule()).isEqualTo(rule);
            assertThat(one.severity()).isEqualTo(Severity.ERROR);
            assertThat(one.sentence()).contains(sentence);
        });
    }

    @Test
    void carriage_returns_a_byte_order_mark_and_values_that_are_too_long_are_said() {
        String file = "\uFEFFNCCL_DEBUG=INFO\r\nNCCL_NTHREADS=512\r\nNCCL_IB_HCA==" + "x".repeat(1100) + "\r\n";
        assertThat(look("-", false, EnvironmentForm.CONF_FILE, file))
                .extracting(Finding::line, Finding::rule)
                .containsExactly(tuple(1, "line.carriage-return"), tuple(1, "name.mark"), tuple(3, "line.cut"));
    }

    @Test
    void a_value_that_the_shell_makes_is_not_judged_and_what_srun_cuts_off_is_named() {
        List<Finding> findings = look(
                "-",
                false,
                EnvironmentForm.SCRIPT,
                "export NCCL_IB_HCA=$HCAS\nsrun --export=ALL,NCCL_IB_HCA=mlx5_0,mlx5_1,NCCL_DEBUG=INFO ./train\n");
        assertThat(findings).extracting(Finding::rule).contains("line.not-judged", "line.comma");
        assertThat(findings).anyMatch(Finding::isNotJudged);
        assertThat(told(findings)).anySatisfy(one -> assertThat(one).contains("NCCL sees mlx5_0 without ',mlx5_1'"));
    }

    @Test
    void hostile_values_neither_steer_the_terminal_nor_take_long() {
        String huge = "9".repeat(1_000_000);
        String text = "NCCL_DEBUG=\u001b[31mINFO\nNCCL_NTHREADS=" + huge + "\nNCCL_" + huge + "=1\nNCCL_ALGO="
                + "Ring,".repeat(100_000) + "\nNCCL_IB_HCA=" + ",".repeat(100_000) + "\n";
        List<Finding> findings = look("-", text);
        assertThat(findings).isNotEmpty().allSatisfy(one -> {
            assertThat(one.text()).hasSizeLessThan(3000);
            assertThat(one.text()).doesNotContain("\u001b");
        });
    }

    @Test
    void a_locale_with_decimal_commas_changes_nothing() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(told(look("-", "NCCL_IB_TIMEOUT=20")))
                    .singleElement()
                    .asString()
                    .contains("4.29 s", "30.1 s");
            Locale.setDefault(Locale.forLanguageTag("tr"));
            assertThat(told(look("-", "nccl_ib_timeout=20")))
                    .singleElement()
                    .asString()
                    .contains("NCCL_IB_TIMEOUT");
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "2.x", "3.1", "v2.20", "2.20.3.1", ""})
    void what_is_no_release_of_nccl_2_is_refused(String text) {
        assertThatThrownBy(() -> Release.of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("such as 2.21 or 2.21.5");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "NCCL_IB_HCA=\"mlx5_0,mlx5_1\" | write NCCL_IB_HCA=mlx5_0,mlx5_1 without quotes",
                "NCCL_SOCKET_IFNAME=\"eth0\" | write NCCL_SOCKET_IFNAME=eth0 without quotes",
                "NCCL_NET='IB' | write NCCL_NET=IB without quotes",
                "NCCL_NET=IB\" | write NCCL_NET=IB without quotes",
                "NCCL_ALGO=\"Ring\" | write NCCL_ALGO=Ring without quotes",
                "NCCL_PROTO=\"Simple\" | write NCCL_PROTO=Simple without quotes",
                "NCCL_P2P_LEVEL='SYS' | write NCCL_P2P_LEVEL=SYS without quotes",
                "NCCL_DEBUG=\"INFO\" | write NCCL_DEBUG=INFO without quotes",
                "NCCL_NET=\"\" | remove the line",
                "NCCL_IB_SL=\"3\" | write NCCL_IB_SL=3"
            })
    void quotes_in_a_conf_file_are_an_error_whatever_the_variable(String line, String meant) {
        List<Finding> findings = look("-", false, EnvironmentForm.CONF_FILE, line + "\n");
        assertThat(told(findings))
                .singleElement()
                .asString()
                .startsWith("error ")
                .endsWith(meant);
    }

    @Test
    void a_blank_at_the_end_of_a_text_is_an_error_and_one_between_numbers_is_not() {
        assertThat(told(look("-", false, EnvironmentForm.SCRIPT, "docker run -e \"NCCL_NET=IB \" image\n")))
                .singleElement()
                .asString()
                .startsWith("error ")
                .endsWith("write NCCL_NET=IB without the blank");
        assertThat(look("-", "NCCL_THREAD_THRESHOLDS=8 16 ")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NCCL_NVLS_ENABLE=3 | warning | the guide knows 0 to 2 alone",
                "NCCL_DMABUF_ENABLE=2 | warning | the guide knows 0 to 1 alone",
                "NCCL_IB_PCI_RELAXED_ORDERING=3 | warning | write a number within 0 to 2",
                "NCCL_BUFFSIZE=-1 | warning | the guide knows 1 to 2147483647 alone",
                "NCCL_NET_GDR_LEVEL=9 | warning | write a level: LOC",
                "NCCL_SOCKET_FAMILY=AF_INET7 | error | no effect; write NCCL_SOCKET_FAMILY=AF_INET",
                "NCCL_DEBUG_SUBSYS=INIT;NET | warning | INIT;NET is no subsystem",
                "NCCL_DEBUG_SUBSYS=^INIT,GRAPHS | warning | write GRAPH",
                "NCCL_MIN_CTAS=8 & NCCL_MAX_CTAS=4 | error | 8 is above NCCL_MAX_CTAS=4",
                "NCLL_DEBUG=INFO | warning | write NCCL_DEBUG",
                "NCCLDEBUG=INFO | warning | write NCCL_DEBUG",
                "NCCL_IB_QPS=4 | warning | NCCL_IB_QPS_PER_CONNECTION?"
            })
    void a_value_that_no_source_knows_is_said(String lines, String severity, String said) {
        assertThat(told(look("-", lines)))
                .singleElement()
                .asString()
                .startsWith(severity + " ")
                .contains(said);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NCCL_NVLS_ENABLE=2",
                "NCCL_CUMEM_ENABLE=-2",
                "NCCL_NET_GDR_LEVEL=5",
                "NCCL_SOCKET_FAMILY=AF_INET6",
                "NCCL_DEBUG_SUBSYS=^init,NET",
                "NCCL_MIN_CTAS=4 & NCCL_MAX_CTAS=4",
                "NCCL_VERSION=2.21.5-1",
                "RCCL_DEBUG=INFO",
                "CLN_DEBUGGER=1"
            })
    void what_a_source_knows_and_what_is_none_of_nccl_is_not_said(String lines) {
        assertThat(look("-", lines)).isEmpty();
    }
}
