-- name: BeginPass :one
UPDATE risk_pass SET begun = begun + 1 WHERE id = 1 RETURNING begun;

-- name: ShowPass :execrows
-- A pass that ends after one that began later is not shown.
UPDATE risk_pass SET shown = sqlc.arg(pass), ended_at = sqlc.arg(at) WHERE id = 1 AND shown < sqlc.arg(pass);

-- name: PassShown :one
SELECT * FROM risk_pass WHERE id = 1;

-- name: AddGroup :exec
INSERT INTO risk_group (pass, way, key, members, lately) VALUES (@pass, @way, @key, @members, @lately) ON CONFLICT DO NOTHING;

-- name: AddInvitee :exec
INSERT INTO risk_invitee (pass, inviter, invitee, depth) VALUES (@pass, @inviter, @invitee, @depth)
ON CONFLICT (pass, inviter, invitee) DO UPDATE SET depth = excluded.depth WHERE excluded.depth < risk_invitee.depth;

-- name: AddRing :exec
INSERT INTO risk_ring (pass, depth, inviter, invitees, linked, earned, deposits)
VALUES (@pass, @depth, @inviter, @invitees, @linked, @earned, @deposits) ON CONFLICT DO NOTHING;

-- name: Above :many
-- Who invited a member, who invited that one, and so on; the member itself is the first.
WITH RECURSIVE above(member, depth) AS (
    SELECT CAST(@member AS TEXT), CAST(0 AS BIGINT)
    UNION ALL
    SELECT i.inviter, a.depth + 1 FROM above a JOIN invite_invitee i ON i.invitee = a.member WHERE a.depth < CAST(@deepest AS BIGINT)
)
SELECT CAST(a.member AS TEXT) AS member, CAST(a.depth AS BIGINT) AS depth FROM above a;

-- name: Below :one
-- How many are invited by a member, by one of those, and so on; at most so many are counted.
WITH RECURSIVE below(member, depth) AS (
    SELECT CAST(@inviter AS TEXT), CAST(0 AS BIGINT)
    UNION ALL
    SELECT i.invitee, b.depth + 1 FROM below b JOIN invite_invitee i ON i.inviter = b.member WHERE b.depth < CAST(@deepest AS BIGINT)
)
SELECT COUNT(*) FROM (SELECT b.member FROM below b WHERE b.depth > 0 LIMIT @counted) AS few;

-- name: RegisteredAt :one
SELECT created_at FROM member WHERE id = @id;

-- name: InvitersAfter :many
SELECT DISTINCT inviter FROM risk_invitee WHERE pass = @pass AND inviter > @after ORDER BY inviter LIMIT @most;

-- name: InviteesOf :many
SELECT invitee, depth FROM risk_invitee WHERE pass = @pass AND inviter = @inviter ORDER BY invitee;

-- name: InviteesShown :many
-- Those of the last whole pass, by their IDs.
SELECT i.invitee, i.depth FROM risk_invitee i
WHERE i.pass = (SELECT p.shown FROM risk_pass p WHERE p.id = 1) AND i.inviter = @inviter AND i.invitee > @after AND i.depth <= @depth
ORDER BY i.invitee LIMIT @most;

-- name: RingsShown :many
SELECT r.* FROM risk_ring r
WHERE r.pass = (SELECT p.shown FROM risk_pass p WHERE p.id = 1) AND r.depth = @depth AND r.earned >= @over
AND (r.linked < @before OR (r.linked = @before AND r.inviter > @after)) ORDER BY r.linked DESC, r.inviter LIMIT @most;

-- name: GroupsShown :many
SELECT g.* FROM risk_group g
WHERE g.pass = (SELECT p.shown FROM risk_pass p WHERE p.id = 1) AND g.way = @way
AND (g.members < @before OR (g.members = @before AND g.key > @after)) ORDER BY g.members DESC, g.key LIMIT @most;

-- name: DropGroups :execrows
DELETE FROM risk_group WHERE (pass, way, key) IN
    (SELECT g.pass, g.way, g.key FROM risk_group g WHERE g.pass < @pass ORDER BY g.pass, g.way, g.key LIMIT @most);

-- name: DropInvitees :execrows
DELETE FROM risk_invitee WHERE (pass, inviter, invitee) IN
    (SELECT i.pass, i.inviter, i.invitee FROM risk_invitee i WHERE i.pass < @pass ORDER BY i.pass, i.inviter, i.invitee LIMIT @most);

-- name: DropRings :execrows
DELETE FROM risk_ring WHERE (pass, depth, inviter) IN
    (SELECT r.pass, r.depth, r.inviter FROM risk_ring r WHERE r.pass < @pass ORDER BY r.pass, r.depth, r.inviter LIMIT @most);
