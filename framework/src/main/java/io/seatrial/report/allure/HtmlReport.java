package io.seatrial.report.allure;

import io.seatrial.archive.Folders;
import io.seatrial.measurement.Message;
import io.seatrial.report.RunReport;
import io.seatrial.report.page.SummaryPage;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Writes the pages of a run: {@value #FILE} by Allure's generator, and the summary beside it. Whatever the generator does, the summary is
 * written and the run ends with its results.
 */
public final class HtmlReport {
    /** Name of Allure's page in the folder of the run. */
    public static final String FILE = "index.html";
    /** Long enough for 50,000 results on a slow machine. */
    public static final Duration DEADLINE = Duration.ofMinutes(5);

    /** How the folder begins in which the generator works. */
    private static final String WORK = ".allure-";

    private HtmlReport() {}

    /**
     * What was written.
     *
     * @param summary the page to read first
     * @param details Allure's page, where it could be made
     * @param remark why there is no such page
     */
    public record Pages(Path summary, Optional<Path> details, Optional<Message> remark) {}

    /**
     * Write extras, Allure's page and the summary.
     *
     * @param runFolder folder of the run, where the pages go
     * @param results folder of the Allure results
     * @param history earlier runs of the same cluster
     * @param deadline how long the generator may take
     */
    public static Pages write(
            Path runFolder, Path results, RunReport report, List<PastRun> history, Duration deadline) {
        AllureExtras.write(results, report, history);
        Optional<Message> trouble = generate(runFolder, results, report, deadline);
        Optional<Path> details = trouble.isEmpty() ? Optional.of(runFolder.resolve(FILE)) : Optional.empty();
        RunReport complete = trouble.map(report::with).orElse(report);
        return new Pages(SummaryPage.write(runFolder, complete, details), details, trouble);
    }

    /** Make the page in a folder of its own and move it into place whole, so that no half page is ever seen. */
    private static Optional<Message> generate(Path runFolder, Path results, RunReport report, Duration deadline) {
        Optional<Generator> generator = Generator.find();
        if (generator.isEmpty()) {
            return Optional.of(Message.of("report.no-generator", "property", Generator.PROPERTY));
        }
        Path work = null;
        try {
            Files.createDirectories(runFolder);
            removeLeft(runFolder);
            work = Files.createTempDirectory(runFolder, WORK);
            return generate(generator.get(), work, runFolder, results, report, deadline);
        } catch (IOException e) {
            return Optional.of(failed(e.toString()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(failed("interrupted"));
        } finally {
            delete(work);
        }
    }

    private static Optional<Message> generate(
            Generator generator, Path work, Path runFolder, Path results, RunReport report, Duration deadline)
            throws IOException, InterruptedException {
        Path home = Files.createDirectory(work.resolve("home"));
        GeneratorHome.write(home, generator.home(), report);
        Optional<String> error = generator.run(results.toAbsolutePath(), home.toAbsolutePath(), work, deadline);
        if (error.isPresent()) {
            return Optional.of(failed(error.get()));
        }
        Path page = work.resolve(Generator.OUTPUT).resolve(FILE);
        if (!Files.isRegularFile(page)) {
            return Optional.of(failed("it ended well and wrote no " + FILE));
        }
        Files.move(page, runFolder.resolve(FILE), StandardCopyOption.REPLACE_EXISTING);
        return Optional.empty();
    }

    /** A generator that was killed together with its run leaves its folder, which belongs to no report. */
    private static void removeLeft(Path runFolder) throws IOException {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(runFolder, WORK + "*")) {
            left.forEach(HtmlReport::delete);
        }
    }

    private static Message failed(String cause) {
        return Message.of("report.generator-failed", "cause", cause);
    }

    private static void delete(Path folder) {
        if (folder == null) {
            return;
        }
        try {
            Folders.remove(folder);
        } catch (IOException e) {
            // A folder that stays behind costs space and nothing else; the report is more important.
            folder.toFile().deleteOnExit();
        }
    }
}
