package io.seatrial.formats;

import java.util.List;

/** What the status of a work completion means: enum ibv_wc_status of rdma-core (libibverbs/verbs.h), in the enum's order. */
final class WorkCompletion {
    /** The echo of an earlier error: the queue pair had failed already, so that the rest was flushed. */
    static final int FLUSHED = 5;

    private static final List<String> MEANINGS = List.of(
            "success",
            "local length error",
            "local QP operation error",
            "local EE context operation error",
            "local protection error",
            "work request flushed",
            "memory window bind error",
            "bad response",
            "local access error",
            "remote invalid request",
            "remote access error",
            "remote operation error",
            "transport retry counter exceeded",
            "RNR retry counter exceeded",
            "local RDD violation",
            "remote invalid RD request",
            "remote aborted",
            "invalid EE context number",
            "invalid EE context state",
            "fatal error",
            "response timeout",
            "general error");

    private WorkCompletion() {}

    /** Return the meaning in words; of a number that is not in the enum the number. */
    static String meaning(int status) {
        return status < MEANINGS.size() ? MEANINGS.get(status) : "status " + status;
    }
}
