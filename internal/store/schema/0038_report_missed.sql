-- +goose Up

-- What a provider no longer listed when its report was read again after a long outage: nothing in this span is kept but what
-- was read before. 0: nothing was missed. Two spans are told as one that has both.
ALTER TABLE game_report ADD COLUMN missed_from BIGINT NOT NULL DEFAULT 0;
ALTER TABLE game_report ADD COLUMN missed_to BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE game_report DROP COLUMN missed_to;
ALTER TABLE game_report DROP COLUMN missed_from;
