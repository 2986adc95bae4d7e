-- name: Campaign :one
SELECT * FROM campaign WHERE source = @source AND code = @code;

-- name: Campaigns :many
SELECT * FROM campaign WHERE source = @source ORDER BY position, code;

-- name: AllCampaigns :many
SELECT * FROM campaign ORDER BY source, position, code;

-- name: PutCampaign :exec
-- grants and spent stay as they are.
INSERT INTO campaign (source, code, body, open, position, grants, spent, updated_at)
VALUES (@source, @code, @body, @open, @position, 0, 0, @updated_at)
ON CONFLICT (source, code) DO UPDATE
SET body = excluded.body, open = excluded.open, position = excluded.position, updated_at = excluded.updated_at;

-- name: CloseCampaign :execrows
UPDATE campaign SET open = FALSE, updated_at = @updated_at WHERE source = @source AND code = @code AND open;

-- name: MoveCampaign :exec
-- Changes its place in the list only: a campaign that an operator closed stays closed.
UPDATE campaign SET position = @position, updated_at = @updated_at WHERE source = @source AND code = @code;

-- name: UnlistCampaign :exec
-- For a campaign that content does not list any more. Position -1 tells it from one that an operator closed: it opens again
-- when content lists it again.
UPDATE campaign SET open = FALSE, position = -1, updated_at = @updated_at WHERE source = @source AND code = @code;

-- name: TakeFromCampaign :execrows
-- No row: it is closed, its quota (0: none) is used up, or its budget is too small.
UPDATE campaign SET grants = grants + 1, spent = spent + @credit
WHERE source = @source AND code = @code AND open
  AND (CAST(@quota AS BIGINT) = 0 OR grants < CAST(@quota AS BIGINT)) AND spent + @credit <= CAST(@budget AS BIGINT);

-- name: GiveBackToCampaign :exec
UPDATE campaign SET spent = spent - @credit WHERE source = @source AND code = @code;
