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

-- name: IdentifiersOf :many
SELECT kind, value FROM inflow_identifier WHERE inflow = @inflow ORDER BY kind, value;

-- name: SetInflowBooked :exec
UPDATE inflow SET transfer = @transfer, state = @state, reason = @reason WHERE id = @id;

-- name: Inflow :one
SELECT * FROM inflow WHERE id = @id;

-- name: InflowBySource :one
SELECT * FROM inflow WHERE account = @account AND source = @source;

-- name: InflowByIdentifier :one
SELECT i.* FROM inflow_identifier n JOIN inflow i ON i.id = n.inflow WHERE n.kind = @kind AND n.value = @value;

-- name: CountInflowsOf :one
SELECT COUNT(*) FROM inflow WHERE reference = @reference;

-- name: UnnamedToday :one
SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM inflow
WHERE member = @member AND seen_at >= @since AND NOT payer_named AND state = 'credited';

-- name: LinesLike :many
SELECT * FROM inflow
WHERE account = @account AND amount = @amount AND paid_at >= @since AND paid_at <= @until AND state NOT IN ('returned', 'reversed')
ORDER BY paid_at, id;

-- name: AssignInflow :execrows
UPDATE inflow SET member = @member, reference = @reference, state = @state, reason = @reason
WHERE id = @id AND state = @from_state AND member = @from_member;

-- name: SetAssigned :exec
UPDATE inflow SET assigned = @assigned WHERE id = @id;

-- name: EndInflow :execrows
UPDATE inflow SET state = @state, ended_at = @ended_at WHERE id = @id AND state = @from_state;

-- name: FlagInflow :exec
UPDATE inflow SET flag = @flag WHERE id = @id;

-- name: HeldOf :many
SELECT id, account, amount, reason, seen_at FROM inflow WHERE member = @member AND state = 'held' ORDER BY seen_at DESC, id LIMIT @most;

-- name: Waiting :many
SELECT * FROM inflow WHERE state IN ('held', 'unmatched') ORDER BY seen_at LIMIT @most;

-- name: Unmatched :many
SELECT * FROM inflow WHERE state = 'unmatched' ORDER BY seen_at LIMIT @most;

-- name: UnmatchedSince :one
SELECT COUNT(*) AS count, CAST(COALESCE(MIN(seen_at), 0) AS BIGINT) AS oldest FROM inflow WHERE state = 'unmatched';

-- name: CountCredited :one
SELECT COUNT(*) FROM inflow WHERE member = @member AND state IN ('credited', 'released') AND payer_index = @payer_index;

-- name: CountUnnamed :one
SELECT COUNT(*) FROM inflow WHERE member = @member AND state = 'credited' AND NOT payer_named;

-- name: PayersOf :many
-- The accounts that ever paid for a member and of which all digits are known, with one arrival of each.
SELECT i.id, i.payer_index, i.payer_sealed FROM inflow i
WHERE i.id IN (SELECT MIN(f.id) FROM inflow f WHERE f.member = @member AND f.payer_index <> '' GROUP BY f.payer_index)
ORDER BY i.payer_index;

-- name: PaidBy :many
-- The members for whom an account ever paid.
SELECT DISTINCT member FROM inflow WHERE payer_index = @payer_index AND payer_index <> '' AND member <> '' ORDER BY member LIMIT @most;
