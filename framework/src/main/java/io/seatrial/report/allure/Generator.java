package io.seatrial.report.allure;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Allure 2's generator, run in a JVM of its own: its Jackson, templates and logger stay off our class path, and it can be stopped.
 *
 * @param home the unpacked allure-commandline
 */
record Generator(Path home) {
    /** Where to find the generator if it does not lie beside the program. */
    static final String PROPERTY = "seatrial.allure.home";

    /** Where the page is made, below the working folder. */
    static final String OUTPUT = "out";

    private static final String MAIN = "io.qameta.allure.CommandLine";
    private static final int SHOWN_OF_LOG = 4000;
    /** A killed process is gone in milliseconds; longer means that the kernel holds it, and we do not wait for that. */
    private static final int KILL_SECONDS = 10;

    /** Find the generator: the folder {@code allure} beside the jar, or beside the folder that holds it; else the system property. */
    static Optional<Generator> find() {
        String declared = System.getProperty(PROPERTY);
        if (declared != null) {
            return Optional.of(Path.of(declared)).filter(Generator::isHome).map(Generator::new);
        }
        Optional<Path> code = codeFolder();
        return Stream.iterate(code, Optional::isPresent, folder -> folder.map(Path::getParent))
                .limit(3)
                .map(folder -> folder.get().resolve("allure"))
                .filter(Generator::isHome)
                .findFirst()
                .map(Generator::new);
    }

    /**
     * Run the generator; the page lies in {@code work/}{@value #OUTPUT} afterwards.
     *
     * @param own the home that says which plugins take part; plugins are looked up there and nowhere else
     * @param work a folder for its own files
     * @return what it said, where it failed
     */
    Optional<String> run(Path results, Path own, Path work, Duration deadline)
            throws IOException, InterruptedException {
        Path log = work.resolve("generator.log");
        ProcessBuilder builder = new ProcessBuilder(command(results))
                .directory(work.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        builder.environment().put("APP_HOME", own.toString());
        // Only the word true keeps the script of a tracking service out of the page.
        builder.environment().put("ALLURE_NO_ANALYTICS", "true");
        return finish(builder.start(), log, deadline);
    }

    private List<String> command(Path results) {
        Path lib = home.toAbsolutePath().resolve("lib");
        String classPath = lib + "/*" + File.pathSeparator + lib.resolve("config");
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx2g",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                MAIN,
                "generate",
                "--single-file",
                "--clean",
                "--output",
                OUTPUT,
                results.toString());
    }

    private static Optional<String> finish(Process process, Path log, Duration deadline)
            throws IOException, InterruptedException {
        try {
            if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
                return Optional.of("no end after " + deadline.toSeconds() + " s\n" + tail(log));
            }
            return process.exitValue() == 0
                    ? Optional.empty()
                    : Optional.of("exit " + process.exitValue() + "\n" + tail(log));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor(KILL_SECONDS, TimeUnit.SECONDS);
        }
    }

    private static String tail(Path log) throws IOException {
        String text = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).strip();
        return text.substring(Math.max(0, text.length() - SHOWN_OF_LOG));
    }

    private static boolean isHome(Path folder) {
        return Files.isDirectory(folder.resolve("lib")) && Files.isDirectory(folder.resolve("plugins"));
    }

    private static Optional<Path> codeFolder() {
        CodeSource source = Generator.class.getProtectionDomain().getCodeSource();
        try {
            return source == null
                    ? Optional.empty()
                    : Optional.ofNullable(Path.of(source.getLocation().toURI()).getParent());
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }
}
