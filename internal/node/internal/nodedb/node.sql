-- name: Say :exec
INSERT INTO node_run (number, seen_at, left_at, body) VALUES (@number, @seen_at, 0, @body)
ON CONFLICT (number) DO UPDATE SET seen_at = @seen_at, left_at = 0, body = @body;

-- name: Leave :exec
UPDATE node_run SET left_at = @left_at WHERE number = @number;

-- name: Forget :exec
DELETE FROM node_run WHERE seen_at < @before_at;

-- name: All :many
SELECT * FROM node_run ORDER BY number;
