-- name: RegisteredBy :many
-- How many registered in each part of a time that begins and ends with an hour: by the kept hours, and by members since the mark. A
-- day is one of Bangkok.
SELECT CAST((r.hour + 25200000000) / CAST(sqlc.arg(width) AS BIGINT) * CAST(sqlc.arg(width) AS BIGINT) - 25200000000 AS BIGINT) AS begins,
    CAST(SUM(r.members) AS BIGINT) AS members
FROM (
    SELECT h.hour, h.members FROM registration_hour h WHERE h.hour >= sqlc.arg(first) AND h.hour < sqlc.arg(upto)
    UNION ALL
    SELECT m.created_at / 3600000000 * 3600000000 AS hour, COUNT(*) AS members FROM member m
    WHERE m.created_at >= (SELECT k.upto FROM registration_mark k WHERE k.id = 1)
        AND m.created_at >= sqlc.arg(first) AND m.created_at < sqlc.arg(upto) GROUP BY 1
) AS r
GROUP BY 1 ORDER BY 1;

-- name: RegistrationMark :one
SELECT upto FROM registration_mark WHERE id = 1;

-- name: HoursOfRegistrations :many
SELECT CAST(created_at / 3600000000 * 3600000000 AS BIGINT) AS hour, COUNT(*) AS members FROM member
WHERE created_at >= sqlc.arg(first) AND created_at < sqlc.arg(upto) GROUP BY 1 ORDER BY 1;

-- name: FirstRegisteredSince :one
-- 0: nobody did.
SELECT CAST(COALESCE(MIN(created_at), 0) AS BIGINT) FROM member WHERE created_at >= sqlc.arg(first);

-- name: MoveRegistrationMark :execrows
UPDATE registration_mark SET upto = sqlc.arg(upto) WHERE id = 1 AND upto = sqlc.arg(was);

-- name: KeepRegistrationHour :exec
INSERT INTO registration_hour (hour, members) VALUES (@hour, @members);
