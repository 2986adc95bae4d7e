-- name: Looked :one
SELECT at FROM look WHERE operator = @operator AND action = @action AND subject = @subject;

-- name: Look :execrows
INSERT INTO look (operator, action, subject, at) VALUES (@operator, @action, @subject, @at)
ON CONFLICT (operator, action, subject) DO UPDATE SET at = excluded.at WHERE look.at <= @before OR look.at > excluded.at;

-- name: SweepLooks :execrows
DELETE FROM look WHERE at <= @before;
