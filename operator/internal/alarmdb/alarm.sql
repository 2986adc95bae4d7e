-- name: OpenAlarms :many
SELECT * FROM alarm WHERE ended_at = 0 ORDER BY since_at, name, whose;

-- name: Begin :execrows
-- Another node may have been quicker.
INSERT INTO alarm (id, name, whose, metric, since_at, looked_at, ended_at, read_at, seen_by)
VALUES (@id, @name, @whose, @metric, @since_at, @looked_at, 0, 0, '') ON CONFLICT (name, whose) WHERE ended_at = 0 DO NOTHING;

-- name: Look :exec
UPDATE alarm SET looked_at = @looked_at WHERE name = @name AND whose = @whose AND ended_at = 0 AND looked_at < @looked_at;

-- name: EndAlarm :execrows
-- A node that sees it at this moment keeps it.
UPDATE alarm SET ended_at = looked_at WHERE id = @id AND ended_at = 0 AND looked_at < @before_at;

-- name: NewestAlarms :many
SELECT * FROM alarm WHERE (since_at < @since_at OR (since_at = @since_at AND id < @id)) AND since_at >= @from_at
ORDER BY since_at DESC, id DESC LIMIT @most;

-- name: See :execrows
-- Who saw it first stays.
UPDATE alarm SET seen_by = @seen_by, read_at = @read_at WHERE id = @id AND read_at = 0;

-- name: Alarm :one
SELECT * FROM alarm WHERE id = @id;

-- name: SweepAlarms :execrows
DELETE FROM alarm WHERE since_at < @before_at AND ended_at <> 0;
