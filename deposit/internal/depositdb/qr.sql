-- name: AddQR :exec
INSERT INTO qr_order (reference, member, account, amount, state, payload, outside, reason, created_at, expires_at, ended_at, poll_at,
    operation)
VALUES (@reference, @member, @account, @amount, 'creating', '', '', '', @created_at, @expires_at, 0, @poll_at, @operation);

-- name: QROfOperation :one
SELECT * FROM qr_order WHERE operation = @operation AND operation <> '';

-- name: QR :one
SELECT * FROM qr_order WHERE reference = @reference;

-- name: OpenQR :one
SELECT * FROM qr_order WHERE member = @member AND state IN ('creating', 'open');

-- name: OpenedQR :one
UPDATE qr_order SET state = 'open', payload = @payload, outside = @outside, expires_at = @expires_at, poll_at = @poll_at
WHERE reference = @reference AND state = 'creating'
RETURNING *;

-- name: PayQR :exec
UPDATE qr_order SET state = 'paid', reason = '', ended_at = @ended_at WHERE reference = @reference AND state IN ('creating', 'open');

-- name: PayAskedQR :exec
-- PayQR for a code that was asked about. Nothing happens to one that has changed since it was read: whoever changed it has set
-- when it is asked about again.
UPDATE qr_order SET state = 'paid', reason = '', ended_at = @ended_at, poll_at = @poll_at,
    outside = CASE WHEN outside = '' THEN CAST(@outside AS TEXT) ELSE outside END
WHERE reference = @reference AND state = 'open' AND expires_at = @expires_at;

-- name: EndQR :exec
-- Nobody saw a code that failed, so its key is free for another one.
UPDATE qr_order SET state = @state, reason = @reason, ended_at = @ended_at, poll_at = @poll_at,
    operation = CASE WHEN CAST(@state AS TEXT) = 'failed' THEN '' ELSE operation END
WHERE reference = @reference AND state IN ('creating', 'open');

-- name: HoldQR :execrows
UPDATE qr_order SET state = 'review', held_at = @now, ended_at = CASE WHEN ended_at = 0 THEN @now ELSE ended_at END
WHERE reference = @reference AND state NOT IN ('review', 'paid');

-- name: DecideQR :execrows
UPDATE qr_order SET state = @state, reason = @reason, ended_at = @ended_at WHERE reference = @reference AND state = 'review';

-- name: PollQRAt :exec
UPDATE qr_order SET poll_at = @poll_at WHERE reference = @reference;

-- name: DueQR :one
SELECT COUNT(*) FROM qr_order WHERE poll_at > 0 AND poll_at <= @now;

-- name: ClaimDueQR :many
UPDATE qr_order SET poll_at = @leased_until
WHERE qr_order.poll_at > 0 AND qr_order.poll_at <= @now
  AND qr_order.reference IN (SELECT q.reference FROM qr_order q WHERE q.poll_at > 0 AND q.poll_at <= @now ORDER BY q.poll_at LIMIT @most)
RETURNING *;

-- name: KeepOutside :exec
UPDATE qr_order SET outside = @outside WHERE reference = @reference AND outside = '';

-- name: HeldQRsOf :many
SELECT q.reference, q.amount, q.state, q.reason AS qr_reason, q.created_at, COALESCE(i.state, '') AS arrival, COALESCE(i.reason, '') AS arrival_reason
FROM qr_order q LEFT JOIN inflow i ON i.reference = q.reference AND i.member = q.member
WHERE q.member = @member AND q.held_at > 0 AND (q.state = 'review' OR q.ended_at >= @since)
ORDER BY q.created_at DESC, q.reference, i.seen_at DESC LIMIT @most;

-- name: CodesLike :many
SELECT * FROM qr_order
WHERE member = @member AND amount = @amount AND created_at <= @until AND state IN ('open', 'paid', 'cancelled', 'expired', 'review')
  AND CASE WHEN ended_at > 0 AND ended_at < expires_at AND state <> 'paid' THEN ended_at ELSE expires_at END >= @since
ORDER BY CASE WHEN state = 'paid' THEN 1 ELSE 0 END, created_at DESC, reference LIMIT 1;

-- name: Customer :one
SELECT customer FROM gateway_customer WHERE gateway = @gateway AND payer = @payer;

-- name: KeepCustomer :exec
INSERT INTO gateway_customer (gateway, payer, customer, created_at) VALUES (@gateway, @payer, @customer, @created_at)
ON CONFLICT (gateway, payer) DO NOTHING;

-- name: ForgetCustomer :exec
DELETE FROM gateway_customer WHERE gateway = @gateway AND payer = @payer AND customer = @customer;
