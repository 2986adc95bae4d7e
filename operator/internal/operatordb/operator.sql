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

-- name: OpenProposal :one
SELECT * FROM proposal WHERE action = @action AND subject = @subject AND outcome = '';

-- name: OpenProposals :many
SELECT * FROM proposal WHERE outcome = '' ORDER BY proposed_at LIMIT @most;

-- name: AddProposal :exec
INSERT INTO proposal (id, action, subject, member, amount, reason, evidence, proposed_by, proposed_at, decided_by, decided_at, outcome)
VALUES (@id, @action, @subject, @member, @amount, @reason, @evidence, @proposed_by, @proposed_at, '', 0, '');

-- name: DecideProposal :execrows
UPDATE proposal SET decided_by = @decided_by, decided_at = @decided_at, outcome = @outcome WHERE id = @id AND outcome = '';
