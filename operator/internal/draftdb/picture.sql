-- name: Picture :one
SELECT * FROM content_picture WHERE hash = @hash;

-- name: AddPicture :execrows
INSERT INTO content_picture (hash, blob, type, operator, added_at) VALUES (@hash, @blob, @type, @operator, @added_at)
ON CONFLICT (hash) DO NOTHING;
