-- name: BeginOutage :execrows
-- No row: it has begun before.
INSERT INTO outage (subject, began_at, ended_at) VALUES (@subject, @began_at, 0)
ON CONFLICT DO NOTHING;

-- name: EndOutage :execrows
UPDATE outage SET ended_at = @ended_at WHERE subject = @subject AND ended_at = 0;

-- name: OpenOutages :many
SELECT * FROM outage WHERE ended_at = 0 ORDER BY subject;

-- name: Outages :many
-- Outages that overlap a span of time.
SELECT * FROM outage WHERE began_at < @until AND (ended_at = 0 OR ended_at > @since) ORDER BY subject, began_at;
