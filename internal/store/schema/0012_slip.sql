-- +goose Up
-- Files that people uploaded, sealed for their row. Why they are here and not in a directory: internal/blob.
CREATE TABLE blob (
    id         TEXT   PRIMARY KEY,
    size       BIGINT NOT NULL, -- bytes before sealing
    sealed     TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX blob_expires ON blob (expires_at);

-- Every uploaded slip (RULES.md section 4). Its picture is committed with it, before the upload is answered.
CREATE TABLE slip (
    id              TEXT    PRIMARY KEY, -- the reference on the wire
    member          TEXT    NOT NULL,
    number          BIGINT  NOT NULL, -- counts the member's slips from 1, without gaps: lists are cut by it
    picture         TEXT    NOT NULL, -- blob.id
    state           TEXT    NOT NULL, -- received, claimed, verified, review, credited, failed
    reason          TEXT    NOT NULL, -- a code of the catalogue: why it failed or waits for an operator
    uploaded_at     BIGINT  NOT NULL,
    updated_at      BIGINT  NOT NULL,
    payload         TEXT    NOT NULL, -- the mini-QR's text; '' until it was read
    bank            TEXT    NOT NULL, -- the sending bank's three digits
    reference       TEXT    NOT NULL, -- that bank's own reference, as it wrote it
    transfer        TEXT    NOT NULL, -- both in one normal form: slips of the same transfer have the same
    claimed         BOOLEAN NOT NULL, -- it ever had the claim: then failing counts against its uploader
    amount          BIGINT  NOT NULL, -- 0 until the bank told it
    paid_at         BIGINT  NOT NULL, -- the bank's time of the transfer; 0 until it told
    transfer_sealed TEXT    NOT NULL, -- payer and receiver as the bank told them
    account         TEXT    NOT NULL, -- deposit_account.code that it reached; '' until known
    verifier        TEXT    NOT NULL, -- who answered last, and its own code, for operators
    tries           BIGINT  NOT NULL, -- turns of the job that did not get on
    let_through     BOOLEAN NOT NULL, -- an operator let it go on in spite of the uploader's failed ones
    due_at          BIGINT  NOT NULL, -- when the job looks at it; 0: never
    fence           BIGINT  NOT NULL  -- the number of the job's lease: whoever holds an older one changes nothing
);
CREATE UNIQUE INDEX slip_number ON slip (member, number);
CREATE INDEX slip_due ON slip (due_at) WHERE due_at > 0;
CREATE INDEX slip_transfer ON slip (transfer) WHERE transfer <> '';
CREATE INDEX slip_waiting ON slip (uploaded_at) WHERE state IN ('received', 'claimed', 'verified', 'review');

-- Which slip a transfer is being decided for. A claim goes with every end but the credit, whose own mark is in
-- inflow_identifier, where QR payments and bank lines are too.
CREATE TABLE slip_claim (
    kind       TEXT   NOT NULL, -- as in inflow_identifier: bank:{three digits}
    value      TEXT   NOT NULL, -- the reference in lower case
    slip       TEXT   NOT NULL,
    claimed_at BIGINT NOT NULL,
    PRIMARY KEY (kind, value)
);
CREATE INDEX slip_claim_slip ON slip_claim (slip);

-- Where a session's reading of its slips began, so that later pages show each row once while slips are added.
CREATE TABLE slip_anchor (
    session TEXT   PRIMARY KEY,
    number  BIGINT NOT NULL,
    set_at  BIGINT NOT NULL
);
CREATE INDEX slip_anchor_set ON slip_anchor (set_at);

-- +goose Down
DROP TABLE slip_anchor;
DROP TABLE slip_claim;
DROP TABLE slip;
DROP TABLE blob;
