-- +goose Up

-- When a code's gateway first said that it holds a payment of it; 0: it never did. Its member is told so, and how that
-- ended.
ALTER TABLE qr_order ADD COLUMN held_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX qr_order_held ON qr_order (member, held_at) WHERE held_at > 0;

-- A member's held money is listed with its reasons.
CREATE INDEX inflow_held ON inflow (member, seen_at) WHERE state = 'held';

-- +goose Down
DROP INDEX inflow_held;
DROP INDEX qr_order_held;
ALTER TABLE qr_order DROP COLUMN held_at;
