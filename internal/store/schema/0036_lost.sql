-- +goose Up

-- What readings found at a game account, and what the house credited a member, from an instant on: a limit on losses is asked
-- about in the commit of each transfer into a game, and must not get slower with what a house has in its books. Both kinds
-- are few among transfers, and none of these columns ever changes.
CREATE INDEX transfer_result_debit ON transfer (debit, created_at) WHERE kind = 'game_result';
CREATE INDEX transfer_result_credit ON transfer (credit, created_at) WHERE kind = 'game_result';
CREATE INDEX transfer_house ON transfer (member, created_at) WHERE kind IN ('bonus', 'finish_bonus', 'bonus_undone');

-- +goose Down
DROP INDEX transfer_house;
DROP INDEX transfer_result_credit;
DROP INDEX transfer_result_debit;
