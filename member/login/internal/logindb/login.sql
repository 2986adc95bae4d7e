-- name: RecordLogin :exec
UPDATE member SET former_login_at = login_at, login_at = $1 WHERE id = $2;

-- name: SeeDevice :exec
INSERT INTO device (member, device, first_at, last_at) VALUES ($1, $2, $3, $3)
ON CONFLICT (member, device) DO UPDATE SET last_at = excluded.last_at;

-- name: KnowsDevice :one
SELECT count(*) FROM device WHERE member = $1 AND device = $2;

-- name: DeviceWithdrew :one
SELECT count(*) FROM device WHERE member = $1 AND device = $2 AND withdrew_at > 0;

-- name: NoteWithdrawal :exec
-- Only for a browser that logged in: otherwise whoever has a session could make a browser of its own known.
UPDATE device SET withdrew_at = $3 WHERE member = $1 AND device = $2 AND withdrew_at = 0;

-- name: SharesDevice :one
SELECT CAST(EXISTS (SELECT 1 FROM device a JOIN device b ON b.device = a.device AND b.member = @other WHERE a.member = @member) AS BOOLEAN);
