package io.seatrial.formats.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A value of a JSON document that knows its place, so that a wrong kind of value is refused with its path. What is absent or null gives
 * null, an empty list or an empty map.
 *
 * @param path such as {@code lldp.interface[0]}; empty for the document itself
 * @param node the value
 */
public record JsonObject(String path, JsonNode node) {
    /** Return the value under a name; {@link #isThere} is false where it is absent or null. */
    public JsonObject at(String name) {
        return new JsonObject(path.isEmpty() ? name : path + "." + name, node.path(name));
    }

    /** Tell whether there is a value, other than null. */
    public boolean isThere() {
        return !node.isMissingNode() && !node.isNull();
    }

    /** Tell whether it is an object that has the name. */
    public boolean has(String name) {
        return node.has(name);
    }

    /** Return this, if it is an object. */
    public JsonObject object() {
        if (!node.isObject()) {
            throw malformed("an object");
        }
        return this;
    }

    /** Tell whether it is an object with a name that passes. */
    public boolean hasNameThat(Predicate<String> passes) {
        Iterator<String> names = node.fieldNames();
        while (names.hasNext()) {
            if (passes.test(names.next())) {
                return true;
            }
        }
        return false;
    }

    /** Return the entries of an array in their order; nothing where it is absent. */
    public List<JsonObject> entries() {
        if (isThere() && !node.isArray()) {
            throw malformed("an array");
        }
        List<JsonObject> entries = new ArrayList<>();
        for (int i = 0; i < node.size(); i++) {
            entries.add(new JsonObject(path + "[" + i + "]", node.get(i)));
        }
        return entries;
    }

    /** Return the values of an object by name in their order; nothing where it is absent. */
    public Map<String, JsonObject> members() {
        if (isThere() && !node.isObject()) {
            throw malformed("an object");
        }
        Map<String, JsonObject> members = new LinkedHashMap<>();
        node.properties().forEach(e -> members.put(e.getKey(), at(e.getKey())));
        return members;
    }

    /** Return the text; null where it is absent. */
    public String text() {
        if (isThere() && !node.isTextual()) {
            throw malformed("a text");
        }
        return isThere() ? node.textValue() : null;
    }

    /** Return the boolean; null where it is absent. */
    public Boolean bool() {
        if (isThere() && !node.isBoolean()) {
            throw malformed("true or false");
        }
        return isThere() ? node.booleanValue() : null;
    }

    /** Return a count of any size, written as a number or as a text (RFC 7951 writes 64-bit numbers so); null where absent or unknown. */
    public BigInteger counter() {
        if (!isThere()) {
            return null;
        }
        if (node.isIntegralNumber() && node.bigIntegerValue().signum() >= 0) {
            return node.bigIntegerValue();
        }
        // databases write every number as a text, tens of thousands of them in one dump
        return isDigits(node.textValue())
                ? new BigInteger(node.textValue())
                : number("a whole number, 0 or more").counter();
    }

    private static boolean isDigits(String text) {
        return text != null
                && !text.isEmpty()
                && text.length() < 40
                && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** Return a whole number that fits an int; null where absent or unknown. */
    public Integer index() {
        BigInteger counter = counter();
        if (counter != null && counter.bitLength() > 31) {
            throw malformed("a number below 2147483648");
        }
        return counter == null ? null : (Integer) counter.intValue();
    }

    /** Return a number, written as one or as a text; null where absent or unknown. */
    public BigDecimal decimal() {
        if (!isThere()) {
            return null;
        }
        if (node.isNumber() && !Cell.isWritable(node.decimalValue())) {
            throw malformed("a number of the usual size");
        }
        return node.isNumber() ? node.decimalValue() : number("a number").decimal();
    }

    /**
     * Return a text, number or boolean as the cell of a table; a cell without a value where it is absent.
     *
     * @throws FormatException if it is an object or an array
     */
    public Cell cell() {
        if (!isThere()) {
            return Cell.absent();
        }
        if (!node.isValueNode()) {
            throw malformed("a number or a text");
        }
        return new Cell(Line.inDocument(path, node.asText()), 1, node.asText());
    }

    private Cell number(String expected) {
        if (!node.isTextual()) {
            throw malformed(expected);
        }
        Cell cell = cell();
        if (cell.isUnknown() || cell.text().matches("[+\\d.,eE-]*\\d[+\\d.,eE-]*")) {
            return cell;
        }
        throw malformed(expected);
    }

    /** Say that the value is not what it should be. */
    public FormatException malformed(String expected) {
        return FormatException.inDocument(path, node.isMissingNode() ? "nothing" : node.toString(), expected);
    }
}
