-- +goose Up

-- Where the same reference is sent again: the last moment at which a sending that had no certain answer may have left. Each
-- may be applied late, so "it never happened" is believed only when the provider's window after the last of them is over.
ALTER TABLE game_doubt ADD COLUMN sent_at BIGINT NOT NULL DEFAULT 0; -- 0: there was only the first

-- +goose Down
ALTER TABLE game_doubt DROP COLUMN sent_at;
