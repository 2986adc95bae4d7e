-- The budgets of the house accounts that pay members. A budget itself is the account's floor.

-- name: AddBudget :execrows
-- No row: the account has a budget already, which only an operator changes.
INSERT INTO house_budget (account, alarm, low_since) VALUES (@account, @alarm, 0)
ON CONFLICT (account) DO NOTHING;

-- name: SetBudget :execrows
-- The floor that leaves so much of what is available now. No row: the account does not exist.
UPDATE account SET floor = credits_posted - debits_posted - debits_pending - CAST(@left_over AS BIGINT) WHERE name = @name;

-- name: SetAlarm :exec
INSERT INTO house_budget (account, alarm, low_since) VALUES (@account, @alarm, 0)
ON CONFLICT (account) DO UPDATE SET alarm = excluded.alarm;

-- name: Budgets :many
SELECT * FROM house_budget ORDER BY account;

-- name: NoteLow :execrows
-- No row: it was noted before. 0 notes that enough is left again.
UPDATE house_budget SET low_since = @low_since
WHERE account = @account AND (low_since = 0) <> (CAST(@low_since AS BIGINT) = 0);
