package io.seatrial.inventory;

import io.seatrial.formats.text.HostNames;
import java.util.Collection;
import java.util.List;

/**
 * Names written short, in the notation of Slurm: {@code gpu[001-128,130]}, {@code rack[1-2]node[01-02],login}. Leading zeros are kept, the
 * last bracket runs fastest.
 */
public final class HostList {
    /** The largest number of names that one list may stand for, so that a slip of the finger cannot fill the memory. */
    public static final int LIMIT = HostNames.LIMIT;

    private HostList() {}

    /**
     * Write the names out, in the order of the text; a name that is listed twice comes twice.
     *
     * @throws IllegalArgumentException if the text does not follow the notation, with the character where it leaves it, or if it stands
     *     for more than {@link #LIMIT} names
     */
    public static List<String> expand(String text) {
        try {
            return HostNames.expand(text);
        } catch (HostNames.Malformed e) {
            throw new Malformed(e.found(), e.expected());
        }
    }

    /** Write names short: natural order, each once, consecutive numbers joined. {@link #expand} gives the same set back. */
    public static String fold(Collection<String> names) {
        return Fold.of(names);
    }
}
