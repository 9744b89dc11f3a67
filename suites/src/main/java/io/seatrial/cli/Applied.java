package io.seatrial.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;

/** Makes changes of nodes, one by one, and says what became of each. A node is changed only from the state that the change is meant for. */
record Applied(Scontrol scontrol, PrintWriter out) {
    private static final String OURS = "seatrial ";

    /** Return the exit status: 0 where all was done or needed nothing, 1 where a change was refused, 4 where Slurm cannot be spoken to. */
    int all(List<Scontrol.Change> changes) {
        if (changes.isEmpty()) {
            out.println("applied: nothing to change");
            return Status.HOLDS;
        }
        if (!scontrol.isThere()) {
            out.println(
                    "applied: nothing: there is no scontrol on the PATH; run the lines of --slurm where there is one");
            return Status.FAILED;
        }
        int refused = 0;
        try {
            for (Scontrol.Change change : changes) {
                refused += one(change) ? 0 : 1;
            }
        } catch (IOException e) {
            out.println("applied: scontrol cannot be run: " + e.getMessage());
            return Status.FAILED;
        }
        out.println("applied: " + (changes.size() - refused) + " of " + changes.size() + " changes done or not needed, "
                + refused + " refused");
        return refused == 0 ? Status.HOLDS : Status.DOES_NOT_HOLD;
    }

    private boolean one(Scontrol.Change change) throws IOException {
        Optional<Scontrol.Node> node = scontrol.show(change.node());
        if (node.isEmpty()) {
            out.println(change.node() + ": refused: Slurm knows no such node; compare cluster.yaml with slurm.conf");
            return false;
        }
        Optional<String> left = needless(change, node.get());
        if (left.isPresent()) {
            out.println(change.node() + ": left as it is: " + left.get());
            return true;
        }
        Optional<String> refused = scontrol.make(change);
        out.println(change.node() + ": "
                + refused.map(why -> "refused: " + why + "; by hand: " + change.line())
                        .orElse("State=" + change.state() + " was set"));
        return refused.isEmpty();
    }

    private static Optional<String> needless(Scontrol.Change change, Scontrol.Node node) {
        if (change.state().equals("DRAIN")) {
            return node.isDrained() ? Optional.of("it is drained already (" + node.reason() + ")") : Optional.empty();
        }
        if (!node.isDrained()) {
            return Optional.of("it is not drained (" + node.state() + ")");
        }
        return node.reason().startsWith(OURS)
                ? Optional.empty()
                : Optional.of("somebody else drained it (" + node.reason() + ")");
    }
}
