-- name: InReview :one
-- It is 0 or 1.
SELECT COUNT(*) FROM (SELECT 1 FROM withdrawal WHERE member = @member AND state = 'review' LIMIT 1) AS waits;

-- name: ApprovedByPersonAt :one
-- When a person approved a withdrawal of a member last; 0: never.
SELECT CAST(COALESCE(MAX(approved_at), 0) AS BIGINT) FROM withdrawal WHERE member = @member AND NOT automatic;
