-- name: Answer :one
SELECT scope, request, run, operation, leased_to, status, body, expires_at FROM http_answer WHERE scope = $1;

-- name: Begin :execrows
INSERT INTO http_answer (scope, request, run, operation, leased_to, status, body, expires_at)
VALUES (@scope, @request, @run, @operation, @leased_to, 0, '', @expires_at)
ON CONFLICT (scope) DO NOTHING;

-- name: TakeOver :execrows
UPDATE http_answer
SET request = @request, run = @run, operation = @operation, leased_to = @leased_to, status = 0, body = '', expires_at = @expires_at
WHERE scope = @scope AND run = @former_run;

-- name: Finish :execrows
UPDATE http_answer SET leased_to = 0, status = @status, body = @body, expires_at = @expires_at
WHERE scope = @scope AND run = @run;

-- name: Forget :exec
DELETE FROM http_answer WHERE scope = @scope AND run = @run;

-- name: Keep :exec
INSERT INTO http_answer (scope, request, run, operation, leased_to, status, body, expires_at)
VALUES (@scope, @request, @run, @operation, 0, @status, @body, @expires_at)
ON CONFLICT (scope) DO NOTHING;

-- name: EndLeases :exec
UPDATE http_answer SET leased_to = 1 WHERE leased_to > 1;

-- name: Sweep :execrows
DELETE FROM http_answer WHERE expires_at < @before AND leased_to < @before;

-- name: KeepSecret :exec
INSERT INTO demo_secret (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING;

-- name: Secret :one
SELECT value FROM demo_secret WHERE name = $1;
