-- name: DevicesAfter :many
-- Members and their devices, in order.
SELECT d.device, d.member FROM device d
WHERE d.device >= @key AND (d.device > @key OR d.member > @after)
ORDER BY d.device, d.member LIMIT @most;

-- name: DeviceMembers :one
-- How many members have a device, at most so many.
SELECT COUNT(*) FROM (SELECT c.member FROM device c WHERE c.device = @device LIMIT @counted) AS few;

-- name: DevicesOf :many
-- A member's devices, each with how many have it, at most so many.
SELECT d.device, CAST((SELECT COUNT(*) FROM
    (SELECT c.member FROM device c WHERE c.device = d.device LIMIT @counted) AS few) AS BIGINT) AS members
FROM device d WHERE d.member = @member ORDER BY d.last_at DESC, d.device LIMIT @most;

-- name: MembersOfDevice :many
SELECT d.member, d.first_at, d.last_at FROM device d
WHERE d.device = @device AND d.member > @after ORDER BY d.member LIMIT @most;

-- name: SharedSince :one
-- When another member and this one came to have a device in common, last; 0: never.
SELECT CAST(COALESCE(MAX(CASE WHEN b.first_at > a.first_at THEN b.first_at ELSE a.first_at END), 0) AS BIGINT)
FROM device a JOIN device b ON b.device = a.device AND b.member <> a.member WHERE a.member = @member;

-- name: OwnDevices :many
-- A member's devices, those used last first, each with how many have it, at most so many.
SELECT d.device, d.first_at, d.last_at, d.withdrew_at, CAST((SELECT COUNT(*) FROM
    (SELECT c.member FROM device c WHERE c.device = d.device LIMIT @counted) AS few) AS BIGINT) AS members
FROM device d WHERE d.member = @member ORDER BY d.last_at DESC, d.device LIMIT @most;
