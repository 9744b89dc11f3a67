package io.seatrial.inventory;

import java.nio.file.Path;

/** Reads the folder of a cluster: the door of this room. */
public final class ClusterFile {
    /** Name of the file in the folder. */
    public static final String NAME = "cluster.yaml";

    private ClusterFile() {}

    /**
     * Read {@code cluster.yaml} of a folder and resolve it: ranges expanded, templates filled in, links made and checked.
     *
     * @param folder the cluster's folder; relative paths in the file start here
     * @throws InventoryException with every problem found, each with file, line and column, what was found and what was expected
     */
    public static Cluster read(Path folder) {
        Document document = Document.load(folder);
        Problems problems = new Problems(document.file());
        new Secrets(problems).scan(document.root());
        return new ClusterReader(folder, document, problems).read();
    }
}
