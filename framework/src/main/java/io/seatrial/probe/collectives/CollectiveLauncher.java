package io.seatrial.probe.collectives;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What starts the processes of a collective test. */
public enum CollectiveLauncher {
    /** Slurm; a process for each GPU, in the allocation that the command runs in. */
    SRUN("srun") {
        @Override
        List<String> words(ToolRun run) {
            List<String> hosts = run.group().hosts();
            List<String> words = new ArrayList<>(List.of(
                    "srun",
                    "--nodes=" + hosts.size(),
                    "--ntasks=" + run.ranks(),
                    "--ntasks-per-node=" + run.gpus(),
                    "--nodelist=" + String.join(",", hosts),
                    "--distribution=block",
                    // without it the ranks that are left wait for the one that ended until the deadline
                    "--kill-on-bad-exit=1",
                    "--export=ALL"));
            words.addAll(run.launcherWords());
            words.addAll(run.words(1));
            return words;
        }
    },
    /** Open MPI over its own SSH; a process for each GPU. */
    MPIRUN("mpirun") {
        @Override
        List<String> words(ToolRun run) {
            String hosts = run.group().hosts().stream()
                    .map(host -> host + ":" + run.gpus())
                    .collect(Collectors.joining(","));
            List<String> words = new ArrayList<>(List.of(
                    "mpirun", "-np", "" + run.ranks(), "--host", hosts, "--map-by", "slot", "--bind-to", "none"));
            words.addAll(run.launcherWords());
            words.addAll(run.words(1));
            return words;
        }
    },
    /** No launcher: one process that drives all GPUs of one host; it cannot reach another host. */
    PER_HOST("per-host") {
        @Override
        List<String> words(ToolRun run) {
            return run.words(run.gpus());
        }
    };

    private final String text;

    CollectiveLauncher(String text) {
        this.text = text;
    }

    /** Return the name used in settings and conditions. */
    public String text() {
        return text;
    }

    /** Find a launcher by its name. */
    public static Optional<CollectiveLauncher> named(String text) {
        return Arrays.stream(values()).filter(one -> one.text.equals(text)).findFirst();
    }

    /** Return the command line, one word an entry. */
    abstract List<String> words(ToolRun run);

    /**
     * Choose one for a run of which none is set: what needs no launcher gets none; else the allocation that the command stands in; else Open
     * MPI. Slurm without an allocation is not taken by itself, for it would wait in its queue.
     *
     * @return empty where the host has none that could start it
     */
    static Optional<CollectiveLauncher> choose(ToolRun run, Offer offer) {
        if (run.group().hosts().size() == 1) {
            return Optional.of(PER_HOST);
        }
        if (offer.hasSrun() && offer.hasAllocation()) {
            return Optional.of(SRUN);
        }
        return offer.isOpenMpi() ? Optional.of(MPIRUN) : Optional.empty();
    }

    /**
     * What the launching host offers.
     *
     * @param hasSrun whether srun is on the PATH
     * @param hasAllocation whether the command stands in an allocation of Slurm
     * @param mpirun what mpirun says it is; empty where there is none
     */
    record Offer(boolean hasSrun, boolean hasAllocation, String mpirun) {
        boolean isOpenMpi() {
            return mpirun.contains("Open MPI") || mpirun.contains("OpenRTE");
        }

        /** Return the same in words, for who is told that nothing can start the run. */
        String inWords() {
            String slurm = !hasSrun ? "no srun" : hasAllocation ? "srun" : "srun without an allocation";
            String mpi = mpirun.isEmpty() ? "no mpirun" : "mpirun (" + mpirun + ")";
            return slurm + " and " + mpi;
        }
    }
}
