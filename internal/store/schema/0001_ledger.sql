-- +goose Up

-- Who this database is towards the outside: the first two characters of every reference. A restored copy starts a new
-- epoch, so that a reference it gives out never meets one of the original (RULES.md section 3).
CREATE TABLE epoch (
    first_transfer BIGINT PRIMARY KEY,
    code           BIGINT NOT NULL
);

-- Node numbers, part of every id. The holder may use the milliseconds below ceiling; whoever moves the ceiling first
-- owns what lies beyond it, so no two nodes make the same id, whatever their clocks say.
CREATE TABLE node (
    number  BIGINT PRIMARY KEY,
    ceiling BIGINT NOT NULL
);

CREATE TABLE account (
    number          BIGINT PRIMARY KEY,
    name            TEXT   NOT NULL UNIQUE,
    -- The lowest that posted less reserved may be: 0 for members and game accounts, the smallest BIGINT for none.
    floor           BIGINT NOT NULL,
    gates           BIGINT NOT NULL DEFAULT 0,
    debits_pending  BIGINT NOT NULL DEFAULT 0 CHECK (debits_pending >= 0),
    debits_posted   BIGINT NOT NULL DEFAULT 0 CHECK (debits_posted >= 0),
    credits_pending BIGINT NOT NULL DEFAULT 0 CHECK (credits_pending >= 0),
    credits_posted  BIGINT NOT NULL DEFAULT 0 CHECK (credits_posted >= 0),
    -- The number of entries; the last one holds these same figures.
    version         BIGINT NOT NULL DEFAULT 0,
    CHECK (credits_posted - debits_posted - debits_pending >= floor)
);

-- The statement and the outbox (DESIGN.md section 3).
CREATE TABLE transfer (
    id         BIGINT PRIMARY KEY,
    key        TEXT   NOT NULL UNIQUE,
    request    BIGINT NOT NULL,
    kind       TEXT   NOT NULL,
    debit      BIGINT NOT NULL,
    credit     BIGINT NOT NULL,
    amount     BIGINT NOT NULL CHECK (amount > 0),
    moved      BIGINT NOT NULL CHECK (moved BETWEEN 0 AND amount),
    state      TEXT   NOT NULL CHECK (state IN ('pending', 'posted', 'voided')),
    member     TEXT   NOT NULL,
    -- What the member's wallet had available after this transfer's last step; NULL where it touches no wallet.
    wallet     BIGINT,
    detail     TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    settled_at BIGINT,
    due_at     BIGINT,
    fence      BIGINT NOT NULL DEFAULT 0,
    attempts   BIGINT NOT NULL DEFAULT 0,
    CHECK (debit <> credit),
    CHECK ((state = 'posted') = (moved > 0))
);
CREATE INDEX transfer_statement ON transfer (member, id) WHERE member <> '';
CREATE INDEX transfer_outbox ON transfer (due_at) WHERE state = 'pending' AND due_at IS NOT NULL;
CREATE INDEX transfer_pending ON transfer (member) WHERE state = 'pending';
CREATE INDEX transfer_pending_debit ON transfer (debit) WHERE state = 'pending';
CREATE INDEX transfer_pending_credit ON transfer (credit) WHERE state = 'pending';

-- One commit of the ledger and the digest of all that it wrote. The sealer binds digests into a chain later, outside
-- the row locks: seal names its link.
CREATE TABLE batch (
    id         BIGINT PRIMARY KEY,
    digest     TEXT   NOT NULL,
    entries    BIGINT NOT NULL,
    refusals   BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    seal       BIGINT
);
CREATE INDEX batch_unsealed ON batch (id) WHERE seal IS NULL;
CREATE INDEX batch_sealed ON batch (seal) WHERE seal IS NOT NULL;

-- Append-only: one per account that a step of a transfer touched.
CREATE TABLE entry (
    batch    BIGINT  NOT NULL,
    account  BIGINT  NOT NULL,
    version  BIGINT  NOT NULL,
    transfer BIGINT  NOT NULL,
    step     TEXT    NOT NULL CHECK (step IN ('reserve', 'move', 'post', 'void')),
    debit    BOOLEAN NOT NULL,
    -- The changes of this side's two counters.
    pending  BIGINT  NOT NULL,
    posted   BIGINT  NOT NULL,
    -- The account after it: posted balance, reserved (debits pending), incoming (credits pending).
    balance  BIGINT  NOT NULL,
    reserved BIGINT  NOT NULL,
    incoming BIGINT  NOT NULL,
    PRIMARY KEY (account, version)
);
CREATE INDEX entry_batch ON entry (batch);

-- Refusals are answers too: the same key gives the same one for ever.
CREATE TABLE refusal (
    key        TEXT   PRIMARY KEY,
    -- The request's hash; 0 where an area refused a request of its own form.
    request    BIGINT NOT NULL,
    code       TEXT   NOT NULL,
    detail     TEXT   NOT NULL,
    params     TEXT   NOT NULL,
    batch      BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX refusal_batch ON refusal (batch);

-- The chain: each link's hash is over the one before and the digests of the batches it seals, by id.
CREATE TABLE seal (
    number    BIGINT PRIMARY KEY,
    hash      TEXT   NOT NULL,
    batches   BIGINT NOT NULL,
    sealed_at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE seal;
DROP TABLE refusal;
DROP TABLE entry;
DROP TABLE batch;
DROP TABLE transfer;
DROP TABLE account;
DROP TABLE node;
DROP TABLE epoch;
