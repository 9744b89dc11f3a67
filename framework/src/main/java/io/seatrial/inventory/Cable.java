package io.seatrial.inventory;

import java.util.List;
import java.util.Objects;

/**
 * A cable; a breakout cable carries several links.
 *
 * @param id its name, or the id of its first link where the file gives none
 * @param links ids of the links that it carries
 */
public record Cable(String id, List<String> links) {
    public Cable {
        Objects.requireNonNull(id, "id");
        links = List.copyOf(links);
    }
}
