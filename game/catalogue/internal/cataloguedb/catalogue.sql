-- name: Games :many
-- With the moment since which its provider is stopped; 0: it is not.
SELECT sqlc.embed(game), CAST(COALESCE(b.stopped_at, 0) AS BIGINT) AS checked_since
FROM game LEFT JOIN system_brake b ON b.system = 'provider:' || game.provider
ORDER BY game.position, game.code;

-- name: OpenGame :one
SELECT sqlc.embed(game), CAST(COALESCE(b.stopped_at, 0) AS BIGINT) AS checked_since
FROM game LEFT JOIN system_brake b ON b.system = 'provider:' || game.provider
WHERE game.code = $1 AND game.state <> 'closed';

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

-- name: CloseGames :execrows
-- One game, or all of a provider.
UPDATE game SET state = 'closing', updated_at = @updated_at WHERE state = 'open' AND (code = @code OR provider = @provider);

-- name: AdoptFamily :execrows
UPDATE game SET family = $2, updated_at = $3 WHERE provider = $1 AND family <> $2;
