-- +goose Up

-- The upload's request: the same one again is the same slip, also where the node died before it could answer. Slips from
-- before have none.
ALTER TABLE slip ADD COLUMN key TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX slip_key ON slip (key) WHERE key <> '';

-- +goose Down
DROP INDEX slip_key;
ALTER TABLE slip DROP COLUMN key;
