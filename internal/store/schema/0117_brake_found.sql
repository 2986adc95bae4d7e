-- +goose Up

-- What was found when the product stopped a system, as codes with figures beside the words in why (docs/founding/OPERATOR-API.md,
-- section 17). '': a person stopped it, or a node of a version before did.
ALTER TABLE system_brake ADD COLUMN found TEXT NOT NULL DEFAULT '';
ALTER TABLE payout_brake ADD COLUMN found TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE payout_brake DROP COLUMN found;
ALTER TABLE system_brake DROP COLUMN found;
