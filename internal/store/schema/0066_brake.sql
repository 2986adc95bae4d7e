-- +goose Up

-- The systems of the outside that are stopped (docs/architecture/0024, section 8). Payouts are in payout_brake, whose row approvals
-- lock. A commit that changes either raises content_version.
CREATE TABLE system_brake (
    system     TEXT   NOT NULL PRIMARY KEY, -- provider:joker, bank:SCB1, gateway:KBANK, slips, links
    stopped_at BIGINT NOT NULL,
    cause      TEXT   NOT NULL, -- break, person, restore
    why        TEXT   NOT NULL,
    stopped_by TEXT   NOT NULL  -- '': the product
);
ALTER TABLE payout_brake ADD COLUMN cause TEXT NOT NULL DEFAULT '';
ALTER TABLE payout_brake ADD COLUMN stopped_by TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE payout_brake DROP COLUMN stopped_by;
ALTER TABLE payout_brake DROP COLUMN cause;
DROP TABLE system_brake;
