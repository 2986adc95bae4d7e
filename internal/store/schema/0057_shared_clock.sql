-- +goose Up
-- The time that all nodes go by, one row: what it was when a node last told it. Each node that lives counts a beat every few
-- seconds, so that one that starts sees whether anybody does. What was written before whole_since was written by another clock,
-- or nobody counted the time since: 0017-clocks.md.
CREATE TABLE shared_clock (
    id          BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    at          BIGINT NOT NULL,
    beat        BIGINT NOT NULL,
    whole_since BIGINT NOT NULL
);

-- +goose Down
DROP TABLE shared_clock;
