-- What a run left to another night: its ask was asked, and not of this subject. "subject" is the name alone, as the run's archive has it.
CREATE TABLE run_left_out(
  run BIGINT NOT NULL REFERENCES runs(id),
  ask TEXT NOT NULL,
  subject TEXT NOT NULL,
  PRIMARY KEY (run, ask, subject)
) {clustered}
