-- +goose Up
-- Who a member is. Bank details are sealed to their row (internal/secret); the indexes beside them keep them unique.
CREATE TABLE member (
    id                 TEXT    NOT NULL PRIMARY KEY,
    username           TEXT    NOT NULL,
    phone              TEXT    NOT NULL,
    name               TEXT    NOT NULL,
    password_hash      TEXT    NOT NULL,
    password_version   BIGINT  NOT NULL,
    source_code        TEXT    NOT NULL,
    inviter            TEXT    NOT NULL,
    bank_code          TEXT    NOT NULL,
    bank_account_name  TEXT    NOT NULL,
    bank_account_no    TEXT    NOT NULL,
    bank_account_index TEXT    NOT NULL,
    bank_holder_index  TEXT    NOT NULL,
    currency           TEXT    NOT NULL,
    active             BOOLEAN NOT NULL,
    login_at           BIGINT  NOT NULL,
    former_login_at    BIGINT  NOT NULL,
    secured_at         BIGINT  NOT NULL,
    created_at         BIGINT  NOT NULL
);
CREATE UNIQUE INDEX member_phone ON member (phone);
CREATE UNIQUE INDEX member_bank_account ON member (bank_account_index);
CREATE INDEX member_bank_holder ON member (bank_holder_index);
CREATE INDEX member_inviter ON member (inviter, created_at);

-- The row that every decision about a member locks first (RULES.md section 1).
CREATE TABLE member_state (
    member         TEXT   NOT NULL PRIMARY KEY,
    version        BIGINT NOT NULL,
    gates          BIGINT NOT NULL,
    hold           TEXT   NOT NULL,
    hold_until     BIGINT NOT NULL,
    break_until    BIGINT NOT NULL,
    excluded_until BIGINT NOT NULL
);
CREATE INDEX member_state_hold ON member_state (hold_until);

-- Which terms a member accepted, and when first.
CREATE TABLE member_agreement (
    member      TEXT   NOT NULL,
    version     TEXT   NOT NULL,
    accepted_at BIGINT NOT NULL,
    PRIMARY KEY (member, version)
);

-- Browsers that logged in before; only a hash of what the browser keeps.
CREATE TABLE device (
    member   TEXT   NOT NULL,
    device   TEXT   NOT NULL,
    first_at BIGINT NOT NULL,
    last_at  BIGINT NOT NULL,
    PRIMARY KEY (member, device)
);
CREATE INDEX device_shared ON device (device);

-- Sessions: only the SHA-256 of a token. The audience tells a member's token from an operator's.
CREATE TABLE session (
    id         TEXT    NOT NULL PRIMARY KEY,
    token_hash TEXT    NOT NULL,
    audience   TEXT    NOT NULL,
    subject    TEXT    NOT NULL,
    stamp      BIGINT  NOT NULL,
    remembered BOOLEAN NOT NULL,
    address    TEXT    NOT NULL,
    agent      TEXT    NOT NULL,
    created_at BIGINT  NOT NULL,
    seen_at    BIGINT  NOT NULL,
    expires_at BIGINT  NOT NULL,
    ended_at   BIGINT  NOT NULL
);
CREATE UNIQUE INDEX session_token ON session (token_hash);
CREATE INDEX session_subject ON session (audience, subject, created_at);
CREATE INDEX session_expiry ON session (expires_at);
CREATE INDEX session_end ON session (ended_at);

-- One-time codes. The gateway makes and checks the code; token_hash is the hash of our own token, outside_token theirs.
CREATE TABLE otp (
    token_hash    TEXT   NOT NULL PRIMARY KEY,
    phone         TEXT   NOT NULL,
    state         TEXT   NOT NULL,
    outside_token TEXT   NOT NULL,
    ref           TEXT   NOT NULL,
    tries         BIGINT NOT NULL,
    calls         BIGINT NOT NULL,
    unanswered    TEXT   NOT NULL,
    address       TEXT   NOT NULL,
    created_at    BIGINT NOT NULL,
    expires_at    BIGINT NOT NULL,
    verified_at   BIGINT NOT NULL
);
CREATE INDEX otp_verified ON otp (phone, verified_at);
CREATE INDEX otp_age ON otp (created_at);

-- +goose Down
DROP TABLE otp;
DROP TABLE session;
DROP TABLE device;
DROP TABLE member_agreement;
DROP TABLE member_state;
DROP TABLE member;
