-- +goose Up

-- Where the reading of a provider's report was left. Providers under one operator there may share a report: a source.
CREATE TABLE game_report (
    source        TEXT   NOT NULL PRIMARY KEY,
    cursor        TEXT   NOT NULL, -- the provider's; it moves in the commit that keeps the rows before it
    read_at       BIGINT NOT NULL, -- when the report was last read to its end; 0: never
    reported_to   BIGINT NOT NULL, -- all that was settled before is kept
    failing_since BIGINT NOT NULL, -- 0: the last reading did not fail
    reason        TEXT   NOT NULL, -- of the failure, for operators
    rows          BIGINT NOT NULL, -- rows that were new, ever
    turn          BIGINT NOT NULL  -- counts the commits: a page that was asked for before another's commit is not kept
);

-- What members played, append-only. Each row is what one version of a round, or one reading of a counter, adds to the
-- version before it, so that the sum over any span is right; what is void is taken back by a row of its own. Credits in
-- ten-thousandths.
CREATE TABLE game_play (
    provider       TEXT   NOT NULL,
    round          TEXT   NOT NULL,
    version        BIGINT NOT NULL,
    username       TEXT   NOT NULL,
    member         TEXT   NOT NULL,
    bet_at         BIGINT NOT NULL,
    settled_at     BIGINT NOT NULL,
    seen_at        BIGINT NOT NULL, -- when we learned of it
    count          BIGINT NOT NULL,
    turnover       BIGINT NOT NULL,
    net            BIGINT NOT NULL, -- won less lost
    total_turnover BIGINT NOT NULL, -- of the round or counter in this version
    total_net      BIGINT NOT NULL,
    kind           TEXT   NOT NULL, -- round, counter
    PRIMARY KEY (provider, round, version)
);
CREATE INDEX game_play_member ON game_play (member, bet_at);
CREATE INDEX game_play_account ON game_play (provider, username, seen_at);

-- The newest version of each round and counter.
CREATE TABLE game_play_head (
    provider       TEXT   NOT NULL,
    round          TEXT   NOT NULL,
    version        BIGINT NOT NULL,
    total_turnover BIGINT NOT NULL,
    total_net      BIGINT NOT NULL,
    count          BIGINT NOT NULL,
    PRIMARY KEY (provider, round)
);

-- When the account was last opened, moved to or from, or found changed: whose counters are worth asking for.
ALTER TABLE game_account ADD COLUMN active_at BIGINT NOT NULL DEFAULT 0;
UPDATE game_account SET active_at = CASE WHEN launched_at > changed_at THEN launched_at ELSE changed_at END;
CREATE INDEX game_account_active ON game_account (provider, active_at);
-- A report that was never read begins with the first account.
CREATE INDEX game_account_opened ON game_account (provider, created_at);

-- +goose Down
DROP INDEX game_account_opened;
DROP INDEX game_account_active;
ALTER TABLE game_account DROP COLUMN active_at;
DROP TABLE game_play_head;
DROP TABLE game_play;
DROP TABLE game_report;
