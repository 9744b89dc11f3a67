package io.seatrial.probe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.seatrial.measurement.Histogram;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Decodes the lines of an agent, strictly: a number that is missing or not an integer is an error, never 0. */
public final class Wire {
    /** The version of {@code native-probes/wire/FORMAT.md} that this code speaks. */
    public static final int VERSION = 1;

    /** Longest line with its line end, bytes (FORMAT.md, Lines). */
    private static final int LONGEST_LINE = 4096;

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
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
        if (line.getBytes(StandardCharsets.UTF_8).length >= LONGEST_LINE) {
            throw new WireException("a line of at most " + LONGEST_LINE + " B", line);
        }
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
            case "ready" -> ready(f);
            case "rank" -> new Event.Rank(f.id(), f.int32("rank"), f.texts(Set.of("ev")));
            case "log" -> new Event.Log(f.id(), f.text("text"));
            case "collective" -> collective(f);
            case "overlap" ->
                new Event.Overlap(
                        f.id(), f.int32("rank"), f.numbers("iterations", "compute", "communication", "together"));
            case "say" -> new Event.Say(f.id(), f.text("text"));
            case "result" -> result(f);
            case "histogram" -> new Event.HistogramPart(f.id(), histogram(f), f.flag("more"));
            case "info" -> host(f);
            case "port" -> port(f);
            case "gid" -> gid(f);
            case "netdev" ->
                new Event.NetdevInfo(
                        f.id(),
                        f.text("name"),
                        f.optional("operstate"),
                        f.optionalLong("speed"),
                        f.optionalLong("mtu"));
            case "gpu-process" ->
                new Event.GpuProcess(f.id(), f.int64("pid"), f.optional("name").orElse(""), f.text("device"));
            case "counters" -> counters(f);
            case "pace" ->
                new Event.Pace(
                        f.id(),
                        f.optionalLong("interval_ms"),
                        f.optionalLong("ethtool_ms"),
                        f.int64("cpu_ns"),
                        f.int64("elapsed_ns"));
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

    /** Verbs name the device; sockets, and verbs that speak over TCP, name the address. */
    private static Event ready(Fields f) {
        if (f.optionalLong("rank").isPresent()) {
            return new Event.RankReady(
                    f.id(), f.int32("rank"), f.text("address"), f.int32("port"), f.ranks("reached_by"));
        }
        return f.optional("device").isEmpty()
                ? new Event.Ready(f.id(), f.text("address"), f.int32("port"))
                : new Event.DeviceReady(f.id());
    }

    private static Event result(Fields f) {
        return switch (f.text("op")) {
            case "latency" ->
                new Event.LatencyResult(
                        f.id(), f.text("fabric"), f.text("kind"), f.numbers("n", "min", "max"), resultTexts(f));
            case "bandwidth" ->
                new Event.BandwidthResult(
                        f.id(),
                        f.text("fabric"),
                        f.text("kind"),
                        f.numbers("bytes", "window_ns", "rate"),
                        resultTexts(f));
            default -> new Event.Unknown(f.id(), "result of " + f.text("op"));
        };
    }

    private static Map<String, String> resultTexts(Fields f) {
        return f.texts(Set.of("ev", "op", "fabric", "kind"));
    }

    private static Event collective(Fields f) {
        return new Event.CollectiveResult(
                f.id(),
                f.int32("rank"),
                f.int64("bytes"),
                f.flag("in_place"),
                f.int64("iterations"),
                f.numbers("mean", "min", "max", "wrong"));
    }

    private static Event host(Fields f) {
        return new Event.HostInfo(
                f.id(),
                f.text("host"),
                f.optional("kernel").orElse(""),
                f.text("rdma"),
                f.optional("verbs"),
                f.optional("verbs_why"));
    }

    private static Event gid(Fields f) {
        return new Event.Gid(
                f.id(),
                f.text("device"),
                f.int32("port"),
                f.int32("index"),
                f.text("gid"),
                f.text("type"),
                f.optional("netdev"));
    }

    private static Event.PortDetails details(Fields f) {
        return new Event.PortDetails(
                f.optionalLong("width"),
                f.optionalLong("active_mtu"),
                f.optionalLong("gids"),
                new Event.PciSlot(f.optionalLong("pci_speed"), f.optionalLong("pci_width")),
                new Event.Nic(f.optional("board"), f.optional("fw")));
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
                f.optional("link_layer"),
                f.optional("fabric"),
                details(f));
    }

    private static Event counters(Fields f) {
        String device = f.optional("device").or(() -> f.optional("netdev")).orElse("");
        return new Event.Counters(
                f.id(),
                f.int64("t_ns"),
                f.int64("mono_ns"),
                f.text("source"),
                device,
                f.optionalLong("port"),
                f.flag("full"),
                f.unsigned("values"),
                f.flag("more"));
    }

    private static Histogram histogram(Fields f) {
        SortedMap<Integer, Long> buckets = new TreeMap<>();
        for (JsonNode pair : f.array("buckets")) {
            boolean isPair = pair.isArray()
                    && pair.size() == 2
                    && isInteger(pair.get(0))
                    && isInteger(pair.get(1))
                    && pair.get(0).canConvertToInt();
            if (!isPair
                    || (!buckets.isEmpty() && buckets.lastKey() >= pair.get(0).intValue())) {
                throw f.expected("'buckets' as [index, count] pairs in rising index");
            }
            buckets.put(pair.get(0).intValue(), pair.get(1).longValue());
        }
        try {
            return new Histogram(buckets);
        } catch (IllegalArgumentException e) {
            throw f.expected(e.getMessage());
        }
    }

    private static boolean isInteger(JsonNode value) {
        return value.isIntegralNumber() && value.canConvertToLong();
    }

    private static boolean isUnsigned(JsonNode value) {
        if (!value.isIntegralNumber()) {
            return false;
        }
        BigInteger number = value.bigIntegerValue();
        return number.signum() >= 0 && number.bitLength() <= Long.SIZE;
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

        /** An unknown text is absent; one of another kind is no text. */
        Optional<String> optional(String name) {
            JsonNode value = node.get(name);
            if (value != null && !value.isTextual()) {
                throw expected("a text '" + name + "'");
            }
            return Optional.ofNullable(value).map(JsonNode::textValue);
        }

        OptionalLong optionalLong(String name) {
            JsonNode value = node.get(name);
            if (value == null) {
                return OptionalLong.empty();
            }
            if (!isInteger(value)) {
                throw expected("an integer '" + name + "'");
            }
            return OptionalLong.of(value.longValue());
        }

        long int64(String name) {
            return optionalLong(name).orElseThrow(() -> expected("an integer '" + name + "'"));
        }

        int int32(String name) {
            long value = int64(name);
            if (value != (int) value) {
                throw expected("an integer '" + name + "' of 32 bit");
            }
            return (int) value;
        }

        boolean flag(String name) {
            JsonNode value = node.get(name);
            if (value == null || !value.isBoolean()) {
                throw expected("true or false as '" + name + "'");
            }
            return value.booleanValue();
        }

        JsonNode array(String name) {
            JsonNode value = node.get(name);
            if (value == null || !value.isArray()) {
                throw expected("a list '" + name + "'");
            }
            return value;
        }

        List<Integer> ranks(String name) {
            List<Integer> ranks = new ArrayList<>();
            for (JsonNode rank : array(name)) {
                if (!rank.isInt()) {
                    throw expected("a list of ranks '" + name + "'");
                }
                ranks.add(rank.intValue());
            }
            return ranks;
        }

        /** Return every number by its name; {@code required} are those that every such event has. */
        Map<String, Long> numbers(String... required) {
            Map<String, Long> numbers = new TreeMap<>();
            node.properties().forEach(field -> {
                if (field.getValue().isNumber() && !field.getKey().equals("id")) {
                    numbers.put(field.getKey(), int64(field.getKey()));
                }
            });
            for (String name : required) {
                int64(name);
            }
            return numbers;
        }

        /** Return every text by its name, without those that are named elsewhere. */
        Map<String, String> texts(Set<String> without) {
            Map<String, String> texts = new TreeMap<>();
            node.properties().forEach(field -> {
                if (field.getValue().isTextual() && !without.contains(field.getKey())) {
                    texts.put(field.getKey(), field.getValue().textValue());
                }
            });
            return texts;
        }

        /** Return counters: unsigned 64 bit as the same bits, to be shown with {@link Long#toUnsignedString(long)}. */
        Map<String, Long> unsigned(String name) {
            JsonNode value = node.get(name);
            if (value == null || !value.isObject()) {
                throw expected("an object '" + name + "'");
            }
            Map<String, Long> counters = new TreeMap<>();
            value.properties().forEach(counter -> {
                if (!isUnsigned(counter.getValue())) {
                    throw expected("an unsigned integer '" + counter.getKey() + "' of 64 bit");
                }
                counters.put(
                        counter.getKey(), counter.getValue().bigIntegerValue().longValue());
            });
            return counters;
        }
    }
}
