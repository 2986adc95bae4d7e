-- +goose Up

-- A comparison asks of each account that was played on whether it ever had a case.
CREATE INDEX reconcile_case_account ON reconcile_case (provider, username, kind);

-- +goose Down
DROP INDEX reconcile_case_account;
