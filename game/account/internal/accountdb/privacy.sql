-- name: PersonalAccounts :many
SELECT provider, username, state, result, created_at, active_at, launched_at, read_at FROM game_account
WHERE member = $1 ORDER BY provider;
