-- name: ReadClock :one
SELECT at, beat, whole_since FROM shared_clock WHERE id = 1;

-- name: Begin :execrows
-- No row: another node was first.
INSERT INTO shared_clock (id, at, beat, whole_since) VALUES (1, @now, 1, @now) ON CONFLICT (id) DO NOTHING;

-- name: Leap :execrows
-- No row: a node runs, and has written the time meanwhile.
UPDATE shared_clock SET at = @now, beat = beat + 1, whole_since = @now WHERE id = 1 AND beat = @seen;

-- name: Beat :one
UPDATE shared_clock SET at = CASE WHEN at < @now THEN @now ELSE at END, beat = beat + 1 WHERE id = 1
RETURNING at, whole_since;
