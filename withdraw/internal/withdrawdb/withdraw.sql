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

-- name: LockWithdrawal :one
UPDATE withdrawal SET since = since WHERE reference = @reference RETURNING *;

-- name: Waiting :many
SELECT * FROM withdrawal WHERE state IN ('requested', 'review', 'sending') ORDER BY since LIMIT @most;

-- name: InReview :one
SELECT COUNT(*) AS withdrawals, CAST(COALESCE(MIN(since), 0) AS BIGINT) AS since FROM withdrawal WHERE state = 'review';

-- name: UsedSince :one
SELECT COUNT(*) AS requests, CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS total FROM withdrawal
WHERE member = @member AND requested_at >= @since AND state NOT IN ('returned', 'bounced');

-- name: SmallSince :one
SELECT COUNT(*) FROM withdrawal
WHERE member = @member AND requested_at >= @since AND amount < @minimum AND state NOT IN ('returned', 'bounced');

-- name: PaidTo :one
SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM withdrawal WHERE member = @member AND state = 'paid';

-- name: EarlierPaid :one
SELECT COUNT(*) FROM withdrawal WHERE member = @member AND state IN ('paid', 'bounced');

-- name: AutomaticSince :one
SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM withdrawal WHERE automatic AND approved_at >= @since;

-- name: MemberAutomaticSince :one
SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM withdrawal
WHERE member = @member AND automatic AND approved_at >= @since AND state NOT IN ('returned', 'bounced');

-- name: SetReview :execrows
UPDATE withdrawal SET state = 'review', why = @why, passing = @passing, since = @since WHERE transfer = @transfer AND state = 'requested';

-- name: SetWhy :execrows
UPDATE withdrawal SET why = @why, passing = FALSE WHERE transfer = @transfer AND state = 'review' AND in_hand = 0;

-- name: SetSendingAfterAll :execrows
UPDATE withdrawal SET state = 'sending', automatic = TRUE, approved_at = @approved_at, since = @approved_at
WHERE transfer = @transfer AND state = 'review' AND passing AND in_hand = 0;

-- name: TakeInHand :execrows
UPDATE withdrawal SET in_hand = @in_hand WHERE reference = @reference AND state = 'review' AND in_hand = 0;

-- name: SetSending :execrows
UPDATE withdrawal SET state = 'sending', automatic = @automatic, approved_at = @approved_at, since = @approved_at
WHERE transfer = @transfer AND state = @from_state;

-- name: SetSendBy :execrows
UPDATE withdrawal SET send_by = @send_by WHERE transfer = @transfer AND state = 'sending';

-- name: EndWithdrawal :execrows
UPDATE withdrawal SET state = @state, reason = @reason, outside = @outside, note = @note, since = @since, check_at = @check_at
WHERE transfer = @transfer AND state = @from_state;

-- name: SetCheckAt :exec
UPDATE withdrawal SET check_at = @check_at WHERE transfer = @transfer;

-- name: ClaimChecks :many
UPDATE withdrawal SET check_at = @leased_until
WHERE withdrawal.check_at > 0 AND withdrawal.check_at <= @now
  AND withdrawal.transfer IN (
    SELECT w.transfer FROM withdrawal w WHERE w.check_at > 0 AND w.check_at <= @now ORDER BY w.check_at LIMIT @most)
RETURNING *;

-- name: Verified :one
SELECT COUNT(*) FROM payout_account WHERE member = @member AND account_index = @account_index;

-- name: AddVerified :exec
INSERT INTO payout_account (member, account_index, proof, verified_at) VALUES (@member, @account_index, @proof, @verified_at)
ON CONFLICT (member, account_index) DO NOTHING;

-- name: LockBrake :one
UPDATE payout_brake SET approvals = approvals + 1 WHERE id = 1 RETURNING stopped_at, why;

-- name: SetBrake :exec
UPDATE payout_brake SET stopped_at = @stopped_at, why = @why WHERE id = 1;

-- name: Brake :one
SELECT stopped_at, why FROM payout_brake WHERE id = 1;

-- name: CallbackSeen :one
SELECT COUNT(*) FROM payout_callback WHERE proof = @proof;

-- name: AddCallback :exec
INSERT INTO payout_callback (proof, seen_at) VALUES (@proof, @seen_at) ON CONFLICT (proof) DO NOTHING;

-- name: ForgetCallbacks :exec
DELETE FROM payout_callback WHERE seen_at < @before;

-- name: Setting :one
SELECT body FROM withdraw_setting WHERE id = 1;

-- name: SetSetting :exec
INSERT INTO withdraw_setting (id, body, updated_at) VALUES (1, @body, @updated_at)
ON CONFLICT (id) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at;
