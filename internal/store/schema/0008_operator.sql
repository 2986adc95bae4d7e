-- +goose Up

CREATE TABLE operator (
    name         TEXT    PRIMARY KEY,
    role         TEXT    NOT NULL, -- support, cashier, chief
    member       TEXT    NOT NULL, -- the operator's own member account, '' without: it never decides on itself
    active       BOOLEAN NOT NULL,
    created_at   BIGINT  NOT NULL,
    effective_at BIGINT  NOT NULL  -- a new operator may act from here on
);

-- What needs two persons: proposed by one, decided by another.
CREATE TABLE proposal (
    id          TEXT   PRIMARY KEY,
    action      TEXT   NOT NULL,
    subject     TEXT   NOT NULL,
    member      TEXT   NOT NULL, -- whom it concerns, '' where nobody
    amount      BIGINT NOT NULL,
    reason      TEXT   NOT NULL,
    evidence    TEXT   NOT NULL,
    proposed_by TEXT   NOT NULL,
    proposed_at BIGINT NOT NULL,
    decided_by  TEXT   NOT NULL, -- '' while open
    decided_at  BIGINT NOT NULL,
    outcome     TEXT   NOT NULL  -- '', done, withdrawn
);
CREATE UNIQUE INDEX proposal_open ON proposal (action, subject) WHERE outcome = '';

-- The chain of everything that operators decided: each row's hash covers its content and the hash before it.
CREATE TABLE audit (
    number   BIGINT PRIMARY KEY,
    at       BIGINT NOT NULL,
    operator TEXT   NOT NULL,
    action   TEXT   NOT NULL,
    subject  TEXT   NOT NULL,
    member   TEXT   NOT NULL,
    reason   TEXT   NOT NULL,
    evidence TEXT   NOT NULL,
    hash     TEXT   NOT NULL
);
CREATE INDEX audit_subject ON audit (subject, number);

-- The chain's end, locked by whoever appends.
CREATE TABLE audit_head (
    id     BIGINT PRIMARY KEY, -- always 1
    number BIGINT NOT NULL,
    hash   TEXT   NOT NULL
);
INSERT INTO audit_head (id, number, hash) VALUES (1, 0, '');

-- +goose Down
DROP TABLE audit_head;
DROP TABLE audit;
DROP TABLE proposal;
DROP TABLE operator;
