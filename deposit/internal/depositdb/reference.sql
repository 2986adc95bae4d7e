-- name: MemberOfReference :one
-- Whose a reference is, whatever of this area gave it out, or whose an arrival is, by its ID.
SELECT q.member FROM qr_order q WHERE q.reference = @reference
UNION ALL SELECT l.member FROM wallet_link l WHERE l.reference = @reference
UNION ALL SELECT d.member FROM declaration d WHERE d.reference = @reference
UNION ALL SELECT s.member FROM slip s WHERE s.id = @reference
UNION ALL SELECT i.member FROM inflow i WHERE i.id = @reference
UNION ALL SELECT i.member FROM inflow i WHERE i.reference = @reference
LIMIT 1;

-- name: NewestSlips :many
-- The member's slips below a number, newest first.
SELECT * FROM slip WHERE member = @member AND number < @before ORDER BY number DESC LIMIT @most;
