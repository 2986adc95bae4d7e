-- +goose Up

-- A line of a statement that could not be booked, as the bank told it: a case for an operator. The rest of the statement is
-- booked and reading goes on behind it.
CREATE TABLE feed_case (
    id         TEXT   PRIMARY KEY,
    account    TEXT   NOT NULL, -- deposit_account.code
    line       TEXT   NOT NULL, -- the bank's number of the line; '' where that can't be read either
    raw        TEXT   NOT NULL, -- a blind index of the line's text: the same line read again is the same case
    raw_sealed TEXT   NOT NULL, -- the text
    why        TEXT   NOT NULL, -- what is odd about it
    state      TEXT   NOT NULL, -- open, closed, booked
    note       TEXT   NOT NULL, -- who ended it and why
    found_at   BIGINT NOT NULL,
    ended_at   BIGINT NOT NULL  -- 0 while open
);
CREATE UNIQUE INDEX feed_case_raw ON feed_case (account, raw);
CREATE INDEX feed_case_open ON feed_case (found_at) WHERE ended_at = 0;

-- When a statement was first read to its end, 0 before. Lines of before the account was ours are history until then;
-- one that is told later is new, whatever its time says.
ALTER TABLE feed ADD COLUMN whole_at BIGINT NOT NULL DEFAULT 0;
UPDATE feed SET whole_at = read_at;

-- +goose Down
ALTER TABLE feed DROP COLUMN whole_at;
DROP TABLE feed_case;
