-- name: Callout :one
SELECT verdict FROM payout_callout WHERE transfer = @transfer;

-- name: AskCallout :exec
INSERT INTO payout_callout (transfer, asked_at, tries, verdict, said, answered_at) VALUES (@transfer, @asked_at, 1, '', '', 0)
ON CONFLICT (transfer) DO UPDATE SET tries = payout_callout.tries + 1;

-- name: AnswerCallout :execrows
UPDATE payout_callout SET verdict = @verdict, said = @said, answered_at = @answered_at
WHERE transfer = @transfer AND verdict IN ('', 'none');

-- name: LastCallouts :many
SELECT verdict FROM payout_callout ORDER BY asked_at DESC, transfer DESC LIMIT @most;

-- name: CalloutsBefore :many
SELECT c.transfer, c.asked_at, c.tries, c.verdict, c.said, c.answered_at, w.reference, w.member, w.amount, w.bank_code, w.state
FROM payout_callout c JOIN withdrawal w ON w.transfer = c.transfer
WHERE c.asked_at <= @asked_at AND (c.asked_at < @asked_at OR c.transfer < @before)
ORDER BY c.asked_at DESC, c.transfer DESC LIMIT @most;

-- name: CalloutsOf :many
SELECT c.transfer, c.asked_at, c.tries, c.verdict, c.said, c.answered_at, w.reference, w.member, w.amount, w.bank_code, w.state
FROM withdrawal w JOIN payout_callout c ON c.transfer = w.transfer
WHERE w.member = @member AND c.asked_at <= @asked_at AND (c.asked_at < @asked_at OR c.transfer < @before)
ORDER BY c.asked_at DESC, c.transfer DESC LIMIT @most;

-- name: CalloutAbout :one
SELECT c.transfer, c.asked_at, c.tries, c.verdict, c.said, c.answered_at, w.reference, w.member, w.amount, w.bank_code, w.state
FROM withdrawal w JOIN payout_callout c ON c.transfer = w.transfer WHERE w.reference = @reference;
