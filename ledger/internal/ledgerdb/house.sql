-- The budgets of the house accounts that pay members. A budget itself is the account's floor.

-- name: AddBudget :execrows
-- None: it has one, which is an operator's from then on.
INSERT INTO house_budget (account, alarm, low_since) VALUES (@account, @alarm, 0)
ON CONFLICT (account) DO NOTHING;

-- name: SetAlarm :exec
INSERT INTO house_budget (account, alarm, low_since) VALUES (@account, @alarm, 0)
ON CONFLICT (account) DO UPDATE SET alarm = excluded.alarm;

-- name: Budgets :many
SELECT * FROM house_budget ORDER BY account;

-- name: NoteLow :execrows
-- None: it was noted before. 0 notes that there is enough again.
UPDATE house_budget SET low_since = @low_since
WHERE account = @account AND (low_since = 0) <> (CAST(@low_since AS BIGINT) = 0);
