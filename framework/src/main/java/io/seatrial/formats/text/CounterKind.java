package io.seatrial.formats.text;

import java.math.BigInteger;

/** What a counter does at its end: it wraps to 0 (Counter32 and Counter64 of RFC 2578, /proc, ethtool), or it stays (InfiniBand PortCounters). */
public enum CounterKind {
    /** SNMP Counter32, and counters of old drivers. */
    WRAPS_32(32, true),
    /** SNMP Counter64, ethtool, SAI, PortCountersExtended. */
    WRAPS_64(64, true),
    /** LocalLinkIntegrityErrors, ExcessiveBufferOverrunErrors. */
    STAYS_4(4, false),
    /** LinkErrorRecoveryCounter, LinkDownedCounter, PortRcvRemotePhysicalErrors' class of PortCounters. */
    STAYS_8(8, false),
    /** SymbolErrorCounter, PortRcvErrors, PortXmitDiscards. */
    STAYS_16(16, false),
    /** PortXmitData, PortRcvData and packets of PortCounters, XmitWait. */
    STAYS_32(32, false);

    private final int bits;
    private final boolean wraps;

    CounterKind(int bits, boolean wraps) {
        this.bits = bits;
        this.wraps = wraps;
    }

    /** Return the number of values it can take, 2^bits. */
    public BigInteger range() {
        return BigInteger.ONE.shiftLeft(bits);
    }

    /** Tell whether it begins again at 0 after its largest value. */
    public boolean wraps() {
        return wraps;
    }

    /** Tell whether it cannot count further, so that its value is a lower bound only. */
    public boolean isSaturatedAt(BigInteger value) {
        return !wraps && value.add(BigInteger.ONE).compareTo(range()) >= 0;
    }
}
