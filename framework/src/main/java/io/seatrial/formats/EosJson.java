package io.seatrial.formats;

import io.seatrial.formats.text.JsonObject;
import io.seatrial.formats.text.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What EOS gives as JSON, either behind {@code | json} on its command line or as an answer of its API, where it stands in {@code result}. */
final class EosJson {
    private EosJson() {}

    /**
     * Return the answer that has one of the names.
     *
     * @throws io.seatrial.formats.text.FormatException if no answer has it, or EOS says that a command has no JSON
     */
    static JsonObject answer(Source source, String... names) {
        JsonObject root = source.json().root();
        List<JsonObject> answers = new ArrayList<>();
        if (root.node().isArray()) {
            answers.addAll(root.entries());
        } else if (root.has("result")) {
            answers.addAll(root.at("result").entries());
        } else {
            answers.add(root.object());
        }
        for (JsonObject answer : answers) {
            if (List.of(names).stream().anyMatch(answer::has)) {
                return answer;
            }
        }
        throw root.malformed("an object with " + String.join(" or ", names));
    }

    /**
     * Return what each port has under a name; many commands answer with {@code interfaces}, and only this tells them apart.
     *
     * @throws io.seatrial.formats.text.FormatException if there are ports and none has it
     */
    static Map<String, JsonObject> each(JsonObject interfaces, String name) {
        Map<String, JsonObject> each = new LinkedHashMap<>();
        interfaces
                .object()
                .members()
                .forEach((port, members) -> each.put(port, members.object().at(name)));
        if (!each.isEmpty() && each.values().stream().noneMatch(JsonObject::isThere)) {
            throw interfaces.malformed("ports with " + name);
        }
        return each;
    }
}
