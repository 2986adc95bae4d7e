-- name: AddDeclaration :exec
INSERT INTO declaration (reference, key, member, amount, state, inflow, reason, created_at, lapses_at, ended_at)
VALUES (@reference, @key, @member, @amount, 'open', '', '', @created_at, @lapses_at, 0);

-- name: DeclarationByKey :one
SELECT * FROM declaration WHERE key = @key;

-- name: Declaration :one
SELECT * FROM declaration WHERE reference = @reference;

-- name: OpenDeclarationsOf :many
SELECT * FROM declaration WHERE member = @member AND state = 'open' ORDER BY created_at, reference;

-- name: OpenDeclarations :many
SELECT * FROM declaration WHERE state = 'open' ORDER BY created_at, reference LIMIT @most;

-- name: FreshDeclarations :many
SELECT * FROM declaration WHERE state = 'open' AND created_at > @since ORDER BY created_at, reference LIMIT @most;

-- name: DeclarationsLike :many
SELECT * FROM declaration
WHERE state = 'open' AND amount = @amount AND created_at >= @since AND created_at <= @until
ORDER BY created_at, reference;

-- name: EndDeclaration :execrows
UPDATE declaration SET state = @state, inflow = @inflow, reason = @reason, ended_at = @ended_at
WHERE reference = @reference AND state = 'open';

-- name: DeclarationsToLapse :one
-- It is 0 or 1.
SELECT COUNT(*) FROM (SELECT 1 FROM declaration WHERE state = 'open' AND lapses_at <= $1 LIMIT 1) AS due;

-- name: LapseDeclarations :many
UPDATE declaration SET state = 'lapsed', ended_at = @now WHERE state = 'open' AND lapses_at <= @now RETURNING member;

-- name: DeclarationsOf :many
SELECT d.reference, d.state, d.reason, d.created_at, d.lapses_at, CAST(COALESCE(i.amount, d.amount) AS BIGINT) AS amount,
    COALESCE(i.state, '') AS arrival, COALESCE(i.reason, '') AS arrival_reason
FROM declaration d LEFT JOIN inflow i ON i.id = d.inflow AND i.member = d.member
WHERE d.member = @member AND d.created_at >= @made_since AND (d.ended_at = 0 OR d.ended_at >= @since)
ORDER BY d.created_at DESC, d.reference LIMIT @most;

-- name: UnclaimedLike :many
SELECT i.* FROM inflow i
WHERE i.state = 'unmatched' AND i.member = '' AND i.channel = 'feed' AND i.amount = @amount AND i.paid_at >= @since AND i.paid_at <= @until
ORDER BY i.paid_at, i.id;
