package io.seatrial.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BaselineFileTest {
    @TempDir
    private Path folder;

    private static Baseline baseline() {
        return Proposal.from(Runs.three(), Runs::tenPercent).accept("Ada", Runs.DAWN, "");
    }

    private Path file() {
        return folder.resolve("baseline.json");
    }

    @Test
    void what_was_written_is_read() throws IOException {
        BaselineFile.write(folder, baseline());
        assertThat(BaselineFile.read(folder)).contains(baseline());
    }

    @Test
    void a_folder_without_a_baseline_has_none() {
        assertThat(BaselineFile.read(folder)).isEmpty();
    }

    @Test
    void the_same_baseline_gives_the_same_bytes_whatever_the_locale() throws IOException {
        BaselineFile.write(folder, baseline());
        byte[] first = Files.readAllBytes(file());
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            BaselineFile.write(folder, baseline());
            assertThat(BaselineFile.read(folder)).contains(baseline());
        } finally {
            Locale.setDefault(before);
        }
        assertThat(Files.readAllBytes(file())).isEqualTo(first);
    }

    @Test
    void writing_leaves_nothing_but_the_file() throws IOException {
        BaselineFile.write(folder, baseline());
        BaselineFile.write(folder, baseline());
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file());
        }
    }

    @Test
    void the_file_has_this_form() throws IOException {
        BaselineFile.write(folder, baseline());
        assertThat(Files.readString(file())).isEqualTo("""
                        {
                          "version" : 1,
                          "origin" : {
                            "runs" : [
                              "run-1",
                              "run-2",
                              "run-3"
                            ],
                            "accepted-by" : "Ada",
                            "accepted-at" : "2026-02-01T06:00:00Z",
                            "reason" : "",
                            "fabric" : "tcp",
                            "virtual" : false
                          },
                          "references" : [
                            {
                              "ask" : "latency.within-rail",
                              "metric" : {
                                "id" : "latency.rtt.p50",
                                "unit" : "ns",
                                "better" : "lower-is-better"
                              },
                              "conditions" : {
                                "fabric" : "tcp",
                                "path-class" : "within-leaf"
                              },
                              "over-flows" : {
                                "n" : 2,
                                "min" : 1010,
                                "p5" : 1010,
                                "median" : 1010,
                                "p95" : 2000,
                                "max" : 2000
                              },
                              "flows" : [
                                {
                                  "kind" : "flow",
                                  "name" : "gpu-01/mlx5_0>gpu-02/mlx5_0",
                                  "median" : 1010,
                                  "n" : 3,
                                  "spread" : 20
                                },
                                {
                                  "kind" : "flow",
                                  "name" : "gpu-02/mlx5_0>gpu-01/mlx5_0",
                                  "median" : 2000,
                                  "n" : 3,
                                  "spread" : 20
                                }
                              ]
                            }
                          ]
                        }
                        """);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"version\" : 1 | \"version\" : 2 | version: expected 1, got 2",
                "\"median\" : 1010, | \"median\" : 1010.5, | expected an integer in base units, got 1010.5",
                "\"spread\" : 20 | \"spread\" : -20 | spread >= 0",
                "\"kind\" : \"flow\" | \"kind\" : \"flwo\" | references[0].flows[0].kind: expected one of",
                "\"accepted-by\" : \"Ada\" | \"accepted-by\" : \"\" | who accepted it",
                "\"ask\" : | \"ash\" : | references[0].ask: expected a value, got none",
                "T06:00:00Z | | origin.accepted-at: expected an instant",
                "\"virtual\" : false | \"virtual\" : false, | expected JSON",
                "\"p5\" : 1010 | \"p5\" : 1 | min <= p5",
                "gpu-02/mlx5_0>gpu-01/mlx5_0 | gpu-01/mlx5_0>gpu-02/mlx5_0 | expected each flow once"
            })
    void a_damaged_file_is_refused_with_its_place(String whole, String damaged, String said) throws IOException {
        BaselineFile.write(folder, baseline());
        String text = Files.readString(file());
        assertThat(text).contains(whole);
        Files.writeString(file(), text.replace(whole, damaged == null ? "" : damaged));
        assertThatThrownBy(() -> BaselineFile.read(folder))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("baseline.json")
                .hasMessageContaining(said);
    }
}
