-- +goose Up

-- Whose may money be that nobody claimed: codes of its amount are looked for by the time at which they were asked for. One entry
-- more for each code.
CREATE INDEX qr_order_amount ON qr_order (amount, created_at);

-- +goose Down
DROP INDEX qr_order_amount;
