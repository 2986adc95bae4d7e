-- name: Marks :many
SELECT * FROM credential_mark ORDER BY system;

-- name: Mark :one
SELECT * FROM credential_mark WHERE system = @system;

-- name: SetMark :exec
INSERT INTO credential_mark (system, digest, found, since, proposal) VALUES (@system, @digest, @found, @since, @proposal)
ON CONFLICT (system) DO UPDATE
SET digest = excluded.digest, found = excluded.found, since = excluded.since, proposal = excluded.proposal;
