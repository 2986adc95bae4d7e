-- name: LockMember :one
INSERT INTO coin_member (member, changes, rest, played, owed) VALUES (@member, 1, 0, 0, 0)
ON CONFLICT (member) DO UPDATE SET changes = coin_member.changes + 1
RETURNING *;

-- name: WaitForMember :exec
-- LockMember for who does not need the row.
INSERT INTO coin_member (member, changes, rest, played, owed) VALUES (@member, 1, 0, 0, 0)
ON CONFLICT (member) DO UPDATE SET changes = coin_member.changes + 1;

-- name: EarnFacts :one
-- What the coins of a deposit depend on, in one round trip. granted: this one was granted before. other: another one was.
-- A source is compared so that no index can: a server that has not counted the rows would read the index of all members' grants.
SELECT CAST(COALESCE((SELECT s.body FROM coin_setting s WHERE s.id = 1), '') AS TEXT) AS settings,
    CAST(EXISTS (SELECT 1 FROM coin_grant g WHERE g.source = @source AND g.reference = @reference) AS BOOLEAN) AS granted,
    CAST(EXISTS (SELECT 1 FROM coin_grant g WHERE g.member = @member AND g.source || '' = @source) AS BOOLEAN) AS other,
    CAST((SELECT COALESCE(SUM(g.coins), 0) FROM coin_grant g
        WHERE g.member = @member AND g.source || '' = @source AND g.granted_at >= @since AND g.undone_at = 0) AS BIGINT) AS today,
    CAST(COALESCE(MAX(m.rest), 0) AS BIGINT) AS rest, CAST(COALESCE(MAX(m.owed), 0) AS BIGINT) AS owed
FROM coin_member m WHERE m.member = @member;

-- name: SetMember :exec
UPDATE coin_member SET rest = @rest, played = @played, owed = @owed WHERE member = @member;

-- name: SetEarned :exec
-- The first deposit on SQLite finds no row: nothing but a lock would have added it.
INSERT INTO coin_member (member, changes, rest, played, owed) VALUES (@member, 1, @rest, 0, @owed)
ON CONFLICT (member) DO UPDATE SET rest = excluded.rest, owed = excluded.owed;

-- name: AddGrant :exec
INSERT INTO coin_grant (id, member, source, reference, coins, pending, usable, spent, cancelled, taken, worth, granted_at, expires_at, undone_at)
VALUES (@id, @member, @source, @reference, @coins, @pending, @usable, @spent, 0, 0, @worth, @granted_at, @expires_at, 0)
ON CONFLICT (source, reference) DO NOTHING;

-- name: GrantOf :one
SELECT * FROM coin_grant WHERE source = @source AND reference = @reference;

-- name: LiveGrants :many
SELECT * FROM coin_grant WHERE member = @member AND pending + usable > 0 AND expires_at > @now
ORDER BY granted_at, id;

-- name: SetGrant :exec
UPDATE coin_grant SET pending = @pending, usable = @usable, spent = @spent, cancelled = @cancelled, taken = @taken, undone_at = @undone_at
WHERE id = @id;

-- name: Balance :one
SELECT CAST(COALESCE(SUM(usable), 0) AS BIGINT) AS usable, CAST(COALESCE(SUM(pending), 0) AS BIGINT) AS pending
FROM coin_grant WHERE member = @member AND pending + usable > 0 AND expires_at > @now;

-- name: Setting :one
SELECT body FROM coin_setting WHERE id = 1;

-- name: SetSetting :exec
INSERT INTO coin_setting (id, body, updated_at) VALUES (1, @body, @updated_at)
ON CONFLICT (id) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at;

-- name: TableInForce :one
SELECT * FROM wheel_table WHERE valid_until = 0;

-- name: Table :one
SELECT * FROM wheel_table WHERE version = @version;

-- name: Tables :many
SELECT * FROM wheel_table ORDER BY version;

-- name: TablesBefore :many
-- Newest first; 0: from the newest on.
SELECT * FROM wheel_table WHERE CAST(@before AS BIGINT) = 0 OR version < CAST(@before AS BIGINT) ORDER BY version DESC LIMIT @most;

-- name: LastVersion :one
SELECT CAST(COALESCE(MAX(version), 0) AS BIGINT) FROM wheel_table;

-- name: EndTable :execrows
UPDATE wheel_table SET valid_until = @now WHERE valid_until = 0;

-- name: AddTable :exec
INSERT INTO wheel_table (version, body, valid_from, valid_until) VALUES (@version, @body, @valid_from, 0);

-- name: SeedInUse :one
SELECT * FROM wheel_seed WHERE member = @member AND revealed_at = 0;

-- name: Seed :one
SELECT * FROM wheel_seed WHERE member = @member AND number = @number;

-- name: LastSeed :one
-- The number of the member's last seed; 0 if there is none.
SELECT CAST(COALESCE(MAX(number), 0) AS BIGINT) FROM wheel_seed WHERE member = @member;

-- name: AddSeed :exec
INSERT INTO wheel_seed (member, number, sealed, hash, client, nonces, created_at, revealed_at, next_sealed, next_hash)
VALUES (@member, @number, @sealed, @hash, @client, 0, @created_at, 0, @next_sealed, @next_hash);

-- name: PromiseSeed :execrows
-- No row: the next seed was made before.
UPDATE wheel_seed SET next_sealed = @next_sealed, next_hash = @next_hash
WHERE member = @member AND number = @number AND next_hash = '' AND revealed_at = 0;

-- name: UseNonce :execrows
-- No row: the nonce is used, or the seed is replaced.
UPDATE wheel_seed SET nonces = nonces + 1 WHERE member = @member AND number = @number AND nonces = @nonce AND revealed_at = 0;

-- name: RevealSeed :execrows
UPDATE wheel_seed SET revealed_at = @now, end_operation = @end_operation
WHERE member = @member AND number = @number AND revealed_at = 0;

-- name: SeedByEnd :one
-- The seed that a call has replaced.
SELECT * FROM wheel_seed WHERE end_operation = @end_operation AND end_operation <> '';

-- name: Seeds :many
-- Newest first.
SELECT * FROM wheel_seed WHERE member = @member ORDER BY number DESC LIMIT @most;

-- name: AddDraw :exec
INSERT INTO wheel_draw (member, seed, nonce, operation, table_version, slice, coupon, coins_left, drawn_at)
VALUES (@member, @seed, @nonce, @operation, @table_version, @slice, @coupon, @coins_left, @drawn_at);

-- name: DrawByOperation :one
SELECT * FROM wheel_draw WHERE operation = @operation;

-- name: DrawsOfSeed :many
SELECT * FROM wheel_draw WHERE member = @member AND seed = @seed ORDER BY nonce LIMIT @most;

-- name: CountDraws :many
SELECT table_version, slice, COUNT(*) AS draws FROM wheel_draw GROUP BY table_version, slice ORDER BY table_version, slice;

-- name: CountDrawsOf :many
SELECT slice, COUNT(*) AS draws FROM wheel_draw WHERE table_version = @table_version GROUP BY slice ORDER BY slice;

-- name: AddCoupon :exec
INSERT INTO coupon (id, member, kind, slice, amount, bonus, state, operation, created_at, expires_at, ended_at)
VALUES (@id, @member, @kind, @slice, @amount, @bonus, 'open', '', @created_at, @expires_at, 0);

-- name: Coupon :one
SELECT * FROM coupon WHERE id = @id;

-- name: CouponByOperation :one
SELECT * FROM coupon WHERE operation = @operation AND operation <> '';

-- name: OpenCoupons :many
-- Newest first.
SELECT * FROM coupon WHERE member = @member AND state = 'open' AND expires_at > @now ORDER BY created_at DESC, id;

-- name: EndCoupon :execrows
-- No row: the coupon was claimed or has expired before.
UPDATE coupon SET state = @state, operation = @operation, ended_at = @now WHERE id = @id AND state = 'open';

-- name: ExpiredCoupons :many
SELECT * FROM coupon WHERE state = 'open' AND expires_at <= @now ORDER BY expires_at, id LIMIT @most;

-- name: SumOpenCoupons :many
-- The coupons that are neither claimed nor expired, by kind. worth is in satang, or in coins for kind coin.
SELECT kind, COUNT(*) AS coupons, CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS worth FROM coupon WHERE state = 'open' GROUP BY kind ORDER BY kind;

-- name: SumPrizes :one
-- The money of the prizes drawn since a time: it counts against the day's budget.
SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM coupon WHERE kind IN ('cash', 'bonus') AND created_at >= @since;
