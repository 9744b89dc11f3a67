package io.seatrial.transport.ssh;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Lets a number of connects run at the same time; the others wait in order, without a thread. */
final class Slots {
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int free;

    Slots(int number) {
        this.free = number;
    }

    <T> CompletableFuture<T> take(Supplier<CompletableFuture<T>> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        enter(() -> work.get().whenComplete((value, failure) -> {
            leave();
            if (failure == null) {
                result.complete(value);
            } else {
                result.completeExceptionally(failure);
            }
        }));
        return result;
    }

    private void enter(Runnable work) {
        synchronized (this) {
            if (free == 0) {
                waiting.add(work);
                return;
            }
            free--;
        }
        work.run();
    }

    private void leave() {
        Runnable next;
        synchronized (this) {
            next = waiting.poll();
            if (next == null) {
                free++;
                return;
            }
        }
        next.run();
    }
}
