-- name: AccountsInForce :many
-- With the moment since which the account's system is stopped; 0: it is not.
SELECT sqlc.embed(deposit_account), CAST(COALESCE(b.stopped_at, 0) AS BIGINT) AS checked_since
FROM deposit_account LEFT JOIN system_brake b ON b.system = CASE deposit_account.source
    WHEN 'gateway' THEN 'gateway:' || deposit_account.code WHEN 'issuer' THEN 'links' ELSE 'bank:' || deposit_account.code END
WHERE deposit_account.valid_until = 0 ORDER BY deposit_account.position, deposit_account.code;

-- name: SlipsStopped :one
SELECT CAST(COALESCE((SELECT stopped_at FROM system_brake WHERE system = 'slips'), 0) AS BIGINT);

-- name: AccountInForce :one
SELECT * FROM deposit_account WHERE code = @code AND valid_until = 0;

-- name: AccountsAt :many
SELECT * FROM deposit_account WHERE valid_from <= @at AND (valid_until = 0 OR valid_until > @at) ORDER BY position, code;

-- name: AccountVersions :many
SELECT * FROM deposit_account ORDER BY code, valid_from;

-- name: BankCodes :many
SELECT code, bank_code FROM deposit_account ORDER BY valid_from;

-- name: FeedAccounts :many
SELECT code, account_no, source, valid_from, valid_until FROM deposit_account WHERE code IN (
    SELECT a.code FROM deposit_account a WHERE a.source = 'feed' AND (a.valid_until = 0 OR a.valid_until > @ended_after))
ORDER BY code, valid_from;

-- name: AddAccount :exec
INSERT INTO deposit_account (code, valid_from, valid_until, bank_code, bank_type, mode, source, name_th, name_en, name_lo,
    account_name, account_no, wallet_account_name, currency, qr, qr_minimum, qr_maximum, member_banks, position)
VALUES (@code, @valid_from, 0, @bank_code, @bank_type, @mode, @source, @name_th, @name_en, @name_lo,
    @account_name, @account_no, @wallet_account_name, @currency, @qr, @qr_minimum, @qr_maximum, @member_banks, @position);

-- name: EndAccount :exec
UPDATE deposit_account SET valid_until = @valid_until WHERE code = @code AND valid_until = 0;

-- name: Setting :one
SELECT body FROM deposit_setting WHERE id = 1;

-- name: SetSetting :exec
INSERT INTO deposit_setting (id, body, updated_at) VALUES (1, @body, @updated_at)
ON CONFLICT (id) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at;
