-- +goose Up

-- What members bet at a provider, by the day of the bet in the house's zone (its beginning), in satang: the sum of game_play's rows.
-- A provider has a row a day, so a report of 400 days reads some thousand rows. A round that was corrected changes its day.
CREATE TABLE game_turnover (
    day      BIGINT NOT NULL,
    provider TEXT   NOT NULL,
    amount   BIGINT NOT NULL,
    PRIMARY KEY (day, provider)
);

-- Whether a row is in game_turnover. What was there before, and what a node of the version before writes beside this one, is added by a
-- job, some hundred rows in each commit. On PostgreSQL the index takes some seconds for each million rows that are there, while
-- reports wait; it is empty when they are added, and a new row is never in it.
ALTER TABLE game_play ADD COLUMN tallied BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX game_play_untallied ON game_play (provider, round, version) WHERE NOT tallied;

-- +goose Down
DROP INDEX game_play_untallied;
ALTER TABLE game_play DROP COLUMN tallied;
DROP TABLE game_turnover;
