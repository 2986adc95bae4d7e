-- name: Operator :one
SELECT * FROM operator WHERE name = @name;

-- name: Operators :many
SELECT * FROM operator ORDER BY name;

-- name: CountOperators :one
SELECT COUNT(*) FROM operator;

-- name: AddOperator :execrows
INSERT INTO operator (name, role, member, active, created_at, effective_at)
VALUES (@name, @role, @member, TRUE, @created_at, @effective_at) ON CONFLICT (name) DO NOTHING;

-- name: LockOperator :one
UPDATE operator SET role = role WHERE name = @name RETURNING *;

-- name: DisableOperator :exec
UPDATE operator SET active = FALSE WHERE name = @name;

-- name: SetRole :exec
UPDATE operator SET role = @role WHERE name = @name;

-- name: SetMember :exec
UPDATE operator SET member = @member WHERE name = @name;

-- name: Standing :one
-- Whether an operator may act, and the stamp of its secrets; 0 while it has none.
SELECT o.active, o.effective_at, COALESCE(s.stamp, 0) AS stamp
FROM operator o LEFT JOIN operator_secret s ON s.operator = o.name WHERE o.name = @name;

-- name: CountChiefs :one
SELECT COUNT(*) FROM operator WHERE active AND role = 'chief';

-- name: OperatorOfToken :one
-- Who a system is by its token. What is not to be decided by whoever made the token is not to be decided by it.
SELECT t.role, t.made_at, t.ends_at, t.ended_at, COALESCE(o.member, '') AS member
FROM operator_token t LEFT JOIN operator o ON o.name = t.made_by WHERE t.id = @id;

-- name: SubjectHolder :one
SELECT operator FROM operator_subject WHERE issuer = @issuer AND subject = @subject;

-- name: SubjectOf :one
SELECT subject FROM operator_subject WHERE operator = @operator AND issuer = @issuer;

-- name: DropSubject :exec
DELETE FROM operator_subject WHERE operator = @operator;

-- name: AddSubject :execrows
INSERT INTO operator_subject (operator, issuer, subject, linked_at) VALUES (@operator, @issuer, @subject, @linked_at)
ON CONFLICT (issuer, subject) DO NOTHING;
