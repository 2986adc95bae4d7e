-- name: LockMember :exec
INSERT INTO deposit_member (member, arrivals) VALUES (@member, 1)
ON CONFLICT (member) DO UPDATE SET arrivals = deposit_member.arrivals + 1;

-- name: BookingFacts :one
-- What a booking depends on, in one round trip. known: it was booked before. second: its code was paid before. declared: its
-- member has an open declaration. taken_back: the outside took it back before we knew of it.
SELECT CAST(COALESCE((SELECT s.body FROM deposit_setting s WHERE s.id = 1), '') AS TEXT) AS settings,
    CAST(EXISTS (SELECT 1 FROM inflow i WHERE i.account = @account AND i.source = @source)
        OR EXISTS (SELECT 1 FROM inflow_identifier n WHERE n.kind = @kind AND n.value = @value) AS BOOLEAN) AS known,
    CAST(EXISTS (SELECT 1 FROM inflow o WHERE o.reference = @reference AND o.reference <> '') AS BOOLEAN) AS second,
    CAST(EXISTS (SELECT 1 FROM declaration d WHERE d.member = @member AND d.state = 'open') AS BOOLEAN) AS declared,
    CAST(EXISTS (SELECT 1 FROM reversal r WHERE r.account = @account AND r.source = @source AND r.state = 'waiting')
        OR EXISTS (SELECT 1 FROM reversal_identifier x JOIN reversal w ON w.account = x.account AND w.source = x.source
            WHERE x.kind = @kind AND x.value = @value AND w.state = 'waiting') AS BOOLEAN) AS taken_back;

-- name: AddInflow :exec
INSERT INTO inflow (id, account, source, channel, reference, member, amount, state, reason, flag, transfer,
    payer_named, payer_sealed, payer_index, paid_at, seen_at, ended_at)
VALUES (@id, @account, @source, @channel, @reference, @member, @amount, @state, @reason, @flag, @transfer,
    @payer_named, @payer_sealed, @payer_index, @paid_at, @seen_at, 0);

-- name: AddIdentifier :exec
INSERT INTO inflow_identifier (kind, value, inflow) VALUES (@kind, @value, @inflow);

-- name: IdentifierOf :one
SELECT inflow FROM inflow_identifier WHERE kind = @kind AND value = @value;

-- name: IdentifiersOf :many
SELECT kind, value FROM inflow_identifier WHERE inflow = @inflow ORDER BY kind, value;

-- name: Inflow :one
SELECT * FROM inflow WHERE id = @id;

-- name: LockInflow :one
UPDATE inflow SET seen_at = seen_at WHERE id = @id RETURNING *;

-- name: InflowBySource :one
SELECT * FROM inflow WHERE account = @account AND source = @source;

-- name: ReceivedForCode :one
-- By the account itself, SQLite would read all that it ever received.
SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM inflow WHERE reference = @reference AND account || '' = CAST(@account AS TEXT);

-- name: InflowByIdentifier :one
SELECT i.* FROM inflow_identifier n JOIN inflow i ON i.id = n.inflow WHERE n.kind = @kind AND n.value = @value;

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
SELECT * FROM inflow WHERE state IN ('held', 'unmatched') AND state = 'unmatched' ORDER BY seen_at LIMIT @most;

-- name: UnmatchedSince :one
SELECT COUNT(*) AS count, CAST(COALESCE(MIN(seen_at), 0) AS BIGINT) AS oldest FROM inflow
WHERE state IN ('held', 'unmatched') AND state = 'unmatched';

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

-- name: ArrivalsOf :many
SELECT * FROM inflow WHERE member = @member AND seen_at <= @at AND (seen_at < @at OR id < @before)
ORDER BY seen_at DESC, id DESC LIMIT @most;
