-- name: RaiseVersion :exec
INSERT INTO content_version (id, version) VALUES (1, 1)
ON CONFLICT (id) DO UPDATE SET version = content_version.version + 1;
