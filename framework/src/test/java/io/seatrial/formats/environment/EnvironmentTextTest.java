package io.seatrial.formats.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where variables are set, and to what. */
class EnvironmentTextTest {
    private static List<String> read(EnvironmentForm form, String text) {
        return EnvironmentText.read(form, text).stream()
                .map(one -> one.line() + " " + one.text() + (one.known() ? "" : " ?"))
                .toList();
    }

    @Test
    void an_environment_has_one_variable_a_line_and_nothing_is_taken_from_its_value() {
        assertThat(read(
                        EnvironmentForm.ENVIRONMENT,
                        "PATH=/bin\r\nBASH_FUNC_x%%=() {  echo A=1\n}\nNCCL_DEBUG= \"INFO\" # no comment\nEMPTY=\n"))
                .containsExactly("1 PATH=/bin", "4 NCCL_DEBUG= \"INFO\" # no comment", "5 EMPTY=");
    }

    @Test
    void an_entry_of_a_process_ends_in_a_zero_byte_and_may_hold_lines() {
        assertThat(read(EnvironmentForm.PROCESS, "A=1\0B=x\ny\0NCCL_DEBUG=INFO\0"))
                .containsExactly("1 A=1", "2 B=x\ny", "3 NCCL_DEBUG=INFO");
    }

    @Test
    void a_conf_file_is_not_trimmed_and_has_comments_at_the_beginning_of_lines_alone() {
        assertThat(read(EnvironmentForm.CONF_FILE, "# A=1\n #B=2\nNCCL_DEBUG = INFO\nnothing\nC=\"x=y\" #\n"))
                .containsExactly("2  #B=2", "3 NCCL_DEBUG = INFO", "5 C=\"x=y\" #");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "export NCCL_A=1 NCCL_B='2 3' # NCCL_C=4 | 1 NCCL_A=1, 1 NCCL_B=2 3",
                "NCCL_A=1 NCCL_B=\"x\" ./train --lr=0.1 --name=NCCL | 1 NCCL_A=1, 1 NCCL_B=x",
                "env -i NCCL_A=1 ./train | 1 NCCL_A=1",
                "mpirun -np 16 -x NCCL_A=1 -x LD_LIBRARY_PATH -x NCCL_B=^lo ./a | 1 NCCL_A=1, 1 NCCL_B=^lo",
                "mpiexec -genv NCCL_A 1 -env NCCL_B 2 ./a | 1 NCCL_A=1, 1 NCCL_B=2",
                "srun --export=ALL,NCCL_A=1,NCCL_B=2 ./a | 1 NCCL_A=1, 1 NCCL_B=2",
                "srun --export ALL,NCCL_A=1 ./a | 1 NCCL_A=1",
                "docker run -e NCCL_A=1 --env NCCL_B=2 --env=NCCL_C=3 x | 1 NCCL_A=1, 1 NCCL_B=2, 1 NCCL_C=3",
                "apptainer exec --env NCCL_A=1,NCCL_B=2 x | 1 NCCL_A=1, 1 NCCL_B=2",
                "setenv NCCL_A 1; cd /tmp && NCCL_B=2 ./a | 1 NCCL_A=1, 1 NCCL_B=2",
                "export NCCL_A=$X NCCL_B=\"${Y:-16MB}\" NCCL_C='$Z' NCCL_D=`id` | 1 NCCL_A=$X ?, 1 NCCL_B=${Y:-16MB} ?, 1 NCCL_C=$Z, 1 NCCL_D=`id` ?",
                "bash -c \"export NCCL_A=1; ./train\" | 1 NCCL_A=1",
                "ARGS=\"-x NCCL_A=1 -x NCCL_B=2\" | 1 ARGS=-x NCCL_A=1 -x NCCL_B=2, 1 NCCL_A=1, 1 NCCL_B=2",
                "#SBATCH --export=ALL,NCCL_A=1 | 1 NCCL_A=1",
                "echo don't; export NCCL_A=1 | 1 NCCL_A=1",
                "declare -x NCCL_A=\"1\" | 1 NCCL_A=1",
                "srun bash -c \"NCCL_A=3 NCCL_B=LL python train.py\" | 1 NCCL_A=3, 1 NCCL_B=LL",
                "srun bash -lc 'NCCL_A=3 python train.py' | 1 NCCL_A=3",
                "ssh gpu-01 \"NCCL_A=3 NCCL_B=LL python train.py\" | 1 NCCL_A=3, 1 NCCL_B=LL",
                "export NCCL_A='2 3' | 1 NCCL_A=2 3",
                "echo NCCL_A=1 NCCL_B=2; NCCL_C=3 ./a | 1 NCCL_C=3",
                "echo \"NCCL_A=16MB is wrong\" && export NCCL_C=3 | 1 NCCL_C=3",
                "printf '%s' NCCL_A=1; NCCL_C=3 ./a | 1 NCCL_C=3"
            })
    void a_launch_script_sets_variables_in_many_ways(String script, String expected) {
        assertThat(String.join(", ", read(EnvironmentForm.SCRIPT, script))).isEqualTo(expected);
    }

    @Test
    void a_command_goes_on_behind_a_backslash_and_keeps_its_lines() {
        String script = "#!/bin/sh\nmpirun \\\n  -x NCCL_A=1 \\\n  -x NCCL_B='2\n3' \\\r\n  -x NCCL_C=4 ./a\n";
        assertThat(read(EnvironmentForm.SCRIPT, script)).containsExactly("3 NCCL_A=1", "4 NCCL_B=2\n3", "6 NCCL_C=4");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "env | grep NCCL_A=1",
                "if echo NCCL_A=1; then ls; fi",
                "printf 'NCCL_A=%s' \"$x\"",
                "NCCL_A=(eth0 eth1)",
                "declare -A NCCL_A=([NCCL_B]=1)",
                "cat <<'DOC'\nexport NCCL_A=1\nDOC\n",
                ": << X\nNCCL_A=1\nX"
            })
    void what_is_printed_or_looked_for_sets_nothing(String script) {
        assertThat(read(EnvironmentForm.SCRIPT, script)).isEmpty();
    }

    @Test
    void what_is_written_to_a_file_or_run_is_set_and_lines_behind_a_shown_text_keep_their_numbers() {
        String script = "echo NCCL_A=1 >> /etc/nccl.conf\ncat > x.sh <<EOF\nexport NCCL_B=1\nEOF\n"
                + "cat <<EOF\nNCCL_C=1\nEOF\nO=(-x NCCL_D=1)\n";
        assertThat(read(EnvironmentForm.SCRIPT, script)).containsExactly("1 NCCL_A=1", "3 NCCL_B=1", "8 NCCL_D=1");
    }

    @Test
    void assignments_of_a_command_in_quotes_keep_their_lines() {
        String script = "srun bash -c \"NCCL_A=3 \\\n  NCCL_B=LL \\\n  python train.py\"\n";
        assertThat(read(EnvironmentForm.SCRIPT, script)).containsExactly("1 NCCL_A=3", "2 NCCL_B=LL");
    }

    @Test
    void srun_cuts_a_value_at_its_comma() {
        assertThat(EnvironmentText.read(EnvironmentForm.SCRIPT, "srun --export=ALL,NCCL_IB_HCA=mlx5_0,mlx5_1,HOME ./a"))
                .containsExactly(new Assignment(1, "NCCL_IB_HCA", "mlx5_0", true, "mlx5_1"));
    }

    @Test
    void a_manifest_sets_variables_as_pairs_as_a_map_and_in_commands() {
        String manifest = """
                apiVersion: v1
                spec:
                  containers:
                    - name: worker
                      image: x
                      env:
                        - name: NCCL_A
                          value: "16MB"  # sixteen
                        - value: 'eth0'
                          name: NCCL_B
                        - {name: NCCL_C, value: "1"}
                        - name: NCCL_D
                          valueFrom: {configMapKeyRef: {name: x, key: y}}
                        - name: NCCL_E
                          value: {{ .Values.e }}
                      command: ["sh", "-c", "mpirun -x NCCL_F=1 ./a"]
                data:
                  NCCL_G: plain # text
                  NCCL_H: |
                environment:
                  - NCCL_I=2
                script: |
                  export NCCL_J=3
                """;
        assertThat(read(EnvironmentForm.MANIFEST, manifest))
                .containsExactly(
                        "7 NCCL_A=16MB",
                        "10 NCCL_B=eth0",
                        "11 NCCL_C=1",
                        "12 NCCL_D=$(valueFrom) ?",
                        "14 NCCL_E={{ .Values.e }} ?",
                        "16 NCCL_F=1",
                        "18 NCCL_G=plain",
                        "19 NCCL_H=| ?",
                        "21 NCCL_I=2",
                        "23 NCCL_J=3");
    }

    @ParameterizedTest
    @CsvSource({
        "/etc/nccl.conf, A=1, CONF_FILE",
        "/home/ada/.nccl.conf, A=1, CONF_FILE",
        "b.conf, A=1, CONF_FILE",
        "pod.yaml, A, MANIFEST",
        "train.sh, A=1, SCRIPT",
        "-, A=1, ENVIRONMENT",
        "env.txt, A=1, ENVIRONMENT",
        "-, export A=1, SCRIPT",
        "-, srun ./a, SCRIPT",
        "-, '- name: NCCL_A', MANIFEST",
        "-, '', ENVIRONMENT"
    })
    void the_form_is_told_by_the_name_of_the_file_or_by_the_text(String file, String text, EnvironmentForm form) {
        assertThat(EnvironmentForm.of(file, text)).isEqualTo(form);
        assertThat(EnvironmentForm.of("environ", "A=1\0")).isEqualTo(EnvironmentForm.PROCESS);
    }

    @Test
    void a_hostile_text_is_read_to_its_end_in_every_form() {
        String noise = "\uFEFF'\"\\`$(<{[\u0001\uFFFD=\r\n".repeat(20_000) + "=".repeat(500_000) + " x".repeat(200_000);
        for (EnvironmentForm form : EnvironmentForm.values()) {
            assertThat(EnvironmentText.read(form, noise + "\nNCCL_A=1"))
                    .as(form.text())
                    .isNotNull();
            assertThat(EnvironmentText.read(form, "")).isEmpty();
        }
    }
}
