package io.seatrial.formats;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One run of a collective test. What its text does not tell is null.
 *
 * @param collective such as {@code all_reduce}; as printed, or where only one explains the numbers
 * @param setup what was asked for
 * @param cast who took part
 * @param table the rows
 * @param footer what the program concludes
 * @param degenerateSingleRank whether one rank talked to itself: busbw is 0 by formula, which is no fault
 * @param dataCorrect false where a value is wrong; null where nothing was validated
 * @param complete whether the program's own end line is there
 * @param findings what does not fit together, in words
 */
public record CollectiveRun(
        String collective,
        @JsonUnwrapped Setup setup,
        @JsonUnwrapped Cast cast,
        @JsonUnwrapped Table table,
        @JsonUnwrapped Footer footer,
        Boolean degenerateSingleRank,
        Boolean dataCorrect,
        boolean complete,
        List<String> findings) {
    public CollectiveRun {
        findings = List.copyOf(findings);
    }

    /** Return the same with another completeness: the first of several runs stands for all. */
    CollectiveRun withComplete(boolean other) {
        return new CollectiveRun(
                collective, setup, cast, table, footer, degenerateSingleRank, dataCorrect, other, findings);
    }

    /**
     * What was asked for, and by which program.
     *
     * @param toolVersion of the test program
     * @param toolCommit of the test program's sources
     * @param ncclLibraryCode version of the library as one number: 23004 is 2.30.4
     * @param minBytes smallest size, bytes
     * @param maxBytes largest size, bytes
     * @param stepBytes sizes grow by so many bytes
     * @param stepFactor sizes grow by this factor
     * @param validationEnabled whether results are checked
     */
    public record Setup(
            String toolVersion,
            String toolCommit,
            Integer ncclLibraryCode,
            BigInteger minBytes,
            BigInteger maxBytes,
            BigInteger stepBytes,
            BigInteger stepFactor,
            Boolean validationEnabled) {}

    /**
     * Who took part.
     *
     * @param devices in the order of the list
     * @param ranks how many, where the list is whole
     * @param highestRankSeen of the list
     * @param hosts of the list, each once
     * @param gpuModels of the list, each once
     * @param independentRunsDetected how many processes call themselves rank 0: each of them is a job of its own (built without MPI)
     * @param multiNodeResultValid false where there is more than one rank 0: the numbers are not those of one job
     */
    public record Cast(
            List<CollectiveDevice> devices,
            Integer ranks,
            Integer highestRankSeen,
            List<String> hosts,
            List<String> gpuModels,
            Integer independentRunsDetected,
            Boolean multiNodeResultValid) {
        public Cast {
            devices = List.copyOf(devices);
            hosts = List.copyOf(hosts);
            gpuModels = List.copyOf(gpuModels);
        }

        /**
         * Sum up a list of devices.
         *
         * @param isListWhole whether something came behind it
         * @param tables how many processes of the launcher print a table of their own, where it names them
         */
        static Cast of(List<CollectiveDevice> devices, boolean isListWhole, int tables) {
            List<Integer> ranks = devices.stream().map(CollectiveDevice::rank).toList();
            long zeros = tables > 1
                    ? tables
                    : ranks.stream().filter(rank -> rank == 0).count();
            boolean isDense = IntStream.range(0, ranks.size()).allMatch(ranks::contains);
            return new Cast(
                    devices,
                    isListWhole && isDense && !ranks.isEmpty() ? ranks.size() : null,
                    ranks.stream().max(Integer::compare).orElse(null),
                    devices.stream().map(CollectiveDevice::host).distinct().toList(),
                    devices.stream()
                            .map(CollectiveDevice::gpu)
                            .filter(gpu -> gpu != null)
                            .distinct()
                            .toList(),
                    zeros == 0 ? null : (Integer) (int) zeros,
                    zeros > 1 ? false : null);
        }
    }

    /**
     * The rows.
     *
     * @param rows as printed; a row that is cut or interrupted is not among them
     * @param partialRowSizeBytes size of the row that a failure interrupted
     * @param rowsWithSizeZero sizes below one element a rank, which are printed as 0
     * @param distinctKeys columns that tell rows apart where sizes repeat, such as {@code (size, redop)}
     */
    public record Table(
            List<CollectiveRow> rows, BigInteger partialRowSizeBytes, long rowsWithSizeZero, String distinctKeys) {
        public Table {
            rows = List.copyOf(rows);
        }

        static Table of(List<CollectiveRow> rows, BigInteger partialRowSizeBytes) {
            long zeros =
                    rows.stream().filter(row -> row.sizeBytes().signum() == 0).count();
            return new Table(rows, partialRowSizeBytes, zeros, CollectiveChecks.distinctKeys(rows));
        }
    }

    /**
     * What the program concludes.
     *
     * @param outOfBoundsValues wrong results in all rows
     * @param outOfBoundsOk as the program judges them
     * @param avgBusbwGbPerS the printed mean over all sizes and both sides, 10^9 bytes a second; small sizes drag it down
     * @param avgCheck {@code ok} or {@code failed} against 0.9 x the limit it was given; {@code unchecked} without a limit
     * @param meanOfAllBusbwCellsGbPerS mean of the busbw cells read here, of a run with its end
     */
    public record Footer(
            BigInteger outOfBoundsValues,
            Boolean outOfBoundsOk,
            BigDecimal avgBusbwGbPerS,
            String avgCheck,
            BigDecimal meanOfAllBusbwCellsGbPerS) {}
}
