-- name: Games :many
SELECT * FROM game ORDER BY position, code;

-- name: PutGame :exec
INSERT INTO game (code, name, category, provider, family, factor, logo, background, web, android, ios, launch,
                  launch_path, stakes, settle_us, state, maintenance, notice, position, updated_at, play)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
ON CONFLICT (code) DO UPDATE
SET name = excluded.name, category = excluded.category, provider = excluded.provider, family = excluded.family,
    factor = excluded.factor, logo = excluded.logo, background = excluded.background, web = excluded.web,
    android = excluded.android, ios = excluded.ios, launch = excluded.launch, launch_path = excluded.launch_path,
    stakes = excluded.stakes, settle_us = excluded.settle_us, state = excluded.state,
    maintenance = excluded.maintenance, notice = excluded.notice, position = excluded.position,
    updated_at = excluded.updated_at, play = excluded.play;

-- name: AdoptFamily :execrows
UPDATE game SET family = $2, updated_at = $3 WHERE provider = $1 AND family <> $2;

-- name: AccountFactors :many
SELECT DISTINCT factor FROM game_account WHERE provider = $1;

-- name: AddAccount :execrows
INSERT INTO game_account (id, member, provider, username, factor, state, password, next_password, password_due, residue,
                          outstanding, read_at, changed_at, fell_at, launched_at, result, turns, created_at)
VALUES ($1, $2, $3, $4, $5, 'opening', $6, '', 0, 0, 0, 0, 0, 0, 0, 0, 0, $7)
ON CONFLICT DO NOTHING;

-- name: AccountOf :one
SELECT * FROM game_account WHERE member = $1 AND provider = $2;

-- name: AccountByUsername :one
SELECT * FROM game_account WHERE provider = $1 AND username = $2;

-- name: AccountsOf :many
SELECT * FROM game_account WHERE member = $1 ORDER BY provider;

-- name: ActivateAccount :execrows
UPDATE game_account SET state = 'active' WHERE id = $1 AND state = 'opening';

-- name: TakeTurn :one
UPDATE game_account SET turns = turns + 1 WHERE id = $1 RETURNING *;

-- name: NoteReading :execrows
UPDATE game_account
SET residue = $2, outstanding = $3, read_at = $4, changed_at = $5, fell_at = $6, result = $7,
    active_at = CASE WHEN active_at < $5 THEN $5 ELSE active_at END
WHERE id = $1 AND read_at <= $4;

-- name: NoteLaunch :exec
UPDATE game_account SET launched_at = $2, active_at = $2 WHERE id = $1;

-- name: BeginPassword :execrows
UPDATE game_account SET next_password = $2, password_due = $3 WHERE id = $1 AND next_password = '';

-- name: DuePasswords :many
SELECT * FROM game_account
WHERE provider = $1 AND next_password <> '' AND password_due <= $2 ORDER BY password_due LIMIT $3;

-- name: TakePassword :execrows
UPDATE game_account SET password_due = @next_due WHERE id = @id AND next_password = @next_password AND password_due <= @now;

-- name: EndPassword :execrows
UPDATE game_account SET password = next_password, next_password = '' WHERE id = $1 AND next_password = $2;

-- name: DropPassword :execrows
UPDATE game_account SET next_password = '' WHERE id = $1 AND next_password = $2;

-- name: PutRefresh :exec
INSERT INTO game_refresh (member, at) VALUES ($1, $2) ON CONFLICT (member) DO UPDATE SET at = excluded.at;

-- name: RefreshOf :one
SELECT at FROM game_refresh WHERE member = $1;

-- name: Turnover :many
-- A member's turnover at a provider: rounds with bets within a span, both ends included, and counters that grew within it
-- after the provider's lag. Kinds are separate, because the lag only applies to counters.
SELECT p.provider, p.kind, a.factor, CAST(COALESCE(SUM(p.turnover), 0) AS BIGINT) AS turnover
FROM game_play p JOIN game_account a ON a.provider = p.provider AND a.username = p.username
WHERE p.member = @member AND p.bet_at <= @until AND p.provider = @provider
  AND (p.kind = 'round' AND p.bet_at >= @since OR p.kind = 'counter' AND p.since >= @counters_since)
GROUP BY p.provider, p.kind, a.factor
ORDER BY p.provider, p.kind, a.factor;
