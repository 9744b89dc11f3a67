package io.seatrial.report.allure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.seatrial.report.RunReport;
import io.seatrial.report.Texts;
import io.seatrial.report.page.CoverageTable;
import io.seatrial.report.page.Templates;
import io.seatrial.report.page.VerdictBox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Lays out a home for one run of the generator: Allure's own pages, and a plugin of ours that holds the verdict and the coverage of this run.
 * A page of the plugin is no test: nothing that was not measured is counted as anything.
 */
final class GeneratorHome {
    private static final List<String> ALLURE_PLUGINS = List.of("behaviors-plugin", "packages-plugin");
    private static final String OURS = "seatrial-plugin";
    private static final ObjectMapper JSON = new ObjectMapper();

    private GeneratorHome() {}

    /** Fill an empty folder. */
    static void write(Path home, Path allure, RunReport report) throws IOException {
        Path plugins = home.resolve("plugins");
        for (String plugin : ALLURE_PLUGINS) {
            copy(allure.resolve("plugins").resolve(plugin), plugins.resolve(plugin));
        }
        Path files = Files.createDirectories(plugins.resolve(OURS).resolve("static"));
        Files.writeString(files.resolve("index.js"), script(report));
        Files.writeString(files.resolve("styles.css"), Templates.text("plugin.css"));
        Files.writeString(plugins.resolve(OURS).resolve("allure-plugin.yml"), Templates.text("plugin.yml"));
        Files.writeString(Files.createDirectories(home.resolve("config")).resolve("allure.yml"), config());
    }

    private static String config() {
        StringBuilder yaml = new StringBuilder("plugins:\n");
        ALLURE_PLUGINS.forEach(plugin -> yaml.append("  - ").append(plugin).append('\n'));
        return yaml.append("  - ").append(OURS).append('\n').toString();
    }

    private static String script(RunReport report) throws JsonProcessingException {
        String box = VerdictBox.html(report);
        String page = "<h2>" + Texts.text("page.coverage") + "</h2>\n" + CoverageTable.html(report);
        Map<String, String> run = Map.of("coverageName", Texts.text("page.coverage"), "coverage", page, "verdict", box);
        // "</script>" must not end the element that the script may stand in.
        return Templates.filled("plugin.js", "run", JSON.writeValueAsString(run).replace("<", "\\u003c"));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }
}
