-- name: Operator :one
SELECT * FROM operator WHERE name = @name;

-- name: Operators :many
SELECT * FROM operator ORDER BY name;

-- name: CountOperators :one
SELECT COUNT(*) FROM operator;

-- name: AddOperator :execrows
INSERT INTO operator (name, role, member, active, created_at, effective_at)
VALUES (@name, @role, @member, TRUE, @created_at, @effective_at) ON CONFLICT (name) DO NOTHING;

-- name: DisableOperator :execrows
UPDATE operator SET active = FALSE WHERE name = @name AND active;
