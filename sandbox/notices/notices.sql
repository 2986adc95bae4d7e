CREATE TABLE IF NOT EXISTS notice (
  kind    TEXT   NOT NULL, -- webhook, line, slack, mail
  id      TEXT   NOT NULL, -- by which it is known again; of its own where its kind has none
  event   TEXT   NOT NULL, -- '': its kind has none
  text    TEXT   NOT NULL,
  times   BIGINT NOT NULL, -- how often it came
  at      BIGINT NOT NULL,
  PRIMARY KEY (kind, id)
);
