package io.seatrial.formats;

import io.seatrial.formats.text.JsonObject;
import io.seatrial.formats.text.Source;
import java.util.ArrayList;
import java.util.List;

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
}
