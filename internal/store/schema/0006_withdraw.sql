-- +goose Up

-- What the ledger does not know of a withdrawal. Its money is the transfer of the same number.
CREATE TABLE withdrawal (
    transfer       BIGINT  PRIMARY KEY,
    reference      TEXT    NOT NULL UNIQUE, -- the transfer's, as the bank and the member know it
    member         TEXT    NOT NULL,
    amount         BIGINT  NOT NULL,
    state          TEXT    NOT NULL, -- requested, review, sending, paid, returned, bounced
    automatic      BOOLEAN NOT NULL, -- approved by the rules, not by a person
    bank_code      TEXT    NOT NULL,
    account_sealed TEXT    NOT NULL, -- the account as frozen at the request
    account_index  TEXT    NOT NULL,
    account_shown  TEXT    NOT NULL, -- the last four digits
    why            TEXT    NOT NULL, -- JSON list: the conditions of an automatic payout that did not hold
    reason         TEXT    NOT NULL, -- a code of the catalogue: why it was returned
    outside        TEXT    NOT NULL, -- the bank's reference
    note           TEXT    NOT NULL, -- the bank's last word, for operators
    requested_at   BIGINT  NOT NULL,
    since          BIGINT  NOT NULL, -- when it came into its state
    approved_at    BIGINT  NOT NULL,
    send_by        BIGINT  NOT NULL, -- the order does not go out after this instant; 0: never sent
    check_at       BIGINT  NOT NULL  -- when an ended one is asked about again; 0: never
);
CREATE INDEX withdrawal_member ON withdrawal (member, requested_at);
CREATE INDEX withdrawal_state ON withdrawal (state, since);
CREATE INDEX withdrawal_check ON withdrawal (check_at) WHERE check_at > 0;
CREATE INDEX withdrawal_automatic ON withdrawal (approved_at) WHERE automatic;

-- One row per member: locked first by every request, so that limits over a day can't be raced.
CREATE TABLE withdraw_member (
    member   TEXT   PRIMARY KEY,
    requests BIGINT NOT NULL,
    owed     BIGINT NOT NULL -- what the member owes after a proven reversal (RULES.md section 3)
);

-- Accounts whose holder is proven: by the bank's name inquiry, or by an arrival from them.
CREATE TABLE payout_account (
    member        TEXT   NOT NULL,
    account_index TEXT   NOT NULL,
    proof         TEXT   NOT NULL, -- inquiry, inflow, operator
    verified_at   BIGINT NOT NULL,
    PRIMARY KEY (member, account_index)
);

-- The house's brake on automatic payouts: one row, locked while a payout is counted against it.
CREATE TABLE payout_brake (
    id         BIGINT PRIMARY KEY, -- always 1
    approvals  BIGINT NOT NULL,
    stopped_at BIGINT NOT NULL,    -- 0: not stopped
    why        TEXT   NOT NULL
);
INSERT INTO payout_brake (id, approvals, stopped_at, why) VALUES (1, 0, 0, '');

-- Callbacks that were taken, by their proof: seen again, they are a replay.
CREATE TABLE payout_callback (
    proof   TEXT   PRIMARY KEY,
    seen_at BIGINT NOT NULL
);
CREATE INDEX payout_callback_seen ON payout_callback (seen_at);

CREATE TABLE withdraw_setting (
    id         BIGINT PRIMARY KEY, -- always 1
    body       TEXT   NOT NULL,
    updated_at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE withdraw_setting;
DROP TABLE payout_callback;
DROP TABLE payout_brake;
DROP TABLE payout_account;
DROP TABLE withdraw_member;
DROP TABLE withdrawal;
