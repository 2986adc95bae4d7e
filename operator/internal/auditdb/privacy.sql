-- name: PersonalDecisions :many
SELECT at, action, number AS page_at FROM audit
WHERE member = @member AND member <> '' AND number < @number ORDER BY number DESC LIMIT @most;

-- name: EraseTexts :exec
-- The texts of all lines about a member.
UPDATE audit_text SET salt = '', reason = '', evidence = '', erased_by = @erased_by
WHERE erased_by = 0 AND number IN (
    SELECT a.number FROM audit a WHERE a.member = @member AND a.member <> ''
    UNION SELECT b.number FROM audit b WHERE b.subject = @member);

-- name: EraseTextsWithNumber :exec
-- The texts of any line that have a number, however it is written. It reads all texts; they are few beside the ledger's rows.
UPDATE audit_text SET salt = '', reason = '', evidence = '', erased_by = @erased_by
WHERE erased_by = 0 AND REPLACE(REPLACE(REPLACE(reason || ' / ' || evidence, ' ', ''), '-', ''), '.', '') LIKE '%' || CAST(@digits AS TEXT) || '%';

-- name: EraseTextsWithName :exec
-- The texts of any line that have a name. A name may have the signs of LIKE, so it is not one.
UPDATE audit_text SET salt = '', reason = '', evidence = '', erased_by = @erased_by
WHERE erased_by = 0 AND REPLACE(reason || ' / ' || evidence, CAST(@name AS TEXT), '') <> reason || ' / ' || evidence;
