-- +goose Up

-- When a condition began to end: its games can't be emptied, its member can't withdraw, and that must not last. 0: it ended
-- at once, or has not yet. Of one that is ending now it is not known: since its grant at most, so the alarm looks at it.
ALTER TABLE bonus_condition ADD COLUMN ending_at BIGINT NOT NULL DEFAULT 0;
UPDATE bonus_condition SET ending_at = granted_at WHERE state = 'ending';

-- +goose Down
ALTER TABLE bonus_condition DROP COLUMN ending_at;
