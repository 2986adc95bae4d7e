-- name: Setting :one
SELECT body FROM bonus_setting WHERE id = 1;

-- name: SetSetting :exec
INSERT INTO bonus_setting (id, body, updated_at) VALUES (1, @body, @updated_at)
ON CONFLICT (id) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at;

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

-- name: UnderCondition :one
-- How many conditions of a member are active or ending: at most one.
SELECT COUNT(*) FROM bonus_condition WHERE member = @member AND state IN ('active', 'ending');

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
-- The index of those that live is found by its own words alone on SQLite.
SELECT * FROM bonus_condition WHERE state IN ('active', 'ending') AND state = 'ending' ORDER BY expires_at, id LIMIT @most;

-- name: Expired :many
-- Active conditions whose time is over if no outage is added.
SELECT * FROM bonus_condition WHERE state IN ('active', 'ending') AND state = 'active' AND expires_at <= @now ORDER BY expires_at, id LIMIT @most;

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

-- name: GrantsOf :many
-- What a campaign granted before a place, newest first.
SELECT * FROM bonus_condition
WHERE source = @source AND campaign = @campaign AND granted_at <= @before
  AND (granted_at < @before OR id < CAST(@before_id AS TEXT))
ORDER BY granted_at DESC, id DESC LIMIT @most;

-- name: GrantedByDay :many
-- By days of Bangkok, counted from 1970. A deposit that was taken back brought nothing.
SELECT CAST((granted_at + 25200000000) / 86400000000 AS BIGINT) AS day, COUNT(*) AS grants,
    CAST(COALESCE(SUM(credit), 0) AS BIGINT) AS credit, CAST(COALESCE(SUM(returned), 0) AS BIGINT) AS returned,
    CAST(COALESCE(SUM(CASE WHEN undone_at = 0 THEN deposit ELSE 0 END), 0) AS BIGINT) AS deposits,
    COUNT(CASE WHEN state = 'success' THEN 1 END) AS succeeded, COUNT(CASE WHEN state IN ('active', 'ending') THEN 1 END) AS live
FROM bonus_condition
WHERE source = @source AND campaign = @campaign AND granted_at >= @from_at AND granted_at < @until
GROUP BY 1 ORDER BY 1;
