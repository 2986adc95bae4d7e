-- name: SameHolder :many
-- The other members whose bank account has a holder of the same name: by a key of the name, or by its spelling alone, which is
-- all that a node of the previous version writes. The index of an empty name equals no other.
SELECT member FROM (
    SELECT o.member FROM member m
    JOIN member_holder k ON k.member = m.id
    JOIN member_holder o ON o.holder_key = k.holder_key AND o.member <> m.id
    JOIN member p ON p.id = o.member AND p.holder_from = p.bank_holder_index
    WHERE m.id = @member AND m.holder_from = m.bank_holder_index
    ORDER BY o.member LIMIT @most
) AS by_key
UNION
SELECT member FROM (
    SELECT o.id AS member FROM member m
    JOIN member o ON o.bank_holder_index = m.bank_holder_index AND o.id <> m.id
    WHERE m.id = @member AND m.bank_holder_index <> @nameless
    ORDER BY o.id LIMIT @most
) AS by_spelling
ORDER BY member LIMIT @most;

-- name: MembersByHolder :many
SELECT k.member FROM member_holder k JOIN member m ON m.id = k.member AND m.holder_from = m.bank_holder_index
WHERE k.holder_key = $1 ORDER BY k.member LIMIT $2;

-- name: AddHolder :exec
INSERT INTO member_holder (member, holder_key, spelling) VALUES ($1, $2, $3) ON CONFLICT (member, holder_key) DO NOTHING;

-- name: ForgetHolder :exec
DELETE FROM member_holder WHERE member = $1;

-- name: UnindexedHolders :many
-- Some members whose keys are still to be written. None: all keys are written. The order keeps PostgreSQL
-- on the indexes: it estimates that most members match, and would scan the table for the first.
SELECT id FROM (SELECT m.id FROM member m WHERE m.holder_form < @form ORDER BY m.holder_form LIMIT 1) AS old
UNION SELECT id FROM (SELECT m.id FROM member m WHERE m.holder_from <> m.bank_holder_index ORDER BY m.id LIMIT 1) AS changed;

-- name: TakeOldHolders :many
-- The members after one whose keys are of an older form of names. Their rows stay locked until the keys are written.
UPDATE member SET holder_form = @form, holder_from = bank_holder_index
WHERE id IN (SELECT m.id FROM member m WHERE m.holder_form = @older AND m.id > @after ORDER BY m.id LIMIT @most)
RETURNING id, bank_account_name, bank_holder_index;

-- name: TakeChangedHolders :many
-- Members whose spelling was written without its keys, by a node of the previous version.
UPDATE member SET holder_form = @form, holder_from = bank_holder_index
WHERE id IN (SELECT m.id FROM member m WHERE m.holder_from <> m.bank_holder_index ORDER BY m.id LIMIT @most)
RETURNING id, bank_account_name, bank_holder_index;

-- name: SpeltOtherwise :many
-- Members of a span that share a key with somebody who spells the name differently.
SELECT k.member,
    CAST(COALESCE((SELECT o.member FROM member_holder o WHERE o.holder_key = k.holder_key AND o.spelling < k.spelling
        ORDER BY o.spelling DESC, o.member LIMIT 1), '') AS TEXT) AS one,
    CAST(COALESCE((SELECT o.member FROM member_holder o WHERE o.holder_key = k.holder_key AND o.spelling > k.spelling
        ORDER BY o.spelling, o.member LIMIT 1), '') AS TEXT) AS another
FROM member_holder k
WHERE k.member >= @first AND k.member <= @last AND (
    EXISTS (SELECT 1 FROM member_holder o WHERE o.holder_key = k.holder_key AND o.spelling < k.spelling)
    OR EXISTS (SELECT 1 FROM member_holder o WHERE o.holder_key = k.holder_key AND o.spelling > k.spelling));

-- name: AddHolderCase :exec
INSERT INTO holder_case (id, member, other, state, note, found_at, decided_by, decided_at)
VALUES (@id, @member, @other, 'open', '', @found_at, '', 0) ON CONFLICT (member, other) DO NOTHING;

-- name: HolderCases :many
-- All cases except those of one state. An empty state excludes none.
SELECT * FROM holder_case WHERE state <> @left_out ORDER BY found_at, id LIMIT @most;

-- name: OpenHolderCases :one
SELECT COUNT(*) AS count, CAST(COALESCE(MIN(found_at), 0) AS BIGINT) AS oldest FROM holder_case WHERE state = 'open';

-- name: HolderCase :one
SELECT * FROM holder_case WHERE id = @id;

-- name: CloseHolderCase :execrows
UPDATE holder_case SET state = 'closed', note = @note, decided_by = @decided_by, decided_at = @decided_at
WHERE id = @id AND state = 'open';
