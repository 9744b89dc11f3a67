package io.seatrial.plan;

/** What plays a rank. */
public enum RankKind {
    /** One rank for each NIC port: host memory, no GPU. Groups of several hosts are cut by rail, and their rings run beside each other. */
    NIC,
    /** One rank for each GPU: a group has whole hosts, and the library finds the rails. */
    GPU
}
