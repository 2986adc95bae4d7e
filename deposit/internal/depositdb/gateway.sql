-- name: Customer :one
SELECT customer FROM gateway_customer WHERE gateway = @gateway AND payer = @payer;

-- name: KeepCustomer :exec
INSERT INTO gateway_customer (gateway, payer, customer, created_at) VALUES (@gateway, @payer, @customer, @created_at)
ON CONFLICT (gateway, payer) DO NOTHING;

-- name: ForgetCustomer :exec
DELETE FROM gateway_customer WHERE gateway = @gateway AND payer = @payer AND customer = @customer;

-- name: KeepOutside :exec
UPDATE qr_order SET outside = @outside WHERE reference = @reference AND outside = '';
