-- name: KeepSecret :exec
INSERT INTO demo_secret (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING;

-- name: Secret :one
SELECT value FROM demo_secret WHERE name = $1;

-- name: DemoSections :many
-- The sections of content that are in the database, whoever applied them.
SELECT section FROM content
UNION SELECT 'games' WHERE EXISTS (SELECT 1 FROM game)
UNION SELECT 'depositAccounts' WHERE EXISTS (SELECT 1 FROM deposit_account)
UNION SELECT 'deposit' WHERE EXISTS (SELECT 1 FROM deposit_setting)
UNION SELECT 'withdraw' WHERE EXISTS (SELECT 1 FROM withdraw_setting)
UNION SELECT 'coins' WHERE EXISTS (SELECT 1 FROM coin_setting)
UNION SELECT 'protection' WHERE EXISTS (SELECT 1 FROM protection_setting)
UNION SELECT 'budgets' WHERE EXISTS (SELECT 1 FROM house_budget)
UNION SELECT 'bonus' WHERE EXISTS (SELECT 1 FROM bonus_setting)
UNION SELECT 'promotions' WHERE EXISTS (SELECT 1 FROM campaign WHERE source = 'promotion')
UNION SELECT 'refund' WHERE EXISTS (SELECT 1 FROM refund_setting)
UNION SELECT 'invite' WHERE EXISTS (SELECT 1 FROM invite_setting)
UNION SELECT 'wheel' WHERE EXISTS (SELECT 1 FROM wheel_table)
UNION SELECT 'chat' WHERE EXISTS (SELECT 1 FROM chat_setting);
