-- name: Setting :one
SELECT body FROM bonus_setting WHERE id = 1;

-- name: SetSetting :exec
INSERT INTO bonus_setting (id, body, updated_at) VALUES (1, @body, @updated_at)
ON CONFLICT (id) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at;

-- name: Campaign :one
SELECT * FROM campaign WHERE source = @source AND code = @code;

-- name: Campaigns :many
SELECT * FROM campaign WHERE source = @source ORDER BY position, code;

-- name: AllCampaigns :many
SELECT * FROM campaign ORDER BY source, position, code;

-- name: PutCampaign :exec
-- grants and spent stay as they are.
INSERT INTO campaign (source, code, body, open, position, grants, spent, updated_at)
VALUES (@source, @code, @body, TRUE, @position, 0, 0, @updated_at)
ON CONFLICT (source, code) DO UPDATE
SET body = excluded.body, open = TRUE, position = excluded.position, updated_at = excluded.updated_at;

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

-- name: AddCondition :exec
INSERT INTO bonus_condition (id, operation, member, source, campaign, state, terms, credit, matched, deposit, base, own, wallet_at,
                             required, outcome, due, returned, grant_transfer, finish_transfer, granted_at, expires_at, ended_at, undone_at)
VALUES (@id, @operation, @member, @source, @campaign, @state, @terms, @credit, @matched, @deposit, @base, @own, @wallet_at,
        @required, '', 0, 0, @grant_transfer, 0, @granted_at, @expires_at, @ended_at, 0);

-- name: ConditionByID :one
SELECT * FROM bonus_condition WHERE id = @id;

-- name: ConditionByOperation :one
SELECT * FROM bonus_condition WHERE operation = @operation;

-- name: ConditionByEnd :one
-- The condition that a call has ended.
SELECT * FROM bonus_condition WHERE end_operation = @end_operation AND end_operation <> '';

-- name: EndedByCall :execrows
-- No row: another call has ended it.
UPDATE bonus_condition SET end_operation = @end_operation WHERE id = @id AND end_operation = '';

-- name: ActiveCondition :one
-- The condition that is active or ending.
SELECT * FROM bonus_condition WHERE member = @member AND state IN ('active', 'ending');

-- name: LastCondition :one
SELECT * FROM bonus_condition WHERE member = @member ORDER BY granted_at DESC, id DESC LIMIT 1;

-- name: ConditionsOf :many
SELECT * FROM bonus_condition WHERE member = @member ORDER BY granted_at DESC, id DESC LIMIT @most;

-- name: ConditionMatching :one
-- The condition that matched an arrival.
SELECT * FROM bonus_condition WHERE matched = @matched AND matched <> '';

-- name: PromotionReceived :one
-- Whether the member ever received the promotion. A grant that was undone counts too.
SELECT COUNT(*) FROM bonus_condition WHERE member = @member AND campaign = @campaign AND source = 'promotion';

-- name: Received :many
-- The member's grants that still count, newest first.
SELECT id, campaign, state, granted_at FROM bonus_condition
WHERE member = @member AND source = @source AND undone_at = 0 AND state <> 'reversed'
ORDER BY granted_at DESC, id DESC;

-- name: CountReceived :one
SELECT COUNT(*) FROM bonus_condition
WHERE member = @member AND source = @source AND campaign = @campaign AND granted_at >= @since AND undone_at = 0 AND state <> 'reversed';

-- name: ConditionsOfTransfers :many
-- The conditions granted or finished by a transfer in a range: a page of the statement.
SELECT * FROM bonus_condition
WHERE member = @member AND (grant_transfer BETWEEN CAST(@first AS BIGINT) AND CAST(@last AS BIGINT)
                            OR finish_transfer BETWEEN CAST(@first AS BIGINT) AND CAST(@last AS BIGINT));

-- name: BeginEnd :execrows
-- No row: it is not active any more.
UPDATE bonus_condition SET state = 'ending', outcome = @outcome, due = @due, ending_at = @ending_at WHERE id = @id AND state = 'active';

-- name: EndCondition :execrows
-- No row: it has ended since it was read.
UPDATE bonus_condition
SET state = @state, outcome = '', due = 0, returned = @returned, finish_transfer = @finish_transfer, ended_at = @ended_at
WHERE id = @id AND state = @seen_state;

-- name: UndoCondition :execrows
-- For a condition whose deposit was taken back. If it had ended before, its state stays. No row: it is undone already, or has
-- changed since it was read.
UPDATE bonus_condition
SET state = @state, outcome = '', due = 0, returned = @returned, finish_transfer = @finish_transfer, ended_at = @ended_at,
    undone_at = @undone_at
WHERE id = @id AND state = @seen_state AND undone_at = 0;

-- name: Ending :many
SELECT * FROM bonus_condition WHERE state = 'ending' ORDER BY expires_at, id LIMIT @most;

-- name: Expired :many
-- Active conditions whose time is over if no outage is added.
SELECT * FROM bonus_condition WHERE state = 'active' AND expires_at <= @now ORDER BY expires_at, id LIMIT @most;

-- name: CountLive :many
SELECT state, COUNT(*) AS conditions, CAST(COALESCE(MIN(NULLIF(ending_at, 0)), 0) AS BIGINT) AS ending_since FROM bonus_condition
WHERE state IN ('active', 'ending') GROUP BY state ORDER BY state;

-- name: CountLiveByCampaign :many
SELECT source, campaign, COUNT(*) AS conditions FROM bonus_condition
WHERE state IN ('active', 'ending') GROUP BY source, campaign ORDER BY source, campaign;

-- name: CreditsOf :one
-- What a member was granted, less what went back.
SELECT CAST(COALESCE(SUM(credit - returned), 0) AS BIGINT) FROM bonus_condition WHERE member = @member;

-- name: CountLiveSince :one
-- Conditions that are active or ending, or ended after a time.
SELECT COUNT(*) FROM bonus_condition
WHERE member = @member AND (state IN ('active', 'ending') OR state <> 'free' AND ended_at > @since);

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
