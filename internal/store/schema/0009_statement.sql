-- +goose Up
-- Where a session's reading of its statement began: the wallet's version at page 1, and how many movements that were.
-- Later pages count from there, on whichever node.
CREATE TABLE statement_anchor (
    session TEXT   PRIMARY KEY,
    member  TEXT   NOT NULL,
    version BIGINT NOT NULL,
    total   BIGINT NOT NULL,
    set_at  BIGINT NOT NULL
);
CREATE INDEX statement_anchor_set_at ON statement_anchor (set_at);

-- +goose Down
DROP TABLE statement_anchor;
