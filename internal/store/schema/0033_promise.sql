-- +goose Up

-- The seed after the one in use is made with it, so that its fingerprint is known before the member chooses its own part.
-- '': the seed in use is of before, and gets it when it is read next.
ALTER TABLE wheel_seed ADD COLUMN next_sealed TEXT NOT NULL DEFAULT '';
ALTER TABLE wheel_seed ADD COLUMN next_hash TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE wheel_seed DROP COLUMN next_hash;
ALTER TABLE wheel_seed DROP COLUMN next_sealed;
