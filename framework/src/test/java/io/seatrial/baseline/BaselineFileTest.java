package io.seatrial.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BaselineFileTest {
    @TempDir
    private Path folder;

    private static Baseline baseline() {
        return Runs.accepted();
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
                          "version": 2,
                          "origin": {
                            "cluster": "virtual",
                            "cluster-hash": "0123abcd",
                            "fabric": "tcp",
                            "virtual": false,
                            "accepted-by": "Ada",
                            "accepted-at": "2026-02-01T06:00:00Z",
                            "reason": "",
                            "runs": [
                              {"id":"run-1","at":"2026-02-01T06:00:01Z"},
                              {"id":"run-2","at":"2026-02-01T06:00:02Z"},
                              {"id":"run-3","at":"2026-02-01T06:00:03Z"}
                            ],
                            "left-out": [],
                            "before": []
                          },
                          "references": [
                            {
                              "ask": "latency.within-rail",
                              "metric": {"id":"latency.rtt.p50","unit":"ns","better":"lower-is-better"},
                              "conditions": {"fabric":"tcp","path-class":"within-leaf"},
                              "subjects": {
                                "flow gpu-01/mlx5_0>gpu-02/mlx5_0": [1000, 1020, 1010],
                                "flow gpu-02/mlx5_0>gpu-01/mlx5_0": [2000, 2010, 1990]
                              }
                            }
                          ]
                        }
                        """);
    }

    @Test
    void rounds_missing_values_and_what_was_left_out_are_written_and_read() throws IOException {
        List<SourceRun> runs = new ArrayList<>(Runs.three());
        runs.add(Runs.run(
                "run-4",
                true,
                "tcp",
                List.of(Runs.measured(Runs.ONE, 1001, 0, ""), Runs.measured(Runs.ONE, 1003, 0, ""))));
        runs.add(Runs.run("run-5", 1009, 3000));
        Baseline baseline = Runs.propose(runs, new Proposal.Without("run-5", Runs.TWO.name()))
                .accept(Runs.by("Ada", "moved"));
        BaselineFile.write(folder, baseline);
        assertThat(Files.readString(file()))
                .contains("[1000, 1020, 1010, [1001, 1003], 1009]")
                .contains("[2000, 2010, 1990, null, null]")
                .contains("\"value\":3000,\"by-name\":true");
        assertThat(BaselineFile.read(folder)).contains(baseline);
    }

    @Test
    void a_baseline_names_those_that_it_took_the_place_of() throws IOException {
        BaselineFile.write(folder, baseline());
        BaselineFile.write(folder, baseline().after(BaselineFile.predecessors(folder)));
        BaselineFile.write(folder, baseline().after(BaselineFile.predecessors(folder)));
        List<Origin.Predecessor> before =
                BaselineFile.read(folder).orElseThrow().origin().before();
        assertThat(before).hasSize(2).extracting(Origin.Predecessor::sha256).doesNotHaveDuplicates();
        assertThat(before.get(0).accepted()).isEqualTo(Runs.by("Ada", ""));
        assertThat(before.get(0).runs()).containsExactly("run-1", "run-2", "run-3");
    }

    @Test
    void a_file_that_cannot_be_understood_is_not_replaced() throws IOException {
        Files.writeString(file(), "nothing of JSON");
        assertThatThrownBy(() -> BaselineFile.predecessors(folder))
                .isInstanceOf(InvalidBaselineException.class)
                .hasMessageContaining("move it away, which loses its list of earlier acceptances");
    }

    @Test
    void the_first_version_is_refused_with_what_to_do_and_still_remembered() throws IOException {
        Files.writeString(file(), """
                {"version": 1, "origin": {"runs": ["run-1"], "accepted-by": "Ada", "accepted-at": "2026-02-01T06:00:00Z",
                 "reason": "", "fabric": "tcp", "virtual": false}, "references": []}
                """);
        assertThatThrownBy(() -> BaselineFile.read(folder))
                .isInstanceOf(InvalidBaselineException.class)
                .hasMessageContaining("version: expected 2, got 1")
                .hasMessageContaining("seatrial baseline accept --cluster");
        assertThat(BaselineFile.predecessors(folder))
                .singleElement()
                .satisfies(before -> assertThat(before.runs()).containsExactly("run-1"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"version\": 2 | \"version\": 3 | version: expected 2, got 3",
                "1010] | 1010.5] | expected an integer in base units, got 1010.5",
                "1010] | -20] | expected numbers >= 0, got -20",
                "1010] | 1010, 1011] | expected subjects with one value for each run",
                "\"id\":\"run-3\" | \"id\":\"run-2\" | origin.runs[2].id: expected each run once, got run-2, which is origin.runs[1]",
                "\"runs\": [ | \"runs\": [{\"id\":\"run-0\",\"at\":\"2026-01-01T06:00:00Z\"}, | references[0].subjects.flow"
                        + " gpu-01/mlx5_0>gpu-02/mlx5_0: expected subjects with one value for each run of origin.runs (4,",
                "[1000, 1020, 1010] | [null, null, null] | expected at least one run that measured it",
                "\"flow gpu-01 | \"flwo gpu-01 | references[0].subjects.flwo gpu-01/mlx5_0>gpu-02/mlx5_0: expected one of",
                "\"accepted-by\": \"Ada\" | \"accepted-by\": \"\" | who accepted it",
                "\"ask\": | \"ash\": | references[0].ask: expected a value, got none",
                "T06:00:00Z | | origin.accepted-at: expected an instant",
                "T06:00:02Z | | origin.runs[1].at: expected an instant",
                "\"virtual\": false | \"virtual\": 0 | origin.virtual: expected true or false",
                "\"left-out\": [], | \"left-out\": [],, | expected JSON",
                "flow gpu-02/mlx5_0>gpu-01/mlx5_0 | flow gpu-01/mlx5_0>gpu-02/mlx5_0 | Duplicate"
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
