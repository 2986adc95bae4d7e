-- +goose Up

-- A slip may be of a payment by one of its member's codes: they are looked for by member and amount.
CREATE INDEX qr_order_like ON qr_order (member, amount, created_at);

-- +goose Down
DROP INDEX qr_order_like;
