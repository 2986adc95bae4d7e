-- What `krapao verify` compares with the outside. Reading only.

-- name: Moved :many
SELECT t.kind, d.name AS debit, c.name AS credit, CAST(SUM(t.moved) AS BIGINT) AS moved
FROM transfer t JOIN account d ON d.number = t.debit JOIN account c ON c.number = t.credit
WHERE t.state = 'posted' AND t.kind IN ('game_in', 'game_out')
GROUP BY t.kind, d.name, c.name;

-- name: UnderWay :many
SELECT d.name AS debit, c.name AS credit
FROM transfer t JOIN account d ON d.number = t.debit JOIN account c ON c.number = t.credit
WHERE t.state = 'pending';

-- name: Position :one
SELECT CAST(COALESCE(SUM(credits_posted - debits_posted), 0) AS BIGINT) AS posted FROM account WHERE name = $1;

-- name: Providers :many
SELECT DISTINCT provider, factor FROM game ORDER BY provider;

-- name: DepositAccounts :many
SELECT code, bank_code, account_no, source FROM deposit_account ORDER BY code, valid_from;

-- The deposits' own rows against the ledger. Each query returns what is off, and nothing where all is well.

-- name: ArrivalsOff :many
SELECT i.id, i.account, i.member, i.amount, i.state, COALESCE(t.moved, 0) AS moved,
    COALESCE(t.member, '') AS booked_for, COALESCE(d.name, '') AS debit, COALESCE(c.name, '') AS credit
FROM inflow i
LEFT JOIN transfer t ON t.id = i.transfer
LEFT JOIN account d ON d.number = t.debit
LEFT JOIN account c ON c.number = t.credit
WHERE t.id IS NULL OR t.state <> 'posted' OR t.moved <> i.amount OR t.kind <> 'deposit' OR d.name <> 'bank:' || i.account
   OR i.assigned = 0 AND i.state IN ('credited', 'released') AND t.member <> i.member
   OR i.assigned = 0 AND i.state = 'credited' AND c.name <> 'member:' || i.member || ':wallet'
   OR i.assigned = 0 AND i.state IN ('held', 'released') AND c.name <> 'member:' || i.member || ':held'
   OR i.state = 'unmatched' AND c.name <> 'house:unmatched' AND i.assigned = 0
ORDER BY i.id LIMIT 100;

-- name: AssignmentsOff :many
SELECT i.id, i.account, i.member, i.amount, COALESCE(t.moved, 0) AS moved, COALESCE(t.member, '') AS booked_for
FROM inflow i LEFT JOIN transfer t ON t.id = i.assigned LEFT JOIN account d ON d.number = t.debit
WHERE i.assigned <> 0 AND i.state IN ('credited', 'held', 'released')
  AND (t.id IS NULL OR t.state <> 'posted' OR t.moved <> i.amount OR t.member <> i.member OR d.name <> 'house:unmatched')
ORDER BY i.id LIMIT 100;

-- name: DepositsWithoutArrival :many
SELECT t.id, t.moved, d.name AS debit FROM transfer t JOIN account d ON d.number = t.debit
WHERE t.kind = 'deposit' AND t.state = 'posted' AND d.name LIKE 'bank:%' AND NOT EXISTS (SELECT 1 FROM inflow i WHERE i.transfer = t.id)
ORDER BY t.id LIMIT 100;

-- name: BankPositionsOff :many
SELECT a.name, CAST(a.debits_posted - a.credits_posted AS BIGINT) AS books, CAST(COALESCE(h.total, 0) AS BIGINT) AS arrivals
FROM account a LEFT JOIN (
    SELECT 'bank:' || account AS name, SUM(amount) AS total FROM inflow
    WHERE state IN ('credited', 'held', 'unmatched', 'released') GROUP BY account) h ON h.name = a.name
WHERE a.name LIKE 'bank:%' AND a.debits_posted - a.credits_posted <> COALESCE(h.total, 0) ORDER BY a.name LIMIT 100;

-- name: HeldOff :many
SELECT a.name, CAST(a.credits_posted - a.debits_posted AS BIGINT) AS books, CAST(COALESCE(h.total, 0) AS BIGINT) AS arrivals
FROM account a LEFT JOIN (
    SELECT 'member:' || member || ':held' AS name, SUM(amount) AS total FROM inflow WHERE state = 'held' GROUP BY member) h ON h.name = a.name
WHERE a.name LIKE 'member:%:held' AND a.credits_posted - a.debits_posted <> COALESCE(h.total, 0) ORDER BY a.name LIMIT 100;

-- name: UnmatchedOff :many
SELECT a.name, CAST(a.credits_posted - a.debits_posted AS BIGINT) AS books, CAST(COALESCE(h.total, 0) AS BIGINT) AS arrivals
FROM account a LEFT JOIN (
    SELECT 'house:unmatched' AS name, SUM(amount) AS total FROM inflow WHERE state = 'unmatched') h ON h.name = a.name
WHERE a.name = 'house:unmatched' AND a.credits_posted - a.debits_posted <> COALESCE(h.total, 0);

-- name: ClaimsOff :many
SELECT c.kind, c.value, c.slip, COALESCE(s.state, '') AS state FROM slip_claim c LEFT JOIN slip s ON s.id = c.slip
WHERE s.id IS NULL OR s.state NOT IN ('claimed', 'verified', 'credited')
   OR s.state = 'credited' AND NOT EXISTS (SELECT 1 FROM inflow_identifier n WHERE n.kind = c.kind AND n.value = c.value)
ORDER BY c.kind, c.value LIMIT 100;

-- name: CodesOff :many
SELECT o.reference, o.member, o.state, (SELECT COUNT(*) FROM inflow i WHERE i.reference = o.reference) AS arrivals FROM qr_order o
WHERE o.state = 'paid' AND NOT EXISTS (SELECT 1 FROM inflow i WHERE i.reference = o.reference)
   OR o.state IN ('creating', 'open') AND EXISTS (SELECT 1 FROM inflow i WHERE i.reference = o.reference)
   OR EXISTS (SELECT 1 FROM inflow i WHERE i.reference = o.reference AND i.member NOT IN ('', o.member))
ORDER BY o.reference LIMIT 100;

-- name: DeclarationsOff :many
SELECT d.reference, d.member, d.state FROM declaration d
WHERE d.state IN ('matched', 'confirmed') AND NOT EXISTS (SELECT 1 FROM inflow i WHERE i.id = d.inflow)
   OR d.state NOT IN ('matched', 'confirmed') AND d.inflow <> ''
ORDER BY d.reference LIMIT 100;

-- name: DebtsOff :many
SELECT a.name, CAST(a.credits_posted - a.debits_posted AS BIGINT) AS beyond FROM account a
WHERE a.name LIKE 'house:receivable:%' AND a.credits_posted > a.debits_posted ORDER BY a.name LIMIT 100;

-- name: ReversalsOff :many
SELECT i.id, i.account, i.member, i.amount, i.state, COALESCE(r.state, '') AS reversal FROM inflow i
LEFT JOIN reversal r ON r.inflow = i.id AND r.state = 'done'
WHERE i.state = 'reversed' AND (r.account IS NULL OR r.amount <> i.amount OR r.member <> i.member)
   OR i.state <> 'reversed' AND r.account IS NOT NULL
ORDER BY i.id LIMIT 100;

-- name: ReversedSumsOff :many
SELECT a.name, CAST(COALESCE(t.moved, 0) AS BIGINT) AS books, CAST(COALESCE(h.total, 0) AS BIGINT) AS arrivals
FROM account a
LEFT JOIN (SELECT credit, SUM(moved) AS moved FROM transfer WHERE kind = 'deposit_reversed' AND state = 'posted' GROUP BY credit) t ON t.credit = a.number
LEFT JOIN (SELECT 'bank:' || account AS name, SUM(amount) AS total FROM inflow WHERE state = 'reversed' GROUP BY account) h ON h.name = a.name
WHERE a.name LIKE 'bank:%' AND COALESCE(t.moved, 0) <> COALESCE(h.total, 0) ORDER BY a.name LIMIT 100;

-- name: OwedSumsOff :many
SELECT a.name, CAST(COALESCE(t.moved, 0) AS BIGINT) AS books, CAST(COALESCE(h.total, 0) AS BIGINT) AS reversals
FROM account a
LEFT JOIN (SELECT debit, SUM(moved) AS moved FROM transfer WHERE kind = 'deposit_reversed' AND state = 'posted' GROUP BY debit) t ON t.debit = a.number
LEFT JOIN (SELECT 'house:receivable:' || member AS name, SUM(owed) AS total FROM reversal WHERE state = 'done' GROUP BY member) h ON h.name = a.name
WHERE a.name LIKE 'house:receivable:%' AND COALESCE(t.moved, 0) <> COALESCE(h.total, 0) ORDER BY a.name LIMIT 100;

-- name: CreditsOff :many
SELECT i.id, i.account, i.member, i.amount, i.state FROM inflow i LEFT JOIN deposit_credit c ON c.inflow = i.id
WHERE i.state IN ('credited', 'released') AND (c.inflow IS NULL OR c.reversed_at <> 0 OR c.member <> i.member OR c.amount <> i.amount)
   OR i.state NOT IN ('credited', 'released') AND c.reversed_at = 0
ORDER BY i.id LIMIT 100;

-- name: CoinsOff :many
SELECT g.id, g.member, g.reference FROM coin_grant g LEFT JOIN deposit_credit c ON c.inflow = g.reference
WHERE g.coins <> g.pending + g.usable + g.spent + g.cancelled + g.taken
   OR g.pending < 0 OR g.usable < 0 OR g.spent < 0 OR g.cancelled < 0 OR g.taken < 0
   OR g.source = 'deposit' AND (c.inflow IS NULL OR c.member <> g.member OR (c.reversed_at = 0) <> (g.undone_at = 0))
ORDER BY g.id LIMIT 100;

-- What was played: each round's versions against its newest one, and whose they are.

-- name: RoundsOff :many
SELECT h.provider, h.round, h.total_turnover, h.total_net, CAST(COALESCE(p.turnover, 0) AS BIGINT) AS turnover, CAST(COALESCE(p.net, 0) AS BIGINT) AS net
FROM game_play_head h LEFT JOIN (
    SELECT provider, round, SUM(turnover) AS turnover, SUM(net) AS net, SUM(count) AS count, MAX(version) AS newest
    FROM game_play GROUP BY provider, round) p ON p.provider = h.provider AND p.round = h.round
WHERE COALESCE(p.turnover, 0) <> h.total_turnover OR COALESCE(p.net, 0) <> h.total_net OR COALESCE(p.count, 0) <> h.count
   OR COALESCE(p.newest, 0) > h.version
ORDER BY h.provider, h.round LIMIT 100;

-- name: PlayOff :many
SELECT p.provider, p.round, p.username, p.member, COALESCE(a.member, '') AS owner
FROM game_play p LEFT JOIN game_account a ON a.provider = p.provider AND a.username = p.username
LEFT JOIN game_play_head h ON h.provider = p.provider AND h.round = p.round
WHERE a.member IS NULL OR a.member <> p.member OR h.round IS NULL
ORDER BY p.provider, p.round, p.version LIMIT 100;

-- name: Played :many
SELECT provider, CAST(SUM(count) AS BIGINT) AS rounds, CAST(SUM(turnover) AS BIGINT) AS turnover, CAST(SUM(net) AS BIGINT) AS net
FROM game_play GROUP BY provider ORDER BY provider;

-- Cases of reconciliation: what is decided is booked, and nothing else.

-- name: CasesOff :many
SELECT c.id, c.provider, c.kind, c.outcome, c.state FROM reconcile_case c LEFT JOIN transfer t ON t.id = c.transfer
WHERE c.transfer <> 0 AND (t.id IS NULL OR t.state = 'pending') OR c.state = 'booking' AND c.booking <= 0
   OR c.state = 'closed' AND (c.outcome = '' OR c.booking <> 0) OR c.state = 'open' AND (c.outcome <> '' OR c.booking <> 0)
ORDER BY c.id LIMIT 100;
