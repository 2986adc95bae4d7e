-- The queries of `krapao verify`. They only read.

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

-- The rows of deposits against the ledger. Each query returns the rows that are wrong, and none if all is well.

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

-- Reported play: each round's versions against its newest one, and the member of each.

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

-- Cases of reconciliation: a case is booked if and only if it is decided.

-- name: CasesOff :many
SELECT c.id, c.provider, c.kind, c.outcome, c.state FROM reconcile_case c LEFT JOIN transfer t ON t.id = c.transfer
WHERE c.transfer <> 0 AND (t.id IS NULL OR t.state = 'pending') OR c.state = 'booking' AND c.booking <= 0
   OR c.state = 'closed' AND (c.outcome = '' OR c.booking <> 0) OR c.state = 'open' AND (c.outcome <> '' OR c.booking <> 0)
ORDER BY c.id LIMIT 100;

-- Conditional credits, and the transfers that pay them (RULES.md sections 7 to 10).

-- name: GrantsOff :many
SELECT c.id, c.member, c.source, c.credit, CAST(COALESCE(t.moved, 0) AS BIGINT) AS moved FROM bonus_condition c
LEFT JOIN transfer t ON t.id = c.grant_transfer LEFT JOIN account w ON w.number = t.credit
WHERE t.id IS NULL OR t.kind <> 'bonus' OR t.state <> 'posted' OR t.moved <> c.credit OR t.member <> c.member
   OR COALESCE(w.name, '') <> 'member:' || c.member || ':wallet'
ORDER BY c.id LIMIT 100;

-- name: GrantsWithoutCondition :many
SELECT t.id, t.member, t.moved FROM transfer t
WHERE t.kind = 'bonus' AND NOT EXISTS (SELECT 1 FROM bonus_condition c WHERE c.grant_transfer = t.id) ORDER BY t.id LIMIT 100;

-- name: EndsOff :many
SELECT c.id, c.member, c.state, c.credit, c.returned, CAST(COALESCE(t.moved, 0) AS BIGINT) AS moved FROM bonus_condition c
LEFT JOIN transfer t ON t.id = c.finish_transfer
WHERE c.returned < 0 OR c.credit <= 0
   OR c.state IN ('active', 'ending') AND (c.finish_transfer <> 0 OR c.ended_at <> 0 OR c.returned <> 0 OR c.undone_at <> 0)
   OR c.state NOT IN ('active', 'ending') AND c.ended_at < c.granted_at
   OR c.state = 'free' AND c.finish_transfer <> 0
   OR c.state IN ('success', 'failed', 'expired', 'given_up', 'reversed')
      AND (t.id IS NULL OR t.kind <> 'finish_bonus' OR t.state = 'pending' OR t.member <> c.member
           OR c.undone_at = 0 AND t.moved <> c.returned)
   OR c.state = 'failed' AND c.undone_at = 0 AND c.returned <> 0
   OR c.state IN ('expired', 'given_up') AND c.returned > c.credit
ORDER BY c.id LIMIT 100;

-- name: ReturnedOff :many
SELECT h.name, CAST(COALESCE(c.returned, 0) AS BIGINT) AS returned, CAST(COALESCE(t.moved, 0) AS BIGINT) AS books FROM account h
LEFT JOIN (
    SELECT CASE source WHEN 'luckydraw' THEN 'house:prize' ELSE 'house:' || source END AS name, SUM(returned) AS returned
    FROM bonus_condition GROUP BY CASE source WHEN 'luckydraw' THEN 'house:prize' ELSE 'house:' || source END) c ON c.name = h.name
LEFT JOIN (
    SELECT credit, SUM(moved) AS moved FROM transfer
    WHERE kind IN ('finish_bonus', 'bonus_undone') AND state = 'posted' GROUP BY credit) t ON t.credit = h.number
WHERE h.name IN ('house:bonus', 'house:promotion', 'house:invite', 'house:refund', 'house:prize')
  AND COALESCE(c.returned, 0) <> COALESCE(t.moved, 0)
ORDER BY h.name;

-- name: CampaignsOff :many
-- Also conditions whose campaign does not exist.
SELECT o.source, o.code, CAST(COALESCE(m.grants, -1) AS BIGINT) AS grants, CAST(COALESCE(m.spent, 0) AS BIGINT) AS spent,
    CAST(COALESCE(c.grants, 0) AS BIGINT) AS conditions, CAST(COALESCE(c.spent, 0) AS BIGINT) AS granted
FROM (SELECT source, code FROM campaign
    UNION SELECT source, campaign AS code FROM bonus_condition WHERE source IN ('bonus', 'promotion')) o
LEFT JOIN campaign m ON m.source = o.source AND m.code = o.code
LEFT JOIN (
    SELECT source, campaign, COUNT(*) AS grants, SUM(credit - returned) AS spent FROM bonus_condition GROUP BY source, campaign) c
ON c.source = o.source AND c.campaign = o.code
WHERE m.code IS NULL OR m.grants <> COALESCE(c.grants, 0) OR m.spent <> COALESCE(c.spent, 0)
ORDER BY o.source, o.code LIMIT 100;

-- name: GatesOff :many
-- 12: the gates for withdrawals and credits, raised while a condition is active.
SELECT a.name, a.gates, CAST(COALESCE(c.conditions, 0) AS BIGINT) AS conditions FROM account a
LEFT JOIN (
    SELECT 'member:' || member || ':wallet' AS name, COUNT(*) AS conditions FROM bonus_condition
    WHERE state IN ('active', 'ending') GROUP BY member) c ON c.name = a.name
WHERE a.name LIKE 'member:%:wallet' AND (a.gates & 12) <> CASE WHEN COALESCE(c.conditions, 0) > 0 THEN 12 ELSE 0 END
ORDER BY a.name LIMIT 100;

-- name: RefundPursesOff :many
SELECT p.name, CAST(COALESCE(a.credits_posted - a.debits_posted, 0) AS BIGINT) AS books,
    CAST(COALESCE(r.amount, 0) AS BIGINT) AS received, CAST(COALESCE(c.credit, 0) AS BIGINT) AS added
FROM (SELECT name FROM account WHERE name LIKE 'member:%:refund'
    UNION SELECT 'member:' || member || ':refund' AS name FROM refund_receive
    UNION SELECT 'member:' || member || ':refund' AS name FROM bonus_condition WHERE source = 'refund') p
LEFT JOIN account a ON a.name = p.name
LEFT JOIN (SELECT 'member:' || member || ':refund' AS name, SUM(amount) AS amount FROM refund_receive GROUP BY member) r ON r.name = p.name
LEFT JOIN (
    SELECT 'member:' || member || ':refund' AS name, SUM(credit) AS credit FROM bonus_condition
    WHERE source = 'refund' GROUP BY member) c ON c.name = p.name
WHERE COALESCE(a.credits_posted - a.debits_posted, 0) <> COALESCE(r.amount, 0) - COALESCE(c.credit, 0)
ORDER BY p.name LIMIT 100;

-- name: InvitePursesOff :many
SELECT p.name, CAST(COALESCE(a.credits_posted - a.debits_posted, 0) AS BIGINT) AS books,
    CAST(COALESCE(r.amount, 0) AS BIGINT) AS moved, CAST(COALESCE(c.credit, 0) AS BIGINT) AS received
FROM (SELECT name FROM account WHERE name LIKE 'member:%:invite'
    UNION SELECT 'member:' || inviter || ':invite' AS name FROM invite_earning
    UNION SELECT 'member:' || member || ':invite' AS name FROM bonus_condition WHERE source = 'invite') p
LEFT JOIN account a ON a.name = p.name
LEFT JOIN (SELECT 'member:' || inviter || ':invite' AS name, SUM(moved) AS amount FROM invite_earning GROUP BY inviter) r ON r.name = p.name
LEFT JOIN (
    SELECT 'member:' || member || ':invite' AS name, SUM(credit) AS credit FROM bonus_condition
    WHERE source = 'invite' GROUP BY member) c ON c.name = p.name
WHERE COALESCE(a.credits_posted - a.debits_posted, 0) <> COALESCE(r.amount, 0) - COALESCE(c.credit, 0)
ORDER BY p.name LIMIT 100;

-- name: StarsOff :many
-- Receives are numbered without a gap, and the paid loss only rises.
SELECT o.member, CAST(COALESCE(m.star, 0) AS BIGINT) AS star, CAST(COALESCE(m.number, 0) AS BIGINT) AS number,
    CAST(COALESCE(r.receives, 0) AS BIGINT) AS receives, CAST(COALESCE(r.highest, 0) AS BIGINT) AS highest
FROM (SELECT member FROM refund_member UNION SELECT member FROM refund_receive) o
LEFT JOIN refund_member m ON m.member = o.member
LEFT JOIN (SELECT member, COUNT(*) AS receives, MAX(star) AS highest FROM refund_receive GROUP BY member) r ON r.member = o.member
WHERE COALESCE(m.number, 0) <> COALESCE(r.receives, 0) OR COALESCE(m.star, 0) <> COALESCE(r.highest, 0)
   OR EXISTS (SELECT 1 FROM refund_receive a JOIN refund_receive b ON b.member = a.member AND b.number = a.number + 1
              WHERE a.member = o.member AND b.star < a.star)
ORDER BY o.member LIMIT 100;

-- name: CouponsOff :one
-- The money held for cash coupons is their worth.
SELECT CAST(COALESCE((SELECT credits_posted - debits_posted FROM account WHERE name = 'house:coupons'), 0) AS BIGINT) AS books,
    CAST(COALESCE((SELECT SUM(amount) FROM coupon WHERE kind IN ('cash', 'bonus') AND state = 'open'), 0) AS BIGINT) AS coupons;

-- name: SeedsOff :many
-- The draws of a seed are numbered from 0 without a gap.
SELECT s.member, s.number, s.nonces, COUNT(d.nonce) AS draws, CAST(COALESCE(MAX(d.nonce), -1) AS BIGINT) AS newest
FROM wheel_seed s LEFT JOIN wheel_draw d ON d.member = s.member AND d.seed = s.number
GROUP BY s.member, s.number, s.nonces
HAVING COUNT(d.nonce) <> s.nonces OR COALESCE(MAX(d.nonce), -1) <> s.nonces - 1
ORDER BY s.member, s.number LIMIT 100;

-- name: PromisesOff :many
-- A seed has the fingerprint that was shown before it was used.
SELECT n.member, n.number FROM wheel_seed n JOIN wheel_seed s ON s.member = n.member AND s.number = n.number - 1
WHERE s.next_hash <> '' AND s.next_hash <> n.hash
ORDER BY n.member, n.number LIMIT 100;

-- name: DrawsOff :many
-- A draw took one coin, and has its coupon or none. Used coins of reversed deposits are paid by other coins, or owed.
SELECT d.member, CAST(COUNT(*) AS BIGINT) AS draws, CAST(COALESCE(MAX(g.spent), 0) + COALESCE(MAX(o.owed), 0) AS BIGINT) AS coins,
    CAST(SUM(CASE WHEN d.coupon <> '' AND c.id IS NULL THEN 1 ELSE 0 END) AS BIGINT) AS lost
FROM wheel_draw d LEFT JOIN coupon c ON c.id = d.coupon AND c.member = d.member
LEFT JOIN (SELECT member, SUM(spent) AS spent FROM coin_grant GROUP BY member) g ON g.member = d.member
LEFT JOIN coin_member o ON o.member = d.member
GROUP BY d.member
HAVING COUNT(*) <> COALESCE(MAX(g.spent), 0) + COALESCE(MAX(o.owed), 0) OR SUM(CASE WHEN d.coupon <> '' AND c.id IS NULL THEN 1 ELSE 0 END) > 0
ORDER BY d.member LIMIT 100;

-- name: CouponsWithoutDraw :many
SELECT c.id, c.member FROM coupon c WHERE NOT EXISTS (SELECT 1 FROM wheel_draw d WHERE d.coupon = c.id) ORDER BY c.id LIMIT 100;

-- name: LotsOff :many
-- The unplayed part of a deposit is between nothing and all of it.
SELECT l.inflow, l.member, l.amount, l.rest FROM play_lot l LEFT JOIN deposit_credit d ON d.inflow = l.inflow
WHERE l.rest < 0 OR l.rest > l.amount OR d.inflow IS NULL OR d.member <> l.member OR d.amount <> l.amount OR d.reversed_at <> 0 AND l.rest > 0
ORDER BY l.inflow LIMIT 100;

-- name: PlayedWhileShut :many
-- Transfers into games of a member that was shut out. The grace is for the clock of another node, and for a transaction that began
-- earlier and committed later.
SELECT t.id, t.member FROM member_shut s JOIN transfer t ON t.member = s.member
WHERE t.kind = 'game_in' AND t.created_at > s.since + sqlc.arg(grace) ORDER BY t.id LIMIT 100;

-- name: ShutOff :many
-- Members that are shut out without a raised gate or a row in member_shut; and members that are not, with one of them.
SELECT s.member, a.gates, CAST(COALESCE(d.since, 0) AS BIGINT) AS since FROM member_state s
    JOIN member m ON m.id = s.member JOIN account a ON a.name = 'member:' || s.member || ':wallet'
    LEFT JOIN member_shut d ON d.member = s.member
WHERE (s.break_until > sqlc.arg(now) OR s.excluded_until > sqlc.arg(now) OR NOT m.active) AND (a.gates & 2 = 0 OR s.gates & 2 = 0 OR d.member IS NULL)
   OR (a.gates & 2 <> 0) <> (d.member IS NOT NULL) OR (s.gates & 2 <> 0) <> (d.member IS NOT NULL)
ORDER BY s.member LIMIT 100;
