-- name: PersonalWithdrawals :many
SELECT reference, amount, state, bank_code, account_shown, account_sealed, reason, requested_at, approved_at FROM withdrawal
WHERE member = $1 ORDER BY requested_at DESC LIMIT $2;

-- name: EraseProofs :exec
DELETE FROM payout_account WHERE member = $1;
