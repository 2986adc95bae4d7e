-- +goose Up

-- When the password was last set anew by a code to the member's phone (RULES.md section 12); 0: never.
ALTER TABLE member ADD COLUMN reset_at BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE member DROP COLUMN reset_at;
