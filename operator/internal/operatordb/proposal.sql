-- name: Proposal :one
SELECT * FROM proposal WHERE id = @id;

-- name: LockProposal :one
UPDATE proposal SET outcome = outcome WHERE id = @id RETURNING *;

-- name: LockLive :one
UPDATE proposal SET outcome = outcome WHERE action = @action AND subject = @subject AND outcome IN ('', 'scheduled') RETURNING *;

-- name: AddProposal :execrows
INSERT INTO proposal (id, action, subject, member, amount, reason, evidence, proposed_by, proposed_at, decided_by, decided_at, outcome,
    request, fingerprint, facts, says, expires_at)
VALUES (@id, @action, @subject, @member, @amount, @reason, @evidence, @proposed_by, @proposed_at, '', 0, '',
    @request, @fingerprint, @facts, @says, @expires_at)
ON CONFLICT DO NOTHING;

-- name: ApproveProposal :execrows
UPDATE proposal SET outcome = @outcome, approved_by = @approved_by, approved_at = @approved_at, approved_reason = @approved_reason,
    approved_evidence = @approved_evidence, effective_at = @effective_at, decided_by = @decided_by, decided_at = @decided_at
WHERE id = @id AND outcome = '';

-- name: EndProposal :execrows
UPDATE proposal SET outcome = @outcome, decided_by = @decided_by, decided_at = @decided_at, ended_why = @ended_why
WHERE id = @id AND outcome = @from_outcome;

-- name: ExpiredProposals :many
SELECT id FROM proposal WHERE outcome = '' AND expires_at > 0 AND expires_at <= @now ORDER BY proposed_at, id LIMIT @most;

-- name: DueProposals :many
SELECT * FROM proposal WHERE outcome = 'scheduled' AND effective_at <= @now ORDER BY proposed_at, id LIMIT @most;

-- name: ProposalsWith :many
-- Those that an operator proposed or approved and that are not in force yet.
SELECT id FROM proposal
WHERE outcome = '' AND proposed_by = @name OR outcome = 'scheduled' AND (proposed_by = @name OR approved_by = @name)
ORDER BY proposed_at, id;

-- name: OldestProposals :many
SELECT * FROM proposal
WHERE outcome = @outcome AND proposed_at >= @after_at AND (proposed_at > @after_at OR id > @after_id)
  AND proposed_at >= @since_at AND proposed_at < @until_at
  AND (proposed_by = @proposed_by OR @proposed_by = '') AND (proposed_by <> @waits_for OR @waits_for = '')
  AND (action = @action OR @action = '') AND (member = @member OR @member = '')
ORDER BY proposed_at, id LIMIT @most;

-- name: NewestProposals :many
SELECT * FROM proposal
WHERE proposed_at <= @before_at AND (proposed_at < @before_at OR id < @before_id)
  AND proposed_at >= @since_at AND proposed_at < @until_at
  AND (proposed_by = @proposed_by OR @proposed_by = '') AND (outcome = @outcome OR @outcome = 'any')
  AND (action = @action OR @action = '') AND (member = @member OR @member = '')
ORDER BY proposed_at DESC, id DESC LIMIT @most;

-- name: EraseProposals :exec
UPDATE proposal SET reason = '', evidence = '', request = CASE WHEN outcome = '' THEN request ELSE '' END, facts = '', says = '',
    approved_reason = '', approved_evidence = '', ended_why = ''
WHERE member = @member AND member <> '';
