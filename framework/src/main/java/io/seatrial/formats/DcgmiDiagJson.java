package io.seatrial.formats;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.JsonObject;
import io.seatrial.formats.text.JsonText;
import io.seatrial.formats.text.Source;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What {@code dcgmi diag -j} and nvvs print, DCGM 2 to 4.5. There is no stable schema (DCGM dcgmi/Diag.cpp, nvvs/include/NvvsJsonStrings.h
 * and DCGM's own tests of the older form): 4.x has one entry for each GPU with {@code entity_group}, {@code entity_id} and a list of
 * warnings, 3.x {@code gpu_id} with a text, nvvs of 2.x {@code gpu_ids} as "0,1,2" and tests that are null.
 *
 * <p>A skipped test is no test: with nothing but skips the hardware is not tested. Persistence mode that is off makes the software test fail
 * on every host; that is configuration, no fault of hardware (error 29).
 */
public final class DcgmiDiagJson implements Format<DcgmiDiagJson.Report> {
    private static final String DEPLOYMENT = "Deployment";
    private static final BigInteger PERSISTENCE_MODE = BigInteger.valueOf(29);
    private static final BigInteger SOFTWARE_CONFIGURATION = BigInteger.valueOf(3);

    /**
     * One diagnostic, or several iterations of it.
     *
     * @param dcgmVersion of DCGM
     * @param driverVersion of the GPU driver
     * @param runtimeError why nothing ran; null where something did
     * @param tests one entry for each test and GPU, in the order of the document
     * @param executedHardwareTests tests outside the deployment category that ran on at least one GPU
     * @param hardwareVerdict {@code fail} where a test found a fault; {@code pass} where the run ended without an error, every test that
     *     ran passed and every GPU that is named passed at least one; {@code not_tested} where no such test ran; else {@code not_proven}
     * @param configurationFindings results that fail for the host's configuration alone
     */
    public record Report(
            String dcgmVersion,
            String driverVersion,
            String runtimeError,
            List<Test> tests,
            long executedHardwareTests,
            String hardwareVerdict,
            long configurationFindings) {}

    /**
     * The result of one test on one GPU.
     *
     * @param category such as {@code Hardware}
     * @param name of the test
     * @param gpu index; null where the result is not of a GPU or of none in particular
     * @param entity kind of device where it is no GPU, such as {@code CPU}
     * @param status {@code pass}, {@code fail}, {@code warn}, {@code skip} or {@code not run}
     * @param errorId of the first warning (enum dcgmError_enum)
     * @param configurationOnly whether every warning is about the host's configuration; null without a warning
     * @param warnings in words
     */
    public record Test(
            String category,
            String name,
            Integer gpu,
            @JsonInclude(JsonInclude.Include.NON_NULL) String entity,
            String status,
            BigInteger errorId,
            Boolean configurationOnly,
            List<String> warnings) {
        private Test on(Integer other) {
            return new Test(category, name, other, entity, status, errorId, configurationOnly, warnings);
        }

        private boolean isExecuted() {
            return status != null && !status.equals("skip") && !status.equals("not run");
        }

        private boolean isFault() {
            return "fail".equals(status) && !Boolean.TRUE.equals(configurationOnly);
        }

        private boolean isPass() {
            return "pass".equals(status);
        }

        private boolean isHardware() {
            return !DEPLOYMENT.equals(category);
        }
    }

    @Override
    public String id() {
        return "dcgmi-diag-json";
    }

    @Override
    public String about() {
        return "dcgmi diag -j: GPU diagnostics in JSON";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has("\"DCGM Diagnostic\"") || head.has("\"DCGM GPU Diagnostic\""));
    }

    @Override
    public Report read(Source source) {
        JsonText text = source.json();
        JsonObject root = text.root().object();
        List<JsonObject> runs = root.has("iterations") ? root.at("iterations").entries() : List.of(root);
        List<Test> tests = new ArrayList<>();
        runs.forEach(run -> tests.addAll(tests(diagnostic(run))));
        JsonObject first = runs.isEmpty() ? root : runs.get(0);
        JsonObject inner = runs.isEmpty() ? root : diagnostic(first);
        return new Report(
                firstOf("version", first.at("metadata"), inner, first),
                firstOf("Driver Version Detected", first.at("metadata"), inner, first),
                firstOf("runtime_error", inner, first),
                tests,
                tests.stream()
                        .filter(test -> test.isHardware() && test.isExecuted())
                        .map(test -> test.category() + "/" + test.name())
                        .distinct()
                        .count(),
                verdict(tests.stream().filter(Test::isHardware).toList(), firstOf("runtime_error", inner, first)),
                tests.stream()
                        .filter(test -> Boolean.TRUE.equals(test.configurationOnly()))
                        .count());
    }

    private static JsonObject diagnostic(JsonObject run) {
        JsonObject named = run.at(run.has("DCGM GPU Diagnostic") ? "DCGM GPU Diagnostic" : "DCGM Diagnostic");
        if (!named.isThere()) {
            throw run.malformed("an object with 'DCGM Diagnostic'");
        }
        return named.object();
    }

    private static String firstOf(String name, JsonObject... objects) {
        return Stream.of(objects)
                .map(object -> object.at(name))
                .filter(JsonObject::isThere)
                .map(JsonObject::text)
                .findFirst()
                .orElse(null);
    }

    private static List<Test> tests(JsonObject diagnostic) {
        List<Test> all = new ArrayList<>();
        for (JsonObject category : diagnostic.at("test_categories").entries()) {
            for (JsonObject test : category.at("tests").entries()) {
                // nvvs 2.x writes null between the tests.
                if (test.isThere()) {
                    test.at("results").entries().forEach(result -> all.addAll(results(category, test, result)));
                }
            }
        }
        return all;
    }

    private static List<Test> results(JsonObject category, JsonObject test, JsonObject result) {
        String group = result.at("entity_group").text();
        boolean isGpu = group == null || group.equals("GPU");
        Test of = result(category, test, result, isGpu ? null : group);
        List<Integer> gpus = isGpu ? gpus(result) : List.of();
        return gpus.isEmpty() ? List.of(of) : gpus.stream().map(of::on).toList();
    }

    private static Test result(JsonObject category, JsonObject test, JsonObject result, String entity) {
        List<JsonObject> warnings = warnings(result.at("warnings"));
        String status = status(result.at("status"));
        boolean isJudged = !warnings.isEmpty() && !"pass".equals(status);
        return new Test(
                category.at("category").text(),
                test.at("name").text(),
                null,
                entity,
                status,
                warnings.isEmpty() ? null : id(warnings.get(0), "error_id"),
                isJudged ? warnings.stream().allMatch(DcgmiDiagJson::isConfiguration) : null,
                warnings.stream()
                        .map(DcgmiDiagJson::words)
                        .filter(Objects::nonNull)
                        .toList());
    }

    private static List<Integer> gpus(JsonObject result) {
        for (String name : List.of("entity_id", "gpu_id")) {
            Integer gpu = result.at(name).index();
            if (gpu != null) {
                return List.of(gpu);
            }
        }
        String several = result.at("gpu_ids").text();
        if (several == null || several.isBlank()) {
            return List.of();
        }
        if (!several.matches("\\s*\\d{1,5}\\s*(?:,\\s*\\d{1,5}\\s*)*")) {
            throw result.at("gpu_ids").malformed("GPU indices such as 0,1,2");
        }
        return Stream.of(several.split(","))
                .map(String::strip)
                .map(Integer::valueOf)
                .toList();
    }

    private static String status(JsonObject status) {
        String text = status.text();
        return text == null ? null : text.toLowerCase(Locale.ROOT);
    }

    /** Warnings are objects (4.x), texts or one text (3.x), or absent. */
    private static List<JsonObject> warnings(JsonObject warnings) {
        if (!warnings.isThere()) {
            return List.of();
        }
        return warnings.node().isArray() ? warnings.entries() : List.of(warnings);
    }

    private static BigInteger id(JsonObject warning, String name) {
        return warning.node().isObject() ? warning.at(name).counter() : null;
    }

    private static String words(JsonObject warning) {
        return warning.node().isObject() ? warning.at("warning").text() : warning.text();
    }

    private static boolean isConfiguration(JsonObject warning) {
        String words = words(warning);
        return PERSISTENCE_MODE.equals(id(warning, "error_id"))
                || SOFTWARE_CONFIGURATION.equals(id(warning, "error_category"))
                || words != null && words.toLowerCase(Locale.ROOT).contains("persistence mode");
    }

    private static String verdict(List<Test> hardware, String runtimeError) {
        List<Test> executed = hardware.stream().filter(Test::isExecuted).toList();
        if (executed.stream().anyMatch(Test::isFault)) {
            return "fail";
        }
        if (executed.isEmpty()) {
            return "not_tested";
        }
        boolean isWhole = runtimeError == null && hardware.stream().noneMatch(test -> test.status() == null);
        boolean isProven =
                executed.stream().allMatch(Test::isPass) && gpus(executed).containsAll(gpus(hardware));
        return isWhole && isProven ? "pass" : "not_proven";
    }

    private static Set<Integer> gpus(List<Test> tests) {
        return tests.stream().map(Test::gpu).filter(Objects::nonNull).collect(Collectors.toSet());
    }
}
