-- +goose Up

-- The keys of this database, each sealed under the master key of the configuration, which is never stored
-- (internal/keyring, architecture/0015). A node whose master key opens none of them has another one, and does not start.
-- A version before derives the same keys from the master key by itself, where it ran on this database already.
CREATE TABLE key_ring (
    name     TEXT   NOT NULL, -- encryption, index, signing
    version  BIGINT NOT NULL,
    born     BIGINT NOT NULL, -- the version of the master key under which it was made
    sealed   TEXT   NOT NULL,
    made_at  BIGINT NOT NULL,
    -- When nothing was left that an earlier version had sealed; 0: not yet.
    ready_at BIGINT NOT NULL,
    PRIMARY KEY (name, version)
);

-- Which nodes run, and up to which version each has the master key: keys are rotated once all of them can read the new ones.
CREATE TABLE key_node (
    node    TEXT   NOT NULL PRIMARY KEY,
    newest  BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE key_node;
DROP TABLE key_ring;
