package io.seatrial.formats.environment;

import io.seatrial.formats.environment.ShellWords.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the variables that a launch script sets: {@code export X=1}, {@code X=1 program}, {@code env X=1}, {@code -x X=1} of Open MPI,
 * {@code -genv X 1} of Hydra, {@code -e X=1} and {@code --env X=1} of containers, {@code srun --export=ALL,X=1}, {@code setenv X 1}, also in
 * directives of batch systems and in commands that stand in quotes.
 */
final class LaunchScript {
    private static final Pattern ASSIGNED = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)=(.*)", Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern OPTION = Pattern.compile("--?[A-Za-z][A-Za-z-]*=(.*)", Pattern.DOTALL);
    /** A command inside a word. */
    private static final Pattern INNER = Pattern.compile("(?s).*\\s[A-Za-z_]\\w*=.*|\\s*[A-Za-z_]\\w*=.*\\s.*");

    /** A name of NCCL's is set behind a value: that is a command, for no value of NCCL's holds such a word. */
    private static final Pattern SEVERAL = Pattern.compile("(?s)\\s*NCCL_\\w*=.*\\sNCCL_\\w*=.*");
    /** Assignments before a command. */
    private static final Pattern BEFORE_COMMAND = Pattern.compile("(?s)\\s*NCCL_\\w*=\\S*\\s+[a-z./].*");
    /** Their words are shown, not run. */
    private static final Set<String> PRINTERS = Set.of("echo", "printf", "grep", "egrep", "fgrep", "logger");

    private static final Set<String> BEGIN = Set.of("", "if", "then", "else", "do", "while", "until", "!", "sudo");
    private static final Pattern WRITTEN = Pattern.compile(".*(rc|profile|environment|\\.(conf|env|sh|sbatch))");

    private static final Set<String> IN_TWO_WORDS = Set.of("-genv", "-env", "setenv", "ENV");
    private static final Pattern NEXT_NAME = Pattern.compile(",(?=[A-Za-z_]\\w*=)");
    private static final int DEEPEST = 3;

    private final int firstLine;
    private final int depth;
    private final List<Assignment> all = new ArrayList<>();

    LaunchScript(int firstLine) {
        this(firstLine, 0);
    }

    private LaunchScript(int firstLine, int depth) {
        this.firstLine = firstLine;
        this.depth = depth;
    }

    List<Assignment> read(String text) {
        List<Word> words = ShellWords.of(Heredoc.withoutShown(text), firstLine);
        for (int i = 0; i < words.size(); i++) {
            String before = i == 0 ? "" : words.get(i - 1).text();
            if (isShown(words, i, before)) {
                i = lastOfCommand(words, i);
            } else if (IN_TWO_WORDS.contains(before) && i + 1 < words.size() && isName(words.get(i))) {
                Word value = words.get(i + 1);
                all.add(new Assignment(words.get(i).line(), words.get(i).text(), value.text(), value.known(), ""));
                i++;
            } else {
                take(words.get(i), before);
            }
        }
        return all;
    }

    /** What is written to a file that a shell or NCCL reads is set there. */
    private static boolean isShown(List<Word> words, int at, String before) {
        if (!BEGIN.contains(before) || !PRINTERS.contains(words.get(at).text())) {
            return false;
        }
        int last = lastOfCommand(words, at);
        return words.subList(at, last + 1).stream()
                .map(Word::text)
                .noneMatch(text -> WRITTEN.matcher(text).matches());
    }

    private static int lastOfCommand(List<Word> words, int first) {
        int last = first;
        while (last + 1 < words.size() && words.get(last + 1) != Word.END) {
            last++;
        }
        return last;
    }

    private static boolean isName(Word word) {
        return NAME.matcher(word.text()).matches();
    }

    private void take(Word word, String before) {
        Matcher option = OPTION.matcher(word.text());
        if (word.text().startsWith("--export=")) {
            export(word, option.matches() ? option.group(1) : "");
        } else if (before.equals("--export")) {
            export(word, word.text());
        } else if (option.matches() && ASSIGNED.matcher(option.group(1)).matches()) {
            several(word, option.group(1));
        } else if (before.equals("--env")) {
            several(word, word.text());
        } else {
            single(word, before);
        }
    }

    /** A whole command may stand in quotes; what an option for variables takes is one value, whatever blanks it holds. */
    private void single(Word word, String before) {
        boolean ofOption = before.equals("-e") || before.equals("-x");
        boolean command = SEVERAL.matcher(word.text()).matches()
                || before.matches("-[a-z]*c")
                        && BEFORE_COMMAND.matcher(word.text()).matches();
        if (command && !ofOption && depth < DEEPEST) {
            all.addAll(new LaunchScript(word.line(), depth + 1).read(word.text()));
        } else {
            assigned(word, word.text());
        }
    }

    private void several(Word word, String text) {
        for (String one : NEXT_NAME.split(text)) {
            assigned(word, one);
        }
    }

    private void assigned(Word word, String text) {
        Matcher assigned = ASSIGNED.matcher(text);
        boolean isOne = assigned.matches();
        if (isOne) {
            all.add(new Assignment(word.line(), assigned.group(1), assigned.group(2), word.known(), ""));
        }
        String inner = isOne ? assigned.group(2) : text;
        boolean ofNccl = isOne && assigned.group(1).startsWith("NCCL_");
        if (depth < DEEPEST && !ofNccl && INNER.matcher(inner).matches()) {
            all.addAll(new LaunchScript(word.line(), depth + 1).read(inner));
        }
    }

    /** srun parts its list at every comma: what stands behind one and is no assignment is the name of a variable to pass on. */
    private void export(Word word, String text) {
        List<Assignment> found = new ArrayList<>();
        for (String item : text.split(",", -1)) {
            Matcher assigned = ASSIGNED.matcher(item);
            if (assigned.matches()) {
                found.add(new Assignment(word.line(), assigned.group(1), assigned.group(2), word.known(), ""));
            } else if (!found.isEmpty() && !item.matches("[A-Z_][A-Z0-9_]*")) {
                Assignment last = found.remove(found.size() - 1);
                String lost = last.lost().isEmpty() ? item : last.lost() + "," + item;
                found.add(new Assignment(last.line(), last.name(), last.value(), last.known(), lost));
            }
        }
        all.addAll(found);
    }
}
