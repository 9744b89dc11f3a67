package io.seatrial.formats.environment;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** In what form variables are set. */
public enum EnvironmentForm {
    /** What {@code env} and {@code printenv} print. */
    ENVIRONMENT("env", "output of env"),
    /** {@code /etc/nccl.conf}, {@code ~/.nccl.conf} or the file that NCCL_CONF_FILE names. */
    CONF_FILE("conf", "nccl.conf"),
    /** {@code /proc/PID/environ}: entries that end in a zero byte. */
    PROCESS("environ", "/proc/PID/environ"),
    /** A shell script, or a command line in one. */
    SCRIPT("script", "launch script"),
    /** YAML of Kubernetes, of a compose file or of a chart. */
    MANIFEST("yaml", "YAML");

    private static final Pattern ASSIGNED = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*=.*");
    private static final Pattern YAML = Pattern.compile(
            "\\s*(?:-\\s+)?(?:[{]\\s*)?(?:name:\\s*[\"']?NCCL_|[\"']?NCCL_\\w+[\"']?:\\s|apiVersion:).*");

    private final String text;
    private final String words;

    EnvironmentForm(String text, String words) {
        this.text = text;
        this.words = words;
    }

    /** Return the name under which people choose it. */
    public String text() {
        return text;
    }

    /** Return what it is, in words for people. */
    public String words() {
        return words;
    }

    /** Tell the form of a text by the name of its file, else by what stands in it. */
    public static EnvironmentForm of(String file, String content) {
        if (content.indexOf('\0') >= 0) {
            return PROCESS;
        }
        String name = file.substring(file.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        if (name.endsWith(".conf")) {
            return CONF_FILE;
        }
        if (name.endsWith(".yaml") || name.endsWith(".yml")) {
            return MANIFEST;
        }
        return name.matches(".*\\.(sh|bash|sbatch|slurm|job|csh)") ? SCRIPT : byContent(content);
    }

    private static EnvironmentForm byContent(String content) {
        List<String> lines =
                content.lines().filter(line -> !line.isBlank()).limit(10_000).toList();
        if (lines.stream().anyMatch(line -> YAML.matcher(line).matches())) {
            return MANIFEST;
        }
        boolean begun =
                !lines.isEmpty() && ASSIGNED.matcher(withoutMark(lines.get(0))).matches();
        boolean all = lines.stream()
                .allMatch(line -> ASSIGNED.matcher(withoutMark(line)).matches());
        return all || begun && lines.stream().noneMatch(EnvironmentForm::isCommand) ? ENVIRONMENT : SCRIPT;
    }

    /** An environment can hold values of several lines, such as functions of bash; a script runs commands. */
    private static boolean isCommand(String line) {
        return line.matches("\\s*(#.*|export .*|(srun|mpirun|mpiexec|torchrun|python3?|docker|exec) .*)");
    }

    /** Return a line without the mark of the byte order that some editors write. */
    static String withoutMark(String line) {
        return line.startsWith("\uFEFF") ? line.substring(1) : line;
    }
}
