-- name: LockMember :exec
-- Every change of a member's lots starts with this lock.
INSERT INTO play_member (member, changes) VALUES (@member, 1)
ON CONFLICT (member) DO UPDATE SET changes = play_member.changes + 1;

-- name: AddLot :exec
-- An arrival that has a lot already keeps it.
INSERT INTO play_lot (inflow, member, amount, rest, credited_at) VALUES (@inflow, @member, @amount, @rest, @credited_at)
ON CONFLICT (inflow) DO NOTHING;

-- name: Lot :one
SELECT * FROM play_lot WHERE inflow = @inflow;

-- name: OpenLots :many
-- Oldest first.
SELECT * FROM play_lot WHERE member = @member AND rest > 0 ORDER BY credited_at, inflow;

-- name: SetLotRest :exec
UPDATE play_lot SET rest = @rest WHERE inflow = @inflow;

-- name: Unplayed :one
SELECT CAST(COALESCE(SUM(rest), 0) AS BIGINT) FROM play_lot WHERE member = @member AND rest > 0;
