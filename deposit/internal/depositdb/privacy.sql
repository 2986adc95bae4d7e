-- name: PersonalOrders :many
SELECT reference, account, amount, state, reason, created_at, expires_at, ended_at FROM qr_order
WHERE member = $1 ORDER BY created_at DESC LIMIT $2;

-- name: PersonalArrivals :many
SELECT id, account, channel, reference, amount, state, reason, payer_sealed, paid_at, seen_at, ended_at FROM inflow
WHERE member = $1 ORDER BY seen_at DESC LIMIT $2;

-- name: PersonalDeclarations :many
SELECT reference, amount, state, reason, created_at, ended_at FROM declaration
WHERE member = $1 ORDER BY created_at DESC LIMIT $2;

-- name: PersonalSlips :many
SELECT id, state, reason, bank, account, amount, paid_at, uploaded_at FROM slip
WHERE member = $1 ORDER BY number DESC LIMIT $2;

-- name: PersonalLinks :many
SELECT reference, account, state, amount, reason, created_at, ended_at FROM wallet_link
WHERE member = $1 ORDER BY ended_at DESC LIMIT $2;

-- name: PicturesOf :many
SELECT picture FROM slip WHERE member = $1 AND picture <> '';

-- name: ErasePictures :exec
UPDATE slip SET picture = '' WHERE member = $1 AND picture <> '';
