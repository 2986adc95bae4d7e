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
