-- +goose Up
-- How operators show who they are (docs/architecture/0024-the-houses-own-side.md, section 1). A house has some dozen operators, so
-- nothing here costs anything. A node of the version before knows none of it, and takes operators at the name they type.
CREATE TABLE operator_secret (
    operator        TEXT   PRIMARY KEY,
    password_sealed TEXT   NOT NULL, -- its Argon2id hash, sealed
    password_at     BIGINT NOT NULL,
    totp_sealed     TEXT   NOT NULL,
    totp_since      BIGINT NOT NULL,
    totp_step       BIGINT NOT NULL, -- the last 30 seconds whose code was used: each counts once
    stamp           BIGINT NOT NULL  -- rises with every change: sessions of before are over
);

-- Codes for an operator without its telephone, each once.
CREATE TABLE operator_recovery (
    operator  TEXT   NOT NULL,
    code_hash TEXT   NOT NULL,
    made_at   BIGINT NOT NULL,
    used_at   BIGINT NOT NULL, -- 0 while it counts
    PRIMARY KEY (operator, code_hash)
);

-- Links by which an operator sets its secrets, each once.
CREATE TABLE operator_invitation (
    hash        TEXT   PRIMARY KEY,
    operator    TEXT   NOT NULL,
    made_by     TEXT   NOT NULL, -- an operator, or node
    made_at     BIGINT NOT NULL,
    counts_from BIGINT NOT NULL, -- later than made_at for one that others may see and stop
    ends_at     BIGINT NOT NULL,
    used_at     BIGINT NOT NULL  -- 0 while it counts; also when another one took its place
);
CREATE INDEX operator_invitation_of ON operator_invitation (operator);

-- A step of a sign-in that was made, for the next one.
CREATE TABLE signin_ticket (
    hash        TEXT   PRIMARY KEY,
    kind        TEXT   NOT NULL, -- second, enrol
    body_sealed TEXT   NOT NULL, -- who, and whether the step was right: whoever reads this database doesn't learn it
    tries       BIGINT NOT NULL,
    made_at     BIGINT NOT NULL,
    ends_at     BIGINT NOT NULL,
    used_at     BIGINT NOT NULL
);
CREATE INDEX signin_ticket_end ON signin_ticket (ends_at);

-- +goose Down
DROP TABLE signin_ticket;
DROP TABLE operator_invitation;
DROP TABLE operator_recovery;
DROP TABLE operator_secret;
