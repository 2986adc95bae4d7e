-- name: LastNumber :one
SELECT CAST(COALESCE(MAX(number), 0) AS BIGINT) FROM slip WHERE member = @member;

-- name: BeforeSlip :one
-- What an upload begins with: the member's last number, and since when slips are stopped; 0: they are not.
SELECT CAST(COALESCE(MAX(number), 0) AS BIGINT) AS last,
    CAST(COALESCE((SELECT stopped_at FROM system_brake WHERE system = 'slips'), 0) AS BIGINT) AS checked_since
FROM slip WHERE member = @member;

-- name: AddSlip :one
INSERT INTO slip (id, key, member, number, picture, state, reason, uploaded_at, updated_at, payload, bank, reference, transfer, claimed,
    amount, paid_at, transfer_sealed, account, verifier, tries, let_through, due_at, fence)
VALUES (@id, @key, @member, @number, @picture, 'received', '', @uploaded_at, @uploaded_at, '', '', '', '', FALSE, 0, 0, '', '', '', 0, FALSE,
    @uploaded_at, 0)
RETURNING *;

-- name: SlipByKey :one
SELECT * FROM slip WHERE key = @key AND key <> '';

-- name: Slip :one
SELECT * FROM slip WHERE id = @id;

-- name: OwnSlip :one
SELECT * FROM slip WHERE id = @id AND member = @member;

-- name: SlipPage :many
SELECT * FROM slip WHERE member = @member AND number <= @newest AND number > @oldest ORDER BY number DESC;

-- name: Anchor :one
SELECT number FROM slip_anchor WHERE session = @session;

-- name: SetAnchor :exec
INSERT INTO slip_anchor (session, number, set_at) VALUES (@session, @number, @set_at)
ON CONFLICT (session) DO UPDATE SET number = excluded.number, set_at = excluded.set_at;

-- name: SweepAnchors :exec
DELETE FROM slip_anchor WHERE set_at < @before;

-- name: AnyDue :one
SELECT COUNT(*) FROM (SELECT id FROM slip WHERE due_at > 0 AND due_at <= @now LIMIT 1) AS due;

-- name: LeaseDue :many
UPDATE slip SET due_at = @leased_until, fence = slip.fence + 1
WHERE slip.due_at > 0 AND slip.due_at <= @now
  AND slip.id IN (
    SELECT o.id FROM (
        SELECT d.id, d.due_at, ROW_NUMBER() OVER (PARTITION BY d.member ORDER BY d.due_at, d.id) AS turn
        FROM slip d WHERE d.due_at > 0 AND d.due_at <= @now
    ) o WHERE o.turn = 1 ORDER BY o.due_at LIMIT @most)
RETURNING *;

-- name: MakeLeasedDue :exec
-- Makes the slips due that a former process was working on.
UPDATE slip SET due_at = @now, fence = fence + 1 WHERE due_at > @now AND due_at > 0;

-- name: Later :execrows
UPDATE slip SET due_at = @due_at, tries = tries + 1, reason = @reason, verifier = @verifier, updated_at = @updated_at
WHERE id = @id AND fence = @fence;

-- name: SetCode :execrows
UPDATE slip SET payload = @payload, bank = @bank, reference = @reference, transfer = @transfer, tries = 0, updated_at = @updated_at
WHERE id = @id AND fence = @fence;

-- name: SetClaimed :execrows
UPDATE slip SET state = 'claimed', claimed = TRUE, tries = 0, updated_at = @updated_at WHERE id = @id AND fence = @fence;

-- name: SetVerified :execrows
UPDATE slip SET state = 'verified', amount = @amount, paid_at = @paid_at, transfer_sealed = @transfer_sealed,
    verifier = @verifier, tries = 0, updated_at = @updated_at
WHERE id = @id AND fence = @fence;

-- name: EndSlip :execrows
UPDATE slip SET state = @state, reason = @reason, account = @account, verifier = @verifier, due_at = 0, updated_at = @updated_at,
    inflow = @inflow, claimed = claimed AND CAST(@inflow AS TEXT) = ''
WHERE id = @id AND fence = @fence;

-- name: Claim :execrows
INSERT INTO slip_claim (kind, value, slip, claimed_at) VALUES (@kind, @value, @slip, @claimed_at)
ON CONFLICT (kind, value) DO NOTHING;

-- name: SlipOfClaim :one
SELECT slip FROM slip_claim WHERE kind = @kind AND value = @value;

-- name: PassClaim :execrows
UPDATE slip_claim SET slip = @slip WHERE kind = @kind AND value = @value
  AND slip_claim.slip IN (SELECT s.id FROM slip s WHERE s.id = slip_claim.slip AND s.state NOT IN ('received', 'claimed', 'verified'));

-- name: FreeClaim :exec
DELETE FROM slip_claim WHERE slip = @slip;

-- name: PaidByQR :many
SELECT i.id, i.reference, i.state, i.reason, CAST(CASE WHEN i.paid_at > 0 THEN i.paid_at ELSE i.seen_at END AS BIGINT) AS paid_at
FROM inflow i JOIN qr_order q ON q.reference = i.reference AND q.member = i.member
WHERE i.member = @member AND i.channel = 'qr' AND i.amount = @amount AND i.state IN ('credited', 'released', 'held')
  AND q.created_at <= @until AND i.seen_at >= @since
  AND NOT EXISTS (SELECT 1 FROM slip s WHERE s.inflow = i.id AND s.inflow <> '' AND s.transfer <> @transfer);

-- name: CreditedBy :one
SELECT amount, state, transfer, CAST(CASE WHEN paid_at > 0 THEN paid_at ELSE seen_at END AS BIGINT) AS paid_at
FROM inflow WHERE id = @id AND member = @member;

-- name: FailedClaims :one
SELECT COUNT(*) FROM slip WHERE member = @member AND state = 'failed' AND claimed AND uploaded_at >= @since;

-- name: OpenClaims :one
SELECT COUNT(*) FROM slip WHERE member = @member AND state IN ('claimed', 'verified');

-- name: CreditedSlips :one
SELECT COUNT(*) FROM slip WHERE member = @member AND state = 'credited';

-- name: OwnInReview :one
SELECT COUNT(*) FROM slip WHERE member = @member AND transfer = @transfer AND id <> @id AND state = 'review';

-- name: EndOthersInReview :many
UPDATE slip SET state = 'failed', reason = @reason, updated_at = @updated_at, fence = fence + 1
WHERE transfer = @transfer AND id <> @id AND state = 'review'
RETURNING *;

-- name: WaitingSlips :many
SELECT * FROM slip WHERE state IN ('received', 'claimed', 'verified', 'review') ORDER BY uploaded_at LIMIT @most;

-- name: CountWaiting :many
SELECT state, COUNT(*) AS slips, CAST(MIN(uploaded_at) AS BIGINT) AS oldest FROM slip
WHERE state IN ('received', 'claimed', 'verified', 'review') GROUP BY state;

-- name: DecideReview :execrows
UPDATE slip SET state = @state, reason = @reason, updated_at = @updated_at, fence = fence + 1
WHERE id = @id AND state = 'review' AND fence = @fence;

-- name: LetThrough :execrows
UPDATE slip SET state = 'received', reason = '', let_through = TRUE, tries = 0, due_at = @now, updated_at = @now, fence = fence + 1
WHERE id = @id AND state = 'review' AND fence = @fence;
