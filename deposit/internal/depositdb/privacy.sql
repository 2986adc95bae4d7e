-- name: PersonalOrders :many
SELECT reference, account, amount, state, reason, created_at, expires_at, ended_at, created_at AS page_at, reference AS page_key FROM qr_order
WHERE member = @member AND created_at <= @at AND (created_at < @at OR reference < @key)
ORDER BY created_at DESC, reference DESC LIMIT @most;

-- name: PersonalArrivals :many
SELECT id, account, channel, reference, amount, state, reason, payer_sealed, paid_at, seen_at, ended_at, seen_at AS page_at, id AS page_key
FROM inflow WHERE member = @member AND seen_at <= @at AND (seen_at < @at OR id < @key)
ORDER BY seen_at DESC, id DESC LIMIT @most;

-- name: PersonalDeclarations :many
SELECT reference, amount, state, reason, created_at, ended_at, created_at AS page_at, reference AS page_key FROM declaration
WHERE member = @member AND created_at <= @at AND (created_at < @at OR reference < @key)
ORDER BY created_at DESC, reference DESC LIMIT @most;

-- name: PersonalSlips :many
SELECT id, state, reason, bank, account, amount, paid_at, uploaded_at, number AS page_at FROM slip
WHERE member = @member AND number < @number ORDER BY number DESC LIMIT @most;

-- name: PersonalLinks :many
SELECT reference, account, state, amount, reason, created_at, ended_at, created_at AS page_at, reference AS page_key FROM wallet_link
WHERE member = @member AND created_at <= @at AND (created_at < @at OR reference < @key)
ORDER BY created_at DESC, reference DESC LIMIT @most;

-- name: PicturesOf :many
SELECT picture FROM slip WHERE member = $1 AND picture <> '';

-- name: ErasePictures :exec
UPDATE slip SET picture = '' WHERE member = $1 AND picture <> '';

-- name: EndArrivalDocuments :execrows
-- By the index of members and times; '' is the member of what nobody claimed.
UPDATE inflow SET payer_sealed = '', payer_index = '' WHERE id IN (
    SELECT i.id FROM inflow i WHERE i.member >= sqlc.arg(first_member) AND i.member <= sqlc.arg(last_member) AND i.seen_at < sqlc.arg(before)
    AND i.payer_sealed <> '' AND i.ended_at < sqlc.arg(before) AND i.state NOT IN ('held', 'unmatched') LIMIT sqlc.arg(most));

-- name: EndDeclarationDocuments :execrows
UPDATE declaration SET reason = '' WHERE reference IN (
    SELECT d.reference FROM declaration d WHERE d.member >= sqlc.arg(first_member) AND d.member <= sqlc.arg(last_member)
    AND d.created_at < sqlc.arg(before) AND d.reason <> '' AND d.ended_at > 0 AND d.ended_at < sqlc.arg(before) LIMIT sqlc.arg(most));

-- name: EndSlipDocuments :execrows
UPDATE slip SET payload = '', reference = '', transfer_sealed = '', verifier = '' WHERE id IN (
    SELECT s.id FROM slip s WHERE s.member >= sqlc.arg(first_member) AND s.member <= sqlc.arg(last_member)
    AND s.updated_at < sqlc.arg(before) AND s.payload || s.reference || s.transfer_sealed || s.verifier <> ''
    AND s.state IN ('credited', 'failed') LIMIT sqlc.arg(most));

-- name: EndLinkDocuments :execrows
UPDATE wallet_link SET said = '' WHERE reference IN (
    SELECT l.reference FROM wallet_link l WHERE l.member >= sqlc.arg(first_member) AND l.member <= sqlc.arg(last_member)
    AND l.said <> '' AND l.ended_at > 0 AND l.ended_at < sqlc.arg(before) LIMIT sqlc.arg(most));

-- name: EndLineDocuments :execrows
-- Lines of statements that could not be read; there are few.
UPDATE feed_case SET raw_sealed = '', note = '' WHERE id IN (
    SELECT c.id FROM feed_case c WHERE c.ended_at > 0 AND c.ended_at < sqlc.arg(before) AND c.raw_sealed <> '' LIMIT sqlc.arg(most));
