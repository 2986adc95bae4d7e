-- name: PersonalWithdrawals :many
SELECT reference, amount, state, bank_code, account_shown, account_sealed, reason, requested_at, approved_at FROM withdrawal
WHERE member = $1 ORDER BY requested_at DESC LIMIT $2;

-- name: EraseProofs :exec
DELETE FROM payout_account WHERE member = $1;

-- name: EndDocuments :execrows
-- By the index of members and times. One that is asked about again has not ended.
UPDATE withdrawal SET account_sealed = '', account_index = '', note = '' WHERE transfer IN (
    SELECT w.transfer FROM withdrawal w WHERE w.member >= sqlc.arg(first_member) AND w.member <= sqlc.arg(last_member)
    AND w.requested_at < sqlc.arg(before) AND w.since < sqlc.arg(before) AND w.account_sealed <> '' AND w.check_at = 0
    AND w.state IN ('paid', 'returned', 'bounced') LIMIT sqlc.arg(most));
