-- name: EraseNotes :exec
DELETE FROM member_note WHERE member = $1;
