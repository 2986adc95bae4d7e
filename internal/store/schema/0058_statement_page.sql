-- +goose Up

-- A slip may be of a payment by one of its member's codes: they are looked for by member and amount.
CREATE INDEX qr_order_like ON qr_order (member, amount, created_at);

-- A whole answer of a bank that is not the page that was promised is a case too: one for each place in the statement.
ALTER TABLE feed_case ADD COLUMN page BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE feed_case ADD COLUMN position TEXT NOT NULL DEFAULT ''; -- a page's: the cursor that it was asked for with
ALTER TABLE feed_case ADD COLUMN resume TEXT NOT NULL DEFAULT ''; -- a page's: the cursor behind it, where the statement went on; '' where it stands here
ALTER TABLE feed_case ADD COLUMN retry_at BIGINT NOT NULL DEFAULT 0; -- a page's that the statement went on behind: when it is asked for again
-- A line's: the sending bank's reference, where that could be read. The same line told right ends the case.
ALTER TABLE feed_case ADD COLUMN reference TEXT NOT NULL DEFAULT '';
CREATE INDEX feed_case_account ON feed_case (account) WHERE ended_at = 0;

-- +goose Down
DROP INDEX feed_case_account;
ALTER TABLE feed_case DROP COLUMN reference;
ALTER TABLE feed_case DROP COLUMN retry_at;
ALTER TABLE feed_case DROP COLUMN resume;
ALTER TABLE feed_case DROP COLUMN position;
ALTER TABLE feed_case DROP COLUMN page;
DROP INDEX qr_order_like;
