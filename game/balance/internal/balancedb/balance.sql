-- name: PutRefresh :exec
INSERT INTO game_refresh (member, at) VALUES ($1, $2) ON CONFLICT (member) DO UPDATE SET at = excluded.at;

-- name: RefreshOf :one
SELECT at FROM game_refresh WHERE member = $1;
