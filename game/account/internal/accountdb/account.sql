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

-- name: LockTurn :one
-- With the moment since which its provider is stopped; 0: it is not.
UPDATE game_account SET turns = turns + 1 WHERE id = $1
RETURNING sqlc.embed(game_account), CAST(COALESCE(
    (SELECT b.stopped_at FROM system_brake b WHERE b.system = 'provider:' || game_account.provider), 0) AS BIGINT) AS checked_since;

-- name: Turn :one
-- LockTurn where nobody else can have the turn.
SELECT sqlc.embed(game_account), CAST(COALESCE(
    (SELECT b.stopped_at FROM system_brake b WHERE b.system = 'provider:' || game_account.provider), 0) AS BIGINT) AS checked_since
FROM game_account WHERE id = $1;

-- name: BeginMove :exec
UPDATE game_account SET turns = turns + 1, active_at = CASE WHEN active_at < $2 THEN $2 ELSE active_at END WHERE id = $1;

-- name: NoteReading :exec
UPDATE game_account
SET residue = $2, outstanding = $3, read_at = $4, changed_at = $5, fell_at = $6, result = $7,
    active_at = CASE WHEN active_at < $8 THEN $8 ELSE active_at END
WHERE id = $1 AND read_at <= $4;

-- name: NoteLaunch :exec
UPDATE game_account SET launched_at = $2, active_at = $2 WHERE id = $1;

-- name: ActivePlayers :many
SELECT username FROM game_account
WHERE provider = sqlc.arg(provider) AND state = 'active' AND active_at >= sqlc.arg(since) AND username > sqlc.arg(beyond)
ORDER BY username
LIMIT sqlc.arg(most);

-- name: FirstAccount :one
SELECT created_at FROM game_account WHERE provider = $1 ORDER BY created_at LIMIT 1;

-- name: BeginPassword :execrows
UPDATE game_account SET next_password = $2, password_due = $3 WHERE id = $1 AND next_password = '';

-- name: ProvidersOfDuePasswords :many
SELECT DISTINCT provider FROM game_account WHERE next_password <> '' AND password_due <= $1;

-- name: DuePasswords :many
SELECT * FROM game_account
WHERE provider = $1 AND next_password <> '' AND password_due <= $2 ORDER BY password_due LIMIT $3;

-- name: TakePassword :execrows
UPDATE game_account SET password_due = @next_due WHERE id = @id AND next_password = @next_password AND password_due <= @now;

-- name: EndPassword :execrows
UPDATE game_account SET password = next_password, next_password = '' WHERE id = $1 AND next_password = $2;

-- A change that somebody else tries too is due at another moment from then on, so it is not dropped.
-- name: JoinPassword :execrows
UPDATE game_account SET password_due = password_due + 1 WHERE id = $1 AND next_password = $2;

-- name: DropPassword :execrows
UPDATE game_account SET next_password = '' WHERE id = $1 AND next_password = $2 AND password_due = $3;
