-- name: PersonalPlay :many
SELECT provider, round, kind, count, turnover, net, bet_at, settled_at FROM game_play
WHERE member = $1 ORDER BY bet_at DESC LIMIT $2;
