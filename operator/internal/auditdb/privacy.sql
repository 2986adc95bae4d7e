-- name: PersonalDecisions :many
SELECT at, action, number AS page_at FROM audit
WHERE member = @member AND member <> '' AND number < @number ORDER BY number DESC LIMIT @most;
