package io.seatrial.probe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.seatrial.measurement.Histogram;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** Decodes the lines of an agent, strictly: a number that is missing or not an integer is an error, never 0. */
public final class Wire {
    /** The version of {@code native-probes/wire/FORMAT.md} that this code speaks. */
    public static final int VERSION = 1;

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private Wire() {}

    /**
     * Decode one line.
     *
     * @throws WireException if the line is not an event of the wire format
     */
    public static Event decode(String line) {
        JsonNode node = parse(line);
        return event(new Fields(node, line));
    }

    static JsonNode parse(String line) {
        try {
            JsonNode node = JSON.readTree(line);
            if (node == null || !node.isObject()) {
                throw new WireException("a JSON object", line);
            }
            return node;
        } catch (JsonProcessingException e) {
            throw new WireException("a JSON object: " + e.getOriginalMessage(), line);
        }
    }

    private static Event event(Fields f) {
        return switch (f.text("ev")) {
            case "hello" -> hello(f);
            case "ready" -> new Event.Ready(f.id(), f.text("address"), f.int32("port"));
            case "result" -> result(f);
            case "histogram" -> new Event.HistogramPart(f.id(), histogram(f), f.flag("more"));
            case "info" ->
                new Event.HostInfo(f.id(), f.text("host"), f.optional("kernel").orElse(""), f.text("rdma"));
            case "port" -> port(f);
            case "netdev" ->
                new Event.NetdevInfo(f.id(), f.text("name"), f.optional("operstate"), f.optionalLong("speed"));
            case "gpu-process" -> new Event.GpuProcess(f.id(), f.int64("pid"), f.text("name"), f.text("device"));
            case "counters" -> counters(f);
            case "clock" -> new Event.Clock(f.id(), f.int64("mono_ns"), f.int64("real_ns"));
            case "error" ->
                new Event.Failure(
                        f.id(),
                        f.text("where"),
                        f.int32("code"),
                        f.text("msg"),
                        f.optional("hint").orElse(""));
            case "done" -> new Event.Done(f.id(), f.int32("rc"));
            default -> new Event.Unknown(f.id(), f.text("ev"));
        };
    }

    private static Event hello(Fields f) {
        return new Event.Hello(
                f.int32("v"),
                f.text("build"),
                f.int32("abi"),
                f.text("arch"),
                f.optional("glibc").orElse(""),
                f.optional("host").orElse(""),
                f.optional("boot_id").orElse(""),
                f.int64("pid"),
                f.int64("mono_ns"),
                f.int64("real_ns"),
                f.int32("cpus"));
    }

    private static Event result(Fields f) {
        return switch (f.text("op")) {
            case "latency" -> new Event.LatencyResult(f.id(), f.text("fabric"), f.text("kind"), f.numbers());
            case "bandwidth" -> new Event.BandwidthResult(f.id(), f.text("fabric"), f.text("kind"), f.numbers());
            default -> new Event.Unknown(f.id(), "result of " + f.text("op"));
        };
    }

    private static Event port(Fields f) {
        return new Event.PortInfo(
                f.id(),
                f.text("device"),
                f.int32("port"),
                f.optional("netdev"),
                f.optional("state"),
                f.optional("phys_state"),
                f.optionalLong("rate"),
                f.optional("link_layer"));
    }

    private static Event counters(Fields f) {
        String device = f.optional("device").or(() -> f.optional("netdev")).orElse("");
        return new Event.Counters(
                f.id(), f.int64("t_ns"), f.text("source"), device, f.flag("full"), f.map("values"), f.flag("more"));
    }

    private static Histogram histogram(Fields f) {
        SortedMap<Integer, Long> buckets = new TreeMap<>();
        for (JsonNode pair : f.array("buckets")) {
            if (pair.size() != 2
                    || !pair.get(0).canConvertToInt()
                    || !pair.get(1).isIntegralNumber()) {
                throw f.expected("buckets as [index, count] pairs");
            }
            buckets.merge(pair.get(0).intValue(), pair.get(1).longValue(), Long::sum);
        }
        return new Histogram(buckets);
    }

    /** The fields of one line; each reader names what it expected. */
    private record Fields(JsonNode node, String line) {
        WireException expected(String what) {
            return new WireException(what, line);
        }

        OptionalLong id() {
            return optionalLong("id");
        }

        String text(String name) {
            return optional(name).orElseThrow(() -> expected("a text '" + name + "'"));
        }

        Optional<String> optional(String name) {
            JsonNode value = node.get(name);
            return value != null && value.isTextual() ? Optional.of(value.textValue()) : Optional.empty();
        }

        OptionalLong optionalLong(String name) {
            JsonNode value = node.get(name);
            if (value == null) {
                return OptionalLong.empty();
            }
            if (!value.isIntegralNumber() || !value.canConvertToLong()) {
                throw expected("an integer '" + name + "'");
            }
            return OptionalLong.of(value.longValue());
        }

        long int64(String name) {
            return optionalLong(name).orElseThrow(() -> expected("an integer '" + name + "'"));
        }

        int int32(String name) {
            return Math.toIntExact(int64(name));
        }

        boolean flag(String name) {
            return node.path(name).asBoolean(false);
        }

        JsonNode array(String name) {
            JsonNode value = node.get(name);
            if (value == null || !value.isArray()) {
                throw expected("a list '" + name + "'");
            }
            return value;
        }

        Map<String, Long> numbers() {
            Map<String, Long> numbers = new TreeMap<>();
            node.properties().forEach(e -> {
                if (e.getValue().isIntegralNumber() && !e.getKey().equals("id")) {
                    // counters are unsigned 64 bit: the same bits, to be shown with Long.toUnsignedString
                    numbers.put(e.getKey(), e.getValue().bigIntegerValue().longValue());
                }
            });
            return numbers;
        }

        Map<String, Long> map(String name) {
            JsonNode value = node.get(name);
            if (value == null || !value.isObject()) {
                throw expected("an object '" + name + "'");
            }
            return new Fields(value, line).numbers();
        }
    }
}
