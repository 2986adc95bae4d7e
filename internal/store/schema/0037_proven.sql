-- +goose Up

-- That a transfer which went back was applied after all is written down before it is booked: what proves it, a reading of the
-- account or the provider's word, may not be had again while the money is brought out of the game.
ALTER TABLE game_doubt ADD COLUMN proven BIGINT NOT NULL DEFAULT 0; -- satang that the provider moved; 0: not proven

-- +goose Down
ALTER TABLE game_doubt DROP COLUMN proven;
