-- +goose Up

-- The key of the call that ended a condition, and of the one that replaced a seed: whoever repeats it is told of that, and
-- ends or replaces nothing more.
ALTER TABLE bonus_condition ADD COLUMN end_operation TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX bonus_condition_end_operation ON bonus_condition (end_operation) WHERE end_operation <> '';
ALTER TABLE wheel_seed ADD COLUMN end_operation TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX wheel_seed_end_operation ON wheel_seed (end_operation) WHERE end_operation <> '';

-- +goose Down
DROP INDEX wheel_seed_end_operation;
ALTER TABLE wheel_seed DROP COLUMN end_operation;
DROP INDEX bonus_condition_end_operation;
ALTER TABLE bonus_condition DROP COLUMN end_operation;
