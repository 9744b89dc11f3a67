package io.seatrial.archive.signoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.seatrial.archive.ArchiveException;
import io.seatrial.archive.Manifest;
import io.seatrial.archive.RunArchive;
import io.seatrial.measurement.Message;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleCheckTest {
    private static final Ed25519Key KEY = Ed25519Key.make();

    @TempDir
    private Path folder;

    private SmallBundle small;
    private Path bundle;

    @BeforeEach
    void sign() throws IOException {
        small = new SmallBundle(folder);
        bundle = small.passed("first", KEY::sign);
    }

    private BundleCheck.Checked check() {
        return BundleCheck.check(bundle, KEY, Optional.empty(), Optional.empty());
    }

    private Message objection() {
        return check().objection().orElseThrow();
    }

    @Test
    void holds_and_gives_back_what_was_signed() {
        BundleCheck.Checked checked = check();
        assertThat(checked.objection()).isEmpty();
        assertThat(checked.held().orElseThrow().record().verdict()).isEqualTo("ACCEPTED");
        assertThat(checked.held().orElseThrow().principal()).contains("ada@example.com");
        assertThat(checked.held().orElseThrow().keyType()).isEqualTo("ssh-ed25519");
        assertThat(checked.held().orElseThrow().previous().first()).isTrue();
    }

    @Test
    void writes_what_the_schema_of_the_record_says() throws IOException {
        Path schema = Path.of(System.getProperty("seatrial.project.dir", "..")).resolve("suites/signoff.schema.json");
        Schema says = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(schema), InputFormat.JSON);
        String json = Files.readString(bundle.resolve(Bundle.RECORD));
        assertThat(says.validate(json, InputFormat.JSON)).isEmpty();
        assertThat(says.validate(json.replace("\"passed\" : 2", "\"passed\" : -2"), InputFormat.JSON))
                .hasSize(1);
        assertThat(says.validate(json.replaceFirst("\\{", "{ \"news\" : 1,"), InputFormat.JSON))
                .hasSize(1);
    }

    @Test
    void keeps_the_form_that_sha256sum_checks() throws IOException {
        assertThat(Files.readAllLines(bundle.resolve(Manifest.NAME)))
                .allMatch(line -> line.matches("[0-9a-f]{64}  \\S+"))
                .hasSize(9)
                .noneMatch(line -> line.endsWith(".sig"));
    }

    @Test
    void leaves_nothing_beside_the_bundle() throws IOException {
        try (Stream<Path> beside = Files.list(folder)) {
            assertThat(beside.map(p -> p.getFileName().toString()))
                    .containsExactlyInAnyOrder("first", "runs", "inputs-of-run-of-first");
        }
    }

    @Test
    void names_the_first_file_that_differs_with_both_hashes() throws IOException {
        String before = Manifest.hash(bundle.resolve(Bundle.PAGE));
        Files.writeString(bundle.resolve(Bundle.PAGE), "<p>pagf</p>\n");
        assertThat(objection().key()).isEqualTo("signoff.file-differs");
        assertThat(objection().values())
                .containsEntry("file", Bundle.PAGE)
                .containsEntry("expected", before)
                .containsEntry("seen", Manifest.hash(bundle.resolve(Bundle.PAGE)));
    }

    @Test
    void refuses_a_file_that_is_not_listed() throws IOException {
        Files.writeString(bundle.resolve("runs/extra.txt"), "");
        assertThat(objection().values())
                .containsEntry("file", "runs/extra.txt")
                .containsEntry("what", "is there and not listed");
    }

    @Test
    void refuses_a_missing_file() throws IOException {
        Files.delete(bundle.resolve(Bundle.PRINTED));
        assertThat(objection().values())
                .containsEntry("file", Bundle.PRINTED)
                .containsEntry("what", "is listed and not there");
    }

    @Test
    void refuses_a_link_to_the_same_content() throws IOException {
        Path elsewhere = Files.move(bundle.resolve(Bundle.PAGE), folder.resolve("page"));
        Files.createSymbolicLink(bundle.resolve(Bundle.PAGE), elsewhere);
        assertThat(objection().values()).containsEntry("file", Bundle.PAGE);
        assertThat(objection().key()).isEqualTo("signoff.file-set");
    }

    @Test
    void refuses_a_linked_signature_and_a_missing_one() throws IOException {
        Path elsewhere = Files.move(bundle.resolve(Bundle.SIGNATURE), folder.resolve("sig"));
        assertThat(objection().key()).isEqualTo("signoff.no-file");
        Files.createSymbolicLink(bundle.resolve(Bundle.SIGNATURE), elsewhere);
        assertThat(objection().key()).isEqualTo("signoff.no-file");
    }

    @Test
    void refuses_another_key_and_another_namespace() throws IOException {
        Ed25519Key.make().sign(bundle.resolve(Manifest.NAME));
        assertThat(objection().key()).isEqualTo("signoff.untrusted");
        byte[] manifest = Files.readAllBytes(bundle.resolve(Manifest.NAME));
        Files.write(bundle.resolve(Bundle.SIGNATURE), KEY.signature(manifest, "file"));
        assertThat(objection().key()).isEqualTo("signoff.other-namespace");
        assertThat(objection().values())
                .containsEntry("expected", "seatrial-signoff")
                .containsEntry("seen", "file");
    }

    @Test
    void refuses_other_spellings_of_a_good_signature() throws IOException {
        Path file = bundle.resolve(Bundle.SIGNATURE);
        String good = Files.readString(file);
        for (String other : new String[] {
            good.replace("\n", "\r\n"),
            good.stripTrailing(),
            good + "\n",
            " " + good,
            good.replaceFirst("(?m)^(U1NIU0lH.{10})", "$1\n"),
            good.replaceFirst("(?m)^(.{70})\n", "$1"),
            good.replaceFirst("\n-----END", "\n\n-----END")
        }) {
            assertThat(other).isNotEqualTo(good);
            Files.writeString(file, other);
            assertThat(objection().key()).as(other).isEqualTo("signoff.no-signature");
        }
    }

    @Test
    void refuses_a_record_that_claims_more_than_its_results() throws IOException {
        SmallBundle.resign(
                bundle,
                Bundle.RECORD,
                json -> json.replaceFirst("\"verdict\" : \"ACCEPTED\"", "\"verdict\" : \"REJECTED\""),
                KEY::sign);
        assertThat(objection().key()).isEqualTo("signoff.verdict-differs");
        assertThat(objection().values()).containsEntry("expected", "ACCEPTED").containsEntry("seen", "REJECTED");
    }

    @Test
    void refuses_a_record_that_says_of_a_run_what_the_run_did_not_say() throws IOException {
        Path run = small.run("other", "passed", "failed");
        bundle = small.signed(
                "lie", run, SmallBundle.record("lie", run, "passed", "passed"), PreviousRecord.NONE, KEY::sign);
        assertThat(objection().key()).isEqualTo("signoff.result-differs");
        assertThat(objection().values())
                .containsEntry("subject", "link a~1")
                .containsEntry("expected", "passed")
                .containsEntry("seen", "failed");
    }

    @Test
    void refuses_a_run_that_says_it_was_accepted_beside_results_that_failed() throws IOException {
        for (String[] lie : new String[][] {
            {"\"REJECTED\"", "\"ACCEPTED\""},
            {"\"status\" : 1", "\"status\" : 0"},
            {"\"countable\" : false", "\"countable\" : true"}
        }) {
            String name = "edited-" + lie[1].replaceAll("[^a-zA-Z0-9]", "");
            Path run = small.run(name, "passed", "failed");
            Path closed = run.resolve("closed.json");
            String text = Files.readString(closed);
            Files.writeString(closed, text.replace(lie[0], lie[1]));
            assertThat(closed).content().isNotEqualTo(text);
            Files.delete(run.resolve(Manifest.NAME));
            RunArchive.open(run).seal();
            bundle = small.signed(
                    "b-" + name, run, SmallBundle.record("r", run, "passed", "failed"), PreviousRecord.NONE, KEY::sign);
            assertThat(objection().key()).as(name).isEqualTo("signoff.end-differs");
        }
    }

    @Test
    void takes_a_waived_result_for_failed_and_never_the_other_way_round() throws IOException {
        Path run = small.run("waiving", "waived", "passed");
        bundle = small.signed(
                "lapsed", run, SmallBundle.record("lapsed", run, "failed", "passed"), PreviousRecord.NONE, KEY::sign);
        assertThat(check().objection()).isEmpty();
        Path failing = small.run("failing", "failed", "passed");
        bundle = small.signed(
                "excused",
                failing,
                SmallBundle.record("excused", failing, "waived", "passed"),
                PreviousRecord.NONE,
                KEY::sign);
        assertThat(objection().key()).isEqualTo("signoff.result-differs");
    }

    @Test
    void refuses_files_of_a_run_that_are_not_what_its_own_manifest_lists() throws IOException {
        SmallBundle.resign(
                bundle,
                "runs/run-of-first/closed.json",
                json -> json.replace("\"countable\" : true", "\"countable\" : false"),
                KEY::sign);
        assertThat(objection().key()).isEqualTo("signoff.run-differs");
        assertThat(objection().values()).containsEntry("file", "closed.json").containsEntry("run", "run-of-first");
    }

    @Test
    void refuses_other_inputs_than_those_of_the_run() throws IOException {
        SmallBundle.resign(bundle, "inputs/criteria.yaml", text -> text + "# softer\n", KEY::sign);
        assertThat(objection().values()).containsEntry("file", "inputs/criteria.yaml");
    }

    @Test
    void refuses_a_record_with_a_key_that_it_does_not_know() throws IOException {
        SmallBundle.resign(bundle, Bundle.RECORD, json -> json.replaceFirst("\\{", "{ \"news\" : 1,"), KEY::sign);
        assertThat(objection().key()).isEqualTo("signoff.no-record");
    }

    @Test
    void follows_the_chain_one_record_back() throws IOException {
        Path run = small.run("second-run", "passed");
        PreviousRecord before = BundleCheck.asPrevious(bundle, "small", Message::key);
        Path second = small.signed("second", run, SmallBundle.record("second", run, "passed"), before, KEY::sign);
        assertThat(BundleCheck.check(second, KEY, Optional.empty(), Optional.of(bundle))
                        .objection())
                .isEmpty();

        Path other = small.passed("other-first", KEY::sign);
        assertThat(BundleCheck.check(second, KEY, Optional.empty(), Optional.of(other))
                        .objection()
                        .orElseThrow()
                        .key())
                .isEqualTo("signoff.other-previous");
        assertThat(BundleCheck.check(other, KEY, Optional.empty(), Optional.of(bundle))
                        .objection()
                        .orElseThrow()
                        .key())
                .isEqualTo("signoff.is-first");
    }

    @Test
    void says_that_it_is_the_record_before_that_was_changed() throws IOException {
        Path run = small.run("second-run", "passed");
        PreviousRecord before = BundleCheck.asPrevious(bundle, "small", Message::key);
        Path second = small.signed("second", run, SmallBundle.record("second", run, "passed"), before, KEY::sign);
        Files.writeString(bundle.resolve(Bundle.PAGE), "changed");
        BundleCheck.Checked checked = BundleCheck.check(second, KEY, Optional.empty(), Optional.of(bundle));
        assertThat(checked.where()).isEqualTo(bundle);
        assertThat(checked.objection().orElseThrow().values()).containsEntry("file", Bundle.PAGE);
        assertThatThrownBy(() -> BundleCheck.asPrevious(bundle, "small", Message::key))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("signoff.file-differs");
    }

    @Test
    void follows_no_record_of_another_cluster() {
        assertThatThrownBy(() -> BundleCheck.asPrevious(bundle, "large", Message::key))
                .hasMessageContaining("it is of cluster small; expected one of large");
    }

    @Test
    void demands_the_signer_that_is_wanted() {
        assertThat(BundleCheck.check(bundle, KEY, Optional.of("bob@example.com"), Optional.empty())
                        .objection()
                        .orElseThrow()
                        .key())
                .isEqualTo("signoff.other-signer");
    }

    @Test
    void leaves_nothing_of_a_bundle_that_could_not_be_signed() throws IOException {
        Path run = small.run("unsigned", "passed");
        assertThatThrownBy(() -> small.signed(
                        "never", run, SmallBundle.record("never", run, "passed"), PreviousRecord.NONE, file -> {
                            throw new ArchiveException("no key", null);
                        }))
                .hasMessage("no key");
        assertThat(folder.resolve("never")).doesNotExist();
        try (Stream<Path> beside = Files.list(folder)) {
            assertThat(beside.map(Path::toString)).noneMatch(name -> name.contains("draft"));
        }
    }

    @Test
    void never_writes_where_something_is() throws IOException {
        String before = Files.readString(bundle.resolve(Manifest.NAME));
        assertThatThrownBy(() -> BundleDraft.begin(bundle))
                .hasMessageContaining("is there already; expected a new folder");
        assertThat(Files.readString(bundle.resolve(Manifest.NAME), StandardCharsets.UTF_8))
                .isEqualTo(before);
    }

    @Test
    void says_that_there_is_no_folder() {
        assertThatThrownBy(() -> BundleCheck.check(folder.resolve("nowhere"), KEY, Optional.empty(), Optional.empty()))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("no such folder; expected the folder that 'seatrial signoff --out' made");
    }
}
