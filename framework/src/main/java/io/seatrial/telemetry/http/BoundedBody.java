package io.seatrial.telemetry.http;

import io.seatrial.telemetry.TelemetryException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** The body of an answer, which ends the request when it grows beyond a limit. */
final class BoundedBody implements HttpResponse.BodySubscriber<byte[]> {
    private final HttpResponse.BodySubscriber<byte[]> bytes = HttpResponse.BodySubscribers.ofByteArray();
    private final String server;
    private final long limit;
    private Flow.Subscription subscription;
    private long size;

    BoundedBody(String server, long limit) {
        this.server = server;
        this.limit = limit;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return bytes.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        bytes.onSubscribe(given);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        size += buffers.stream().mapToLong(ByteBuffer::remaining).sum();
        if (size > limit) {
            subscription.cancel();
            bytes.onError(new TelemetryException(
                    server, "an answer of more than " + limit + " B; ask for less by 'where' or fewer metrics", null));
        } else {
            bytes.onNext(buffers);
        }
    }

    @Override
    public void onError(Throwable failure) {
        bytes.onError(failure);
    }

    @Override
    public void onComplete() {
        bytes.onComplete();
    }
}
