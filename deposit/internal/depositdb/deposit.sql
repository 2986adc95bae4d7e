-- name: AccountsInForce :many
SELECT * FROM deposit_account WHERE valid_until = 0 ORDER BY position, code;

-- name: AccountInForce :one
SELECT * FROM deposit_account WHERE code = @code AND valid_until = 0;

-- name: EndAccount :exec
UPDATE deposit_account SET valid_until = @valid_until WHERE code = @code AND valid_until = 0;

-- name: AddAccount :exec
INSERT INTO deposit_account (code, valid_from, valid_until, bank_code, bank_type, mode, source, name_th, name_en, name_lo,
    account_name, account_no, wallet_account_name, currency, qr, qr_minimum, qr_maximum, member_banks, position)
VALUES (@code, @valid_from, 0, @bank_code, @bank_type, @mode, @source, @name_th, @name_en, @name_lo,
    @account_name, @account_no, @wallet_account_name, @currency, @qr, @qr_minimum, @qr_maximum, @member_banks, @position);

-- name: Setting :one
SELECT body FROM deposit_setting WHERE id = 1;

-- name: SetSetting :exec
INSERT INTO deposit_setting (id, body, updated_at) VALUES (1, @body, @updated_at)
ON CONFLICT (id) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at;

-- name: AddQR :exec
INSERT INTO qr_order (reference, member, account, amount, state, payload, outside, reason, created_at, expires_at, ended_at, poll_at)
VALUES (@reference, @member, @account, @amount, 'creating', '', '', '', @created_at, @expires_at, 0, @poll_at);

-- name: QR :one
SELECT * FROM qr_order WHERE reference = @reference;

-- name: OpenQR :one
SELECT * FROM qr_order WHERE member = @member AND state IN ('creating', 'open');

-- name: OpenedQR :execrows
UPDATE qr_order SET state = 'open', payload = @payload, outside = @outside, expires_at = @expires_at, poll_at = @poll_at
WHERE reference = @reference AND state = 'creating';

-- name: EndQR :execrows
UPDATE qr_order SET state = @state, reason = @reason, ended_at = @ended_at
WHERE reference = @reference AND state IN ('creating', 'open');

-- name: HoldQR :execrows
UPDATE qr_order SET state = 'review', held_at = @now, ended_at = CASE WHEN ended_at = 0 THEN @now ELSE ended_at END
WHERE reference = @reference AND state NOT IN ('review', 'paid');

-- name: DecideQR :execrows
UPDATE qr_order SET state = @state, reason = @reason, ended_at = @ended_at WHERE reference = @reference AND state = 'review';

-- name: HeldQRsOf :many
SELECT q.reference, q.amount, q.state, q.reason AS qr_reason, q.created_at, COALESCE(i.state, '') AS arrival, COALESCE(i.reason, '') AS arrival_reason
FROM qr_order q LEFT JOIN inflow i ON i.reference = q.reference AND i.member = q.member
WHERE q.member = @member AND q.held_at > 0 AND (q.state = 'review' OR q.ended_at >= @since)
ORDER BY q.created_at DESC, q.reference, i.seen_at DESC LIMIT @most;

-- name: PollQRAt :exec
UPDATE qr_order SET poll_at = @poll_at WHERE reference = @reference;

-- name: DueQR :one
SELECT COUNT(*) FROM qr_order WHERE poll_at > 0 AND poll_at <= @now;

-- name: ClaimDueQR :many
UPDATE qr_order SET poll_at = @leased_until
WHERE qr_order.poll_at > 0 AND qr_order.poll_at <= @now
  AND qr_order.reference IN (SELECT q.reference FROM qr_order q WHERE q.poll_at > 0 AND q.poll_at <= @now ORDER BY q.poll_at LIMIT @most)
RETURNING *;

-- name: LockMember :exec
INSERT INTO deposit_member (member, arrivals) VALUES (@member, 1)
ON CONFLICT (member) DO UPDATE SET arrivals = deposit_member.arrivals + 1;

-- name: AddInflow :execrows
INSERT INTO inflow (id, account, source, channel, reference, member, amount, state, reason, flag, transfer,
    payer_named, payer_sealed, payer_index, paid_at, seen_at, ended_at)
VALUES (@id, @account, @source, @channel, @reference, @member, @amount, @state, @reason, @flag, 0,
    @payer_named, @payer_sealed, @payer_index, @paid_at, @seen_at, 0)
ON CONFLICT (account, source) DO NOTHING;

-- name: AddIdentifier :execrows
INSERT INTO inflow_identifier (kind, value, inflow) VALUES (@kind, @value, @inflow)
ON CONFLICT (kind, value) DO NOTHING;

-- name: IdentifierOf :one
SELECT inflow FROM inflow_identifier WHERE kind = @kind AND value = @value;

-- name: SetInflowBooked :exec
UPDATE inflow SET transfer = @transfer, state = @state, reason = @reason WHERE id = @id;

-- name: Inflow :one
SELECT * FROM inflow WHERE id = @id;

-- name: InflowBySource :one
SELECT * FROM inflow WHERE account = @account AND source = @source;

-- name: CountInflowsOf :one
SELECT COUNT(*) FROM inflow WHERE reference = @reference;

-- name: UnnamedToday :one
SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM inflow
WHERE member = @member AND seen_at >= @since AND NOT payer_named AND state = 'credited';

-- name: Waiting :many
SELECT * FROM inflow WHERE state IN ('held', 'unmatched') ORDER BY seen_at LIMIT @most;

-- name: HeldOf :many
SELECT id, account, amount, reason, seen_at FROM inflow WHERE member = @member AND state = 'held' ORDER BY seen_at DESC, id LIMIT @most;

-- name: EndInflow :execrows
UPDATE inflow SET state = @state, ended_at = @ended_at WHERE id = @id AND state = @from_state;

-- name: CountCredited :one
SELECT COUNT(*) FROM inflow WHERE member = @member AND state IN ('credited', 'released') AND payer_index = @payer_index;

-- name: CountUnnamed :one
SELECT COUNT(*) FROM inflow WHERE member = @member AND state = 'credited' AND NOT payer_named;

-- name: AccountsAt :many
SELECT * FROM deposit_account WHERE valid_from <= @at AND (valid_until = 0 OR valid_until > @at) ORDER BY position, code;

-- name: BankCodes :many
SELECT code, bank_code FROM deposit_account ORDER BY valid_from;
