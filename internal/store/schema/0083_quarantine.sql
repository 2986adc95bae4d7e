-- +goose Up
-- The systems of the outside that a restored store does not use until two persons have compared each (docs/architecture/0024,
-- section 9). A store that was never restored has no row.
CREATE TABLE quarantine (
    system    TEXT   NOT NULL PRIMARY KEY, -- as in system_brake, and payouts; '*': all, until a node has named them
    since     BIGINT NOT NULL,
    backup_at BIGINT NOT NULL, -- the last time that the backup knows
    from_at   BIGINT NOT NULL, -- what the outside lists from here on is compared
    lifted_at BIGINT NOT NULL, -- 0: it is not used
    lifted_by TEXT   NOT NULL  -- the second of the two
);

-- +goose Down
DROP TABLE quarantine;
