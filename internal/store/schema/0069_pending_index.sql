-- +goose Up

-- Each transfer with a game and each withdrawal added a row to these two when it was reserved, and took it away when it ended.
-- Only the audit of the accounts read them, which finds what is pending by transfer_pending as well. Dropping them takes no time.
DROP INDEX transfer_pending_debit;
DROP INDEX transfer_pending_credit;

-- +goose Down
CREATE INDEX transfer_pending_debit ON transfer (debit) WHERE state = 'pending';
CREATE INDEX transfer_pending_credit ON transfer (credit) WHERE state = 'pending';
