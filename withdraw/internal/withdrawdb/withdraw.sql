-- name: LockMember :exec
INSERT INTO withdraw_member (member, requests) VALUES (@member, 1)
ON CONFLICT (member) DO UPDATE SET requests = withdraw_member.requests + 1;

-- name: AddWithdrawal :exec
INSERT INTO withdrawal (transfer, reference, member, amount, state, automatic, bank_code, account_sealed, account_index,
    account_shown, why, reason, outside, note, requested_at, since, approved_at, send_by, check_at)
VALUES (@transfer, @reference, @member, @amount, 'requested', FALSE, @bank_code, @account_sealed, @account_index,
    @account_shown, '[]', '', '', '', @requested_at, @requested_at, 0, 0, 0);

-- name: Withdrawal :one
SELECT * FROM withdrawal WHERE transfer = @transfer;

-- name: WithdrawalByReference :one
SELECT * FROM withdrawal WHERE reference = @reference;

-- name: WithdrawalProven :one
-- A withdrawal with what proves that its account is the member's: one round trip for both.
SELECT sqlc.embed(w), CAST(COALESCE(p.proof, '') AS TEXT) AS proof, CAST(COALESCE(p.verified_at, 0) AS BIGINT) AS verified_at
FROM withdrawal w LEFT JOIN payout_account p ON p.member = w.member AND p.account_index = w.account_index
WHERE w.reference = @reference;

-- name: Waiting :many
SELECT * FROM withdrawal WHERE state IN ('requested', 'review', 'sending') ORDER BY since LIMIT @most;

-- name: InReview :one
SELECT COUNT(*) AS withdrawals, CAST(COALESCE(MIN(since), 0) AS BIGINT) AS since FROM withdrawal WHERE state = 'review';

-- name: UsedSince :one
SELECT COUNT(*) AS requests, CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS total FROM withdrawal
WHERE member = @member AND requested_at >= @since AND state NOT IN ('returned', 'bounced');

-- name: Allowance :one
-- The setting, and what counts against it: one round trip for both.
SELECT CAST(COALESCE((SELECT body FROM withdraw_setting WHERE id = 1), '') AS TEXT) AS setting,
    COUNT(*) AS requests, CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS total FROM withdrawal
WHERE member = @member AND requested_at >= @since AND state NOT IN ('returned', 'bounced');

-- name: SmallSince :one
SELECT COUNT(*) FROM withdrawal
WHERE member = @member AND requested_at >= @since AND amount < @minimum AND state NOT IN ('returned', 'bounced');

-- name: PaidTo :one
-- By the state itself, SQLite would read what was paid to everybody.
SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM withdrawal WHERE member = @member AND state || '' = 'paid';

-- name: KeyUsed :one
-- Whether a transfer or a refusal has a key.
SELECT EXISTS (SELECT 1 FROM transfer t WHERE t.key = @key) AS moved, EXISTS (SELECT 1 FROM refusal f WHERE f.key = @key) AS refused;

-- name: Setting :one
SELECT body FROM withdraw_setting WHERE id = 1;

-- name: LimitsNow :one
SELECT CAST(COALESCE((SELECT body FROM withdraw_setting WHERE id = 1), '') AS TEXT) AS body, stopped_at FROM payout_brake WHERE id = 1;

-- name: SetSetting :exec
INSERT INTO withdraw_setting (id, body, updated_at) VALUES (1, @body, @updated_at)
ON CONFLICT (id) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at;

-- name: WithdrawalsOf :many
SELECT * FROM withdrawal WHERE member = @member AND requested_at <= @at AND (requested_at < @at OR transfer < @before)
ORDER BY requested_at DESC, transfer DESC LIMIT @most;
