-- +goose Up

-- Since when something of a member that is shut out may be in games, or is to be paid out: also of one that was all home and
-- whose look since then found something, or failed. 0: all is home.
ALTER TABLE member_shut ADD COLUMN away_since BIGINT NOT NULL DEFAULT 0;
UPDATE member_shut SET away_since = since WHERE home_at = 0;
CREATE INDEX member_shut_away ON member_shut (away_since) WHERE home_at = 0;

-- +goose Down
DROP INDEX member_shut_away;
ALTER TABLE member_shut DROP COLUMN away_since;
