-- Members by their own name: a blind index of its normal form.

-- name: MembersNamed :many
SELECT k.member FROM member_name k JOIN member m ON m.id = k.member AND m.name_from = m.name
WHERE k.name_key = $1 ORDER BY k.member LIMIT $2;

-- name: AddNameKey :exec
INSERT INTO member_name (member, name_key) VALUES ($1, $2) ON CONFLICT (member, name_key) DO NOTHING;

-- name: ForgetNameKeys :exec
DELETE FROM member_name WHERE member = $1;

-- name: UnindexedNames :many
-- Some members whose keys are still to be written. None: all keys are written. The order keeps PostgreSQL
-- on the indexes: it estimates that most members match, and would scan the table for the first.
SELECT id FROM (SELECT m.id FROM member m WHERE m.name_form < @form ORDER BY m.name_form LIMIT 1) AS old
UNION SELECT id FROM (SELECT m.id FROM member m WHERE m.name_from <> m.name ORDER BY m.id LIMIT 1) AS changed;

-- name: TakeOldNames :many
-- The members after one whose keys are of an older form of names. Their rows stay locked until the keys are written.
UPDATE member SET name_form = @form, name_from = name
WHERE id IN (SELECT m.id FROM member m WHERE m.name_form = @older AND m.id > @after ORDER BY m.id LIMIT @most)
RETURNING id, name;

-- name: TakeChangedNames :many
-- Members whose name was written without its keys, by a node of the version before.
UPDATE member SET name_form = @form, name_from = name
WHERE id IN (SELECT m.id FROM member m WHERE m.name_from <> m.name ORDER BY m.id LIMIT @most)
RETURNING id, name;
