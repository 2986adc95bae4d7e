-- name: EnterBalance :exec
INSERT INTO system_balance (system, at, amount, ours, entered_at, entered_by, evidence)
VALUES (@system, @at, @amount, @ours, @entered_at, @entered_by, @evidence)
ON CONFLICT (system, at) DO UPDATE SET amount = excluded.amount, ours = excluded.ours, entered_at = excluded.entered_at,
entered_by = excluded.entered_by, evidence = excluded.evidence;

-- name: BalancesSince :many
SELECT * FROM system_balance WHERE at >= @since ORDER BY at;

-- name: KeepLiability :execrows
INSERT INTO liability (id, day, made_at, seal, ratio, complete, stopped, body, made_by)
VALUES (@id, @day, @made_at, @seal, @ratio, @complete, @stopped, @body, @made_by) ON CONFLICT DO NOTHING;

-- name: HasDaily :one
SELECT EXISTS (SELECT 1 FROM liability WHERE day = @day AND made_by = '');

-- name: Liability :one
SELECT * FROM liability WHERE id = @id;

-- name: LiabilitiesBefore :many
SELECT * FROM liability WHERE made_at >= @since AND (made_at < @before OR (made_at = @before AND id < @id))
ORDER BY made_at DESC, id DESC LIMIT @most;

-- name: NewestComplete :one
SELECT * FROM liability WHERE complete ORDER BY made_at DESC, id DESC LIMIT 1;
