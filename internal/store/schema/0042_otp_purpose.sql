-- +goose Up

-- What a one-time code proves a phone for, and when that proof was used up: one proof, one use (RULES.md section 12). A node
-- of the version before knows registrations alone.
ALTER TABLE otp ADD COLUMN purpose TEXT NOT NULL DEFAULT 'register';
ALTER TABLE otp ADD COLUMN used_at BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE otp DROP COLUMN used_at;
ALTER TABLE otp DROP COLUMN purpose;
