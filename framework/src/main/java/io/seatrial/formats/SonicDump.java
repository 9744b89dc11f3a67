package io.seatrial.formats;

import io.seatrial.formats.text.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;

/** A database of SONiC as JSON: each hash under its key, either plain or as {@code sonic-db-dump} writes it, with {@code type} and {@code value}. */
final class SonicDump {
    private SonicDump() {}

    /** Return a hash, which may not be there. */
    static JsonObject hash(JsonObject database, String key) {
        return unwrapped(database.at(key));
    }

    /** Return the hashes of a table of CONFIG_DB by the rest of their keys: {@code Ethernet0|3-4} of {@code QUEUE|Ethernet0|3-4}. */
    static Map<String, JsonObject> table(JsonObject database, String name) {
        Map<String, JsonObject> hashes = new LinkedHashMap<>();
        database.members().forEach((key, value) -> {
            if (key.startsWith(name + "|")) {
                hashes.put(key.substring(name.length() + 1), unwrapped(value));
            }
        });
        return hashes;
    }

    private static JsonObject unwrapped(JsonObject hash) {
        boolean dumped = hash.has("type")
                && hash.has("value")
                && hash.at("type").node().asText().equals("hash");
        return dumped ? hash.at("value") : hash;
    }
}
