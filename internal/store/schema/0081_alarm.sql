-- +goose Up

-- The alarms of the installation (docs/architecture/0024, section 11): one row from when a node first sees a figure beyond what
-- operating.md says, until none has seen it so for a minute. Some a day.
CREATE TABLE alarm (
    id         TEXT   PRIMARY KEY,
    name       TEXT   NOT NULL,
    whose      TEXT   NOT NULL, -- a provider, an account, a place; '': the node's or the house's
    metric     TEXT   NOT NULL,
    since_at   BIGINT NOT NULL,
    looked_at  BIGINT NOT NULL, -- when a node saw it last, within half a minute
    ended_at   BIGINT NOT NULL, -- 0: it is there
    read_at    BIGINT NOT NULL, -- when an operator said that it has seen it; 0: nobody has
    seen_by    TEXT   NOT NULL
);
-- One at a time. The nodes read it every ten seconds while there is one.
CREATE UNIQUE INDEX alarm_open ON alarm (name, whose) WHERE ended_at = 0;
-- The list, newest first.
CREATE INDEX alarm_since ON alarm (since_at, id);

-- +goose Down
DROP TABLE alarm;
