-- +goose Up

-- Only what the issuer refused counts towards the hour for which a form of wallet links closes; a text without a link, a voucher of
-- under two baht, or one that is in our books already is no guess.
ALTER TABLE wallet_link ADD COLUMN guess BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE wallet_link SET guess = TRUE
WHERE state = 'refused' AND said <> '' AND reason IN ('TRUELINK_INVALID', 'TRUELINK_DUPLICATE');

-- A slip of money that is in the member's wallet by another channel already (a QR payment): which arrival that is.
ALTER TABLE slip ADD COLUMN inflow TEXT NOT NULL DEFAULT '';
CREATE INDEX slip_inflow ON slip (inflow) WHERE inflow <> '';

-- The most that a code may be for; 0: the channel's own default.
ALTER TABLE deposit_account ADD COLUMN qr_maximum BIGINT NOT NULL DEFAULT 0;

-- A withdrawal in review that waits only for something that passes (a total, a name inquiry) is judged again when it has passed,
-- unless an operator opened it: then it is decided by a person.
ALTER TABLE withdrawal ADD COLUMN passing BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE withdrawal ADD COLUMN in_hand BIGINT NOT NULL DEFAULT 0; -- when an operator opened it; 0: nobody did

-- +goose Down
ALTER TABLE withdrawal DROP COLUMN in_hand;
ALTER TABLE withdrawal DROP COLUMN passing;
ALTER TABLE deposit_account DROP COLUMN qr_maximum;
DROP INDEX slip_inflow;
ALTER TABLE slip DROP COLUMN inflow;
ALTER TABLE wallet_link DROP COLUMN guess;
