package io.seatrial.formats;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * One size of a collective's table, as nccl-tests, rccl-tests and nccl-tests' JSON give it. What a cell does not tell is null.
 *
 * @param sizeBytes size of the operation, bytes; what it counts depends on the collective (nccl-tests doc/PERFORMANCE.md)
 * @param countElements elements; for all_gather, reduce_scatter and alltoall those of one rank
 * @param type of an element, such as {@code float}
 * @param redop reduction, or {@code none}; null where the column is blank or not there
 * @param root rank, or -1 where the collective has none; null where the column is not there
 * @param outOfPlace from one buffer into another; null where the tool measured in place only
 * @param inPlace within one buffer; null where it was not measured
 * @param timestamp local time at the end of the row, where the tool was asked for it (-T)
 */
public record CollectiveRow(
        BigInteger sizeBytes,
        BigInteger countElements,
        String type,
        String redop,
        Integer root,
        Side outOfPlace,
        Side inPlace,
        @JsonInclude(JsonInclude.Include.NON_NULL) String timestamp) {
    /**
     * One of the two measurements of a row.
     *
     * @param timeUs mean time of one operation, microseconds
     * @param algbwGbPerS size by time, 10^9 bytes a second
     * @param busbwGbPerS algbw times the collective's factor (nccl-tests doc/PERFORMANCE.md), 10^9 bytes a second
     * @param wrongElements elements that differ from what they should be, 2022 and later; null where not validated
     * @param maxError largest deviation, up to 2022; beyond 0 is usual for floating point; null where not validated
     * @param iMinUs shortest operation, microseconds, where single ones were timed
     * @param iMaxUs longest operation
     * @param iP99Us 99th percentile
     * @param iCvPercent standard deviation by mean, percent
     */
    public record Side(
            BigDecimal timeUs,
            BigDecimal algbwGbPerS,
            BigDecimal busbwGbPerS,
            BigDecimal wrongElements,
            BigDecimal maxError,
            @JsonInclude(JsonInclude.Include.NON_NULL) BigDecimal iMinUs,
            @JsonInclude(JsonInclude.Include.NON_NULL) BigDecimal iMaxUs,
            @JsonInclude(JsonInclude.Include.NON_NULL) BigDecimal iP99Us,
            @JsonInclude(JsonInclude.Include.NON_NULL) BigDecimal iCvPercent) {}
}
