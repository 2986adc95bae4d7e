-- +goose Up

-- When a session was used again after half an hour without a call, and its owner has not given the password since; 0: it was not.
-- A node of the version before does not ask.
ALTER TABLE session ADD COLUMN woken_at BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE session DROP COLUMN woken_at;
