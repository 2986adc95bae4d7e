-- name: Standing :one
SELECT active, password_version FROM member WHERE id = $1;

-- name: SetActive :execrows
UPDATE member SET active = $1 WHERE id = $2;
