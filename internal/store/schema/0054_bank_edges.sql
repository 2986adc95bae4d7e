-- +goose Up

-- Only what the issuer refused counts towards the hour for which a form of wallet links closes; a text without a link, a voucher of
-- under two baht, or one that is in our books already is no guess.
ALTER TABLE wallet_link ADD COLUMN guess BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE wallet_link SET guess = TRUE
WHERE state = 'refused' AND said <> '' AND reason IN ('TRUELINK_INVALID', 'TRUELINK_DUPLICATE');

-- +goose Down
ALTER TABLE wallet_link DROP COLUMN guess;
