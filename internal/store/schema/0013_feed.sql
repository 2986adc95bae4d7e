-- +goose Up

-- How far a statement is read: a row per account whose source of truth is its feed.
CREATE TABLE feed (
    account       TEXT   PRIMARY KEY, -- deposit_account.code
    position      TEXT   NOT NULL,    -- the bank's cursor after the last line that is booked
    due_at        BIGINT NOT NULL,    -- when it is read next; a reader makes it the end of its lease
    turn          BIGINT NOT NULL,    -- the lease's number: a reader that was overtaken moves nothing
    read_at       BIGINT NOT NULL,    -- the last answer
    failing_since BIGINT NOT NULL,    -- 0 while it answers
    failure       TEXT   NOT NULL     -- for operators
);
CREATE INDEX feed_due ON feed (due_at);

-- A bank transfer that a member says it made. It credits nothing: a line of a statement or an operator's word does.
CREATE TABLE declaration (
    reference  TEXT   PRIMARY KEY,
    key        TEXT   NOT NULL, -- the request's: the same one again is the same declaration
    member     TEXT   NOT NULL,
    amount     BIGINT NOT NULL,
    state      TEXT   NOT NULL, -- open, matched, confirmed, rejected, lapsed
    inflow     TEXT   NOT NULL, -- the arrival that it was about; '' while not known
    reason     TEXT   NOT NULL, -- an operator's, where rejected
    created_at BIGINT NOT NULL,
    lapses_at  BIGINT NOT NULL,
    ended_at   BIGINT NOT NULL  -- 0 while open
);
CREATE UNIQUE INDEX declaration_key ON declaration (key);
CREATE INDEX declaration_member ON declaration (member, created_at);
CREATE INDEX declaration_open ON declaration (amount, created_at) WHERE state = 'open';
CREATE INDEX declaration_lapse ON declaration (lapses_at) WHERE state = 'open';

-- The ledger's transfer that gave an arrival to its member later than it came; 0: it was the member's from the start, or
-- is nobody's.
ALTER TABLE inflow ADD COLUMN assigned BIGINT NOT NULL DEFAULT 0;

-- Members by what statements show of an account: a blind index of every four digits in a row, with their place from the
-- right and the bank. The member area writes it beside the account (member.bank_account_no).
CREATE TABLE member_account_part (
    member TEXT NOT NULL,
    part   TEXT NOT NULL,
    PRIMARY KEY (member, part)
);
CREATE INDEX member_account_part_part ON member_account_part (part);

-- A proof is compared with the lines of its account by amount and time.
CREATE INDEX inflow_look ON inflow (account, amount, paid_at);

-- +goose Down
DROP INDEX inflow_look;
DROP TABLE member_account_part;
ALTER TABLE inflow DROP COLUMN assigned;
DROP TABLE declaration;
DROP TABLE feed;
