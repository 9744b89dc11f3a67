-- Moments are ms since 1970 (UTC), values integers in the base unit of their metric. "run" alone is the id that people know.
-- What never differs between the links of one ask stands once, in classes: it is what must be equal before values are compared.
CREATE TABLE runs(
  id {id},
  cluster TEXT NOT NULL,
  run TEXT NOT NULL,
  profile TEXT NOT NULL,
  started BIGINT NOT NULL,
  ended BIGINT NOT NULL,
  verdict TEXT NOT NULL,
  status INTEGER NOT NULL,
  countable INTEGER NOT NULL,
  fabric TEXT NOT NULL,
  version TEXT NOT NULL,
  hash TEXT NOT NULL,
  UNIQUE (cluster, run)
);
CREATE INDEX runs_by_time ON runs(cluster, started);
CREATE TABLE run_asks(
  run BIGINT NOT NULL REFERENCES runs(id),
  ask TEXT NOT NULL,
  PRIMARY KEY (run, ask)
) {clustered};
CREATE TABLE classes(
  id {id},
  cluster TEXT NOT NULL,
  ask TEXT NOT NULL,
  metric TEXT NOT NULL,
  unit TEXT NOT NULL,
  better TEXT NOT NULL,
  conditions TEXT NOT NULL,
  UNIQUE (cluster, ask, metric, conditions)
);
CREATE TABLE series(
  id {id},
  class BIGINT NOT NULL REFERENCES classes(id),
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  UNIQUE (class, kind, subject)
);
CREATE INDEX series_by_subject ON series(subject);
-- median, least and most over the rounds of one run
CREATE TABLE round_values(
  series BIGINT NOT NULL REFERENCES series(id),
  run BIGINT NOT NULL REFERENCES runs(id),
  rounds INTEGER NOT NULL,
  median BIGINT NOT NULL,
  least BIGINT NOT NULL,
  most BIGINT NOT NULL,
  PRIMARY KEY (series, run)
) {clustered};
CREATE TABLE questions(
  id {id},
  cluster TEXT NOT NULL,
  criterion TEXT NOT NULL,
  subject TEXT NOT NULL,
  UNIQUE (cluster, criterion, subject)
);
CREATE TABLE results(
  question BIGINT NOT NULL REFERENCES questions(id),
  run BIGINT NOT NULL REFERENCES runs(id),
  verdict TEXT NOT NULL,
  PRIMARY KEY (question, run)
) {clustered}
