-- +goose Up

-- The session that a code confirms: it is typed there and nowhere else (RULES.md section 12); '' for every other purpose. A node
-- of the version before sends no such codes.
ALTER TABLE otp ADD COLUMN session TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE otp DROP COLUMN session;
