-- +goose Up

-- What a game's turnover counts as (RULES.md section 7): slot, casino, sport, lotto; '' is its category. Casino games are
-- listed under sport and weigh less.
ALTER TABLE game ADD COLUMN play TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE game DROP COLUMN play;
