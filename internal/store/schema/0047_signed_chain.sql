-- +goose Up

-- The chains of hashes say that nothing was changed by accident; who may write here can make them anew. So each row's number and
-- hash are signed with a key that is not in the database in plain (internal/witness). A hash covers all rows before it, so one
-- signature covers them, too. A node of the version before leaves it empty.
ALTER TABLE audit ADD COLUMN signature TEXT NOT NULL DEFAULT '';
ALTER TABLE seal ADD COLUMN signature TEXT NOT NULL DEFAULT '';

-- From where on a chain is signed, and with which version of the key at least. The row itself is signed, and holds the hash of what
-- was there before: made with the first keys, and with each rotation.
CREATE TABLE chain_mark (
    chain          TEXT   NOT NULL, -- audit, ledger
    key            BIGINT NOT NULL, -- the version of the signing key
    number         BIGINT NOT NULL,
    hash           TEXT   NOT NULL,
    at             BIGINT NOT NULL,
    unsigned_until BIGINT NOT NULL, -- until then nodes of the version before may add rows without a signature
    signature      TEXT   NOT NULL,
    PRIMARY KEY (chain, key)
);

-- +goose Down
DROP TABLE chain_mark;
ALTER TABLE seal DROP COLUMN signature;
ALTER TABLE audit DROP COLUMN signature;
