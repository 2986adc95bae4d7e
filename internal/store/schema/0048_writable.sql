-- +goose Up
-- One row per running node: when it last wrote to find out that it can (/readyz). A row of its own, so that no node waits for
-- another's lock.
CREATE TABLE writable (
    node       TEXT   PRIMARY KEY,
    written_at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE writable;
