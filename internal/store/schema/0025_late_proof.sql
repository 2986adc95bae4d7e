-- +goose Up

-- Where a provider can't be asked what became of a transfer, one that went back is judged by a reading of the account and the
-- rounds until then. The reading is kept until the provider's report has been read so far.
ALTER TABLE game_doubt ADD COLUMN seen_at BIGINT NOT NULL DEFAULT 0;     -- that reading; of a late one: by when it was applied; 0: none
ALTER TABLE game_doubt ADD COLUMN seen_result BIGINT NOT NULL DEFAULT 0; -- the game account's result at it

-- +goose Down
ALTER TABLE game_doubt DROP COLUMN seen_result;
ALTER TABLE game_doubt DROP COLUMN seen_at;
