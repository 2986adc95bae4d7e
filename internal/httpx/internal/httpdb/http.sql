-- name: Answer :one
SELECT scope, request, run, operation, leased_to, status, body, expires_at, kept FROM http_answer WHERE scope = $1;

-- name: Begin :execrows
INSERT INTO http_answer (scope, request, run, operation, leased_to, status, body, expires_at)
VALUES (@scope, @request, @run, @operation, @leased_to, 0, '', @expires_at)
ON CONFLICT (scope) DO NOTHING;

-- name: TakeOver :execrows
UPDATE http_answer
SET request = @request, run = @run, operation = @operation, leased_to = @leased_to, status = 0, body = '', expires_at = @expires_at
WHERE scope = @scope AND run = @former_run;

-- name: Finish :execrows
UPDATE http_answer SET leased_to = 0, status = @status, body = @body, expires_at = @expires_at, kept = @kept
WHERE scope = @scope AND run = @run;

-- name: Forget :exec
DELETE FROM http_answer WHERE scope = @scope AND run = @run;

-- name: Keep :exec
INSERT INTO http_answer (scope, request, run, operation, leased_to, status, body, expires_at, kept)
VALUES (@scope, @request, @run, @operation, 0, @status, @body, @expires_at, @kept)
ON CONFLICT (scope) DO NOTHING;

-- name: EndLeases :exec
UPDATE http_answer SET leased_to = 1 WHERE leased_to > 1;

-- name: Sweep :execrows
DELETE FROM http_answer WHERE expires_at < @before AND leased_to < @before;

-- name: UnkeyedAnswers :many
SELECT scope, request FROM http_answer WHERE length(request) <> 67 ORDER BY scope LIMIT $1;

-- name: KeyAnswer :exec
UPDATE http_answer SET request = @keyed WHERE scope = @scope AND request = @request;

-- name: Writable :exec
INSERT INTO writable (node, written_at) VALUES (sqlc.arg(node), sqlc.arg(now))
ON CONFLICT (node) DO UPDATE SET written_at = excluded.written_at;

-- name: SweepWritable :exec
-- The rows of nodes that are gone. A node that is not gone writes its row again.
DELETE FROM writable WHERE written_at < sqlc.arg(before);
