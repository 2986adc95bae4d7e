-- +goose Up

-- A comparison looks for the open cases of each transfer that it finds whole, and for the doubts of each account that it
-- lays beside its rounds.
CREATE INDEX reconcile_case_transfer ON reconcile_case (transfer) WHERE state = 'open';
CREATE INDEX game_doubt_account ON game_doubt (provider, username);

-- +goose Down
DROP INDEX game_doubt_account;
DROP INDEX reconcile_case_transfer;
