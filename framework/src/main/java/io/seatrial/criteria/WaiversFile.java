package io.seatrial.criteria;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads {@code waivers.yaml}. Every waiver has an owner, a reason, a ticket and a last day. */
public final class WaiversFile {
    /** Name of the file in the folder of a cluster. */
    public static final String NAME = "waivers.yaml";

    static final Set<String> KEYS = Keys.of("version", "waivers");
    static final Set<String> WAIVER_KEYS =
            Keys.of("criterion", "subject", "owner", "reason", "ticket", "expires", "not-proven");
    private static final long VERSION = 1;

    private WaiversFile() {}

    /**
     * Read the waivers of a cluster.
     *
     * @return none where the folder has no such file
     * @throws InvalidFileException with every problem at once, each with file, line and what was expected
     */
    public static Waivers read(Path folder) {
        Path file = folder.resolve(NAME);
        return Files.exists(file) ? YamlFile.read(file, KEYS, WaiversFile::read) : Waivers.NONE;
    }

    private static Waivers read(Section root) {
        root.required("version", Versions.only(VERSION), VERSION);
        List<Waiver> waivers = new ArrayList<>();
        for (Section waiver : root.sections("waivers", WAIVER_KEYS)) {
            waivers.add(new Waiver(
                    waiver.required("criterion", WaiversFile::criterion, "*"),
                    waiver.required("subject", Texts::some, "*"),
                    waiver.required("owner", Texts::some, "-"),
                    waiver.required("reason", Texts::some, "-"),
                    waiver.required("ticket", Texts::some, "-"),
                    waiver.required("expires", LimitReader::date, LocalDate.EPOCH),
                    waiver.orElse("not-proven", WaiversFile::yesOrNo, false)));
        }
        return new Waivers(waivers);
    }

    /** A pattern that no criterion can match is a slip of the pen, and would waive nothing in silence. */
    private static String criterion(String text) {
        List<String> ids = KnownAsk.LIST.stream()
                .flatMap(ask -> ask.inOrder().stream().map(question -> ask.id() + "." + question.text()))
                .toList();
        if (ids.stream().noneMatch(id -> Waiver.glob(text).matcher(id).matches())) {
            throw new IllegalArgumentException(Problems.expectedOneOf(text, ids) + " (* stands for any text)");
        }
        return text;
    }

    private static Boolean yesOrNo(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("expected true or false, got '" + text + "'");
        }
        return text.equals("true");
    }
}
