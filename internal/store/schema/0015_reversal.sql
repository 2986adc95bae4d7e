-- +goose Up

-- When an arrival became its member's, and that it was taken back: what limits of a day, a week and a month count.
CREATE TABLE deposit_credit (
    inflow      TEXT   PRIMARY KEY,
    member      TEXT   NOT NULL,
    amount      BIGINT NOT NULL,
    credited_at BIGINT NOT NULL,
    reversed_at BIGINT NOT NULL -- 0 while it stands
);
CREATE INDEX deposit_credit_member ON deposit_credit (member, credited_at);
INSERT INTO deposit_credit (inflow, member, amount, credited_at, reversed_at)
SELECT id, member, amount, seen_at, 0 FROM inflow WHERE state = 'credited' AND member <> '';
INSERT INTO deposit_credit (inflow, member, amount, credited_at, reversed_at)
SELECT id, member, amount, ended_at, 0 FROM inflow WHERE state = 'released' AND member <> '';

-- An arrival that the outside took back. The row may be here before the arrival is booked.
CREATE TABLE reversal (
    account     TEXT   NOT NULL, -- the arrival's, as in inflow
    source      TEXT   NOT NULL,
    reference   TEXT   NOT NULL, -- the outside's identifier of the taking back
    state       TEXT   NOT NULL, -- waiting (for its arrival), done, void (nothing of it was left with us)
    inflow      TEXT   NOT NULL, -- '' while waiting
    member      TEXT   NOT NULL, -- '' while waiting, and where the money was nobody's
    amount      BIGINT NOT NULL, -- the arrival's
    owed        BIGINT NOT NULL, -- how much of it the member owes
    times       BIGINT NOT NULL, -- how often we were told
    reversed_at BIGINT NOT NULL, -- when it was taken back, as the outside says
    told_at     BIGINT NOT NULL,
    done_at     BIGINT NOT NULL, -- 0 while waiting
    PRIMARY KEY (account, source)
);
CREATE INDEX reversal_waiting ON reversal (told_at) WHERE state = 'waiting';
CREATE INDEX reversal_member ON reversal (member, told_at);

-- Which other identifiers the outside gave of an arrival that is taken back before we booked it.
CREATE TABLE reversal_identifier (
    kind    TEXT NOT NULL,
    value   TEXT NOT NULL,
    account TEXT NOT NULL,
    source  TEXT NOT NULL,
    PRIMARY KEY (kind, value, account, source)
);

-- The wheel's coins: one row per grant (RULES.md section 10). coins = pending + usable + spent + cancelled + taken.
CREATE TABLE coin_grant (
    id         TEXT   PRIMARY KEY,
    member     TEXT   NOT NULL,
    source     TEXT   NOT NULL, -- deposit
    reference  TEXT   NOT NULL, -- the arrival that earned it
    coins      BIGINT NOT NULL,
    pending    BIGINT NOT NULL, -- become usable as the deposit is played
    usable     BIGINT NOT NULL,
    spent      BIGINT NOT NULL, -- or gone for coins that were owed
    cancelled  BIGINT NOT NULL, -- by a withdrawal
    taken      BIGINT NOT NULL, -- because a deposit was taken back
    worth      BIGINT NOT NULL, -- the satang that these coins, and what it left over, were granted for
    granted_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    undone_at  BIGINT NOT NULL  -- 0 while its deposit stands
);
CREATE UNIQUE INDEX coin_grant_reference ON coin_grant (source, reference);
CREATE INDEX coin_grant_member ON coin_grant (member, granted_at);

-- One row per member, locked by every change of its coins.
CREATE TABLE coin_member (
    member  TEXT   PRIMARY KEY,
    changes BIGINT NOT NULL,
    rest    BIGINT NOT NULL, -- satang deposited that make no whole coin yet
    played  BIGINT NOT NULL, -- satang played that make no pending coin usable yet
    owed    BIGINT NOT NULL  -- coins of a reversed deposit that were spent: the next ones pay for them
);

CREATE TABLE coin_setting (
    id         BIGINT PRIMARY KEY, -- always 1
    body       TEXT   NOT NULL,
    updated_at BIGINT NOT NULL
);

-- A member's own limits (RULES.md section 11). A looser one waits in next_amount until its time has come and the member
-- has confirmed it.
CREATE TABLE member_limit (
    member      TEXT   NOT NULL,
    kind        TEXT   NOT NULL, -- deposit
    period      TEXT   NOT NULL, -- day, week, month
    amount      BIGINT NOT NULL,
    since       BIGINT NOT NULL,
    next_amount BIGINT NOT NULL, -- -1: no limit any more
    next_from   BIGINT NOT NULL, -- 0: nothing waits
    PRIMARY KEY (member, kind, period)
);

CREATE TABLE protection_setting (
    id         BIGINT PRIMARY KEY, -- always 1
    body       TEXT   NOT NULL,
    updated_at BIGINT NOT NULL
);

-- What a member owes is an account of the ledger now, ledger.Owed, and no figure beside it.
ALTER TABLE withdraw_member DROP COLUMN owed;

-- +goose Down
ALTER TABLE withdraw_member ADD COLUMN owed BIGINT NOT NULL DEFAULT 0;
DROP TABLE protection_setting;
DROP TABLE member_limit;
DROP TABLE coin_setting;
DROP TABLE coin_member;
DROP TABLE coin_grant;
DROP TABLE reversal_identifier;
DROP TABLE reversal;
DROP TABLE deposit_credit;
