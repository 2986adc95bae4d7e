-- name: PersonalWithdrawals :many
SELECT reference, amount, state, bank_code, account_shown, account_sealed, reason, requested_at, approved_at,
    requested_at AS page_at, reference AS page_key
FROM withdrawal WHERE member = @member AND requested_at <= @at AND (requested_at < @at OR reference < @key)
ORDER BY requested_at DESC, reference DESC LIMIT @most;

-- name: EraseProofs :exec
DELETE FROM payout_account WHERE member = $1;

-- name: EndDocuments :execrows
-- By the index of members and times. One that is asked about again has not ended.
UPDATE withdrawal SET account_sealed = '', account_index = '', note = '' WHERE transfer IN (
    SELECT w.transfer FROM withdrawal w WHERE w.member >= sqlc.arg(first_member) AND w.member <= sqlc.arg(last_member)
    AND w.requested_at < sqlc.arg(before) AND w.since < sqlc.arg(before) AND w.account_sealed <> '' AND w.check_at = 0
    AND w.state IN ('paid', 'returned', 'bounced') LIMIT sqlc.arg(most));
