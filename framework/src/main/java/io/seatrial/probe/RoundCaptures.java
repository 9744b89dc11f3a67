package io.seatrial.probe;

import io.seatrial.inventory.RdmaPort;
import io.seatrial.plan.Flow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Captures of headers at the ports of a round while it runs: evidence, never judged. A port of several flows captures all of them. */
final class RoundCaptures {
    private final Map<String, HeaderCapture> running = new LinkedHashMap<>();
    private final Map<String, PortCapture> ended = new LinkedHashMap<>();

    private RoundCaptures() {}

    /** Begin at both ports of every flow, and wait until packets are taken. */
    static RoundCaptures before(Collection<Flow> flows, Function<String, Contact> contacts, CaptureBounds bounds) {
        RoundCaptures captures = new RoundCaptures();
        for (Flow flow : flows) {
            for (RdmaPort port : List.of(flow.from(), flow.to())) {
                captures.begin(port, contacts, bounds);
            }
        }
        captures.running.values().stream().map(HeaderCapture::ready).toList().forEach(CompletableFuture::join);
        return captures;
    }

    private void begin(RdmaPort port, Function<String, Contact> contacts, CaptureBounds bounds) {
        if (running.size() >= bounds.ports() && !running.containsKey(port.id())) {
            String why = "not captured: " + bounds.ports() + " ports of the round are captured already";
            ended.put(port.id(), PortCapture.none(port.id(), why));
            return;
        }
        running.computeIfAbsent(port.id(), id -> {
            Contact contact = contacts.apply(port.host());
            return HeaderCapture.start(new PortFacts(port, contact.info()), contact, bounds);
        });
    }

    /** End them all, and return each with what it tells or why it tells nothing. */
    List<PortCapture> after() {
        List<CompletableFuture<PortCapture>> ending =
                running.values().stream().map(HeaderCapture::end).toList();
        ending.stream().map(CompletableFuture::join).forEach(capture -> ended.put(capture.port(), capture));
        return new ArrayList<>(ended.values());
    }

    /** Return what passed the two ports of a flow: {@code capture.from.NAME} and {@code capture.to.NAME}. */
    Map<String, Long> of(Flow flow) {
        Map<String, Long> numbers = new TreeMap<>();
        put(numbers, "capture.from.", flow.from());
        put(numbers, "capture.to.", flow.to());
        return numbers;
    }

    private void put(Map<String, Long> numbers, String prefix, RdmaPort port) {
        PortCapture capture = ended.get(port.id());
        if (capture != null) {
            capture.numbers().forEach((name, value) -> numbers.put(prefix + name, value));
        }
    }
}
