package io.seatrial.run;

/** Hears how far a run is; called from the run's own thread. */
public interface Progress {
    /** A phase begins. */
    void phase(String name, int total);

    /** One more of the phase is done. */
    void done(boolean good);

    /** Something that the user should see at once, for example a host without contact. */
    void remark(String text);

    /** Hears nothing. */
    Progress SILENT = new Progress() {
        @Override
        public void phase(String name, int total) {}

        @Override
        public void done(boolean good) {}

        @Override
        public void remark(String text) {}
    };
}
