-- name: AddCase :one
-- No row: the case is known. A case that ended because both sides agreed is opened again if they differ again.
INSERT INTO reconcile_case (id, provider, day, kind, reference, transfer, username, member, ours, theirs, detail, state, outcome,
                            booking, due_at, note, found_at, decided_by, decided_at)
VALUES (@id, @provider, @day, @kind, @reference, @transfer, @username, @member, @ours, @theirs, @detail, 'open', '', 0, 0, '', @found_at, '', 0)
ON CONFLICT (provider, kind, reference, username) DO UPDATE
SET day = excluded.day, transfer = excluded.transfer, member = excluded.member, ours = excluded.ours, theirs = excluded.theirs,
    detail = excluded.detail, state = 'open', outcome = '', note = '', found_at = excluded.found_at, decided_at = 0
WHERE reconcile_case.state = 'closed' AND reconcile_case.outcome = 'agrees'
RETURNING id;

-- name: CaseByID :one
SELECT * FROM reconcile_case WHERE id = @id;

-- name: CasesFound :many
-- Leaves out cases of one state; an empty state leaves out none. An empty provider or kind selects all.
SELECT * FROM reconcile_case
WHERE state <> @left_out AND (provider = @provider OR @provider = '') AND (kind = @kind OR @kind = '')
ORDER BY found_at, id LIMIT @most;

-- name: CasesOfTransfer :many
SELECT * FROM reconcile_case WHERE provider = @provider AND transfer = @transfer AND state = 'open' ORDER BY id;

-- name: LiveCasesOf :many
-- A member's undecided cases about transfers, and those whose money is still being taken back. For an unproved case the
-- doubt itself counts.
SELECT * FROM reconcile_case
WHERE member = @member AND state <> 'closed' AND kind <> 'unexplained' AND (kind <> 'unproved' OR state = 'booking')
ORDER BY id;

-- name: DecideCase :execrows
UPDATE reconcile_case
SET state = @state, outcome = @outcome, booking = @booking, due_at = @due_at, note = @note, decided_by = @decided_by, decided_at = @decided_at
WHERE id = @id AND state = 'open';

-- name: DueBookings :many
SELECT * FROM reconcile_case WHERE state = 'booking' AND due_at <= @now ORDER BY due_at, id LIMIT @most;

-- name: TakeBooking :execrows
UPDATE reconcile_case SET due_at = @next_at WHERE id = @id AND state = 'booking' AND due_at = @due_at;

-- name: EndBooking :execrows
UPDATE reconcile_case SET state = 'closed', booking = 0, due_at = 0 WHERE id = @id AND state = 'booking';

-- name: CountCases :many
SELECT kind, COUNT(*) AS cases FROM reconcile_case WHERE state <> 'closed' GROUP BY kind ORDER BY kind;

-- name: DoubtsOfSpan :many
SELECT * FROM game_doubt WHERE provider = @provider AND transfer >= @first AND transfer <= @last ORDER BY transfer;

-- name: EntriesOf :many
-- The entries of a transfer, on its accounts.
SELECT a.name, e.version, e.batch, e.step FROM transfer t
JOIN account a ON a.number = t.debit OR a.number = t.credit
JOIN entry e ON e.account = a.number AND e.transfer = t.id
WHERE t.id = @transfer ORDER BY e.version, a.name;

-- name: LateOf :many
-- Transfers of an account that were given back and turned out to be applied: the amounts that linked transfers corrected.
SELECT d.proven, d.updated_at, t.kind FROM game_doubt d JOIN transfer t ON t.id = d.transfer
WHERE d.provider = @provider AND d.username = @username AND d.state = 'late' AND d.proven <> 0;

-- name: BookedCasesOf :many
-- Cases about transfers of an account whose decision may have booked something; the provider's list may name another
-- account. Excludes the transfers of LateOf.
SELECT c.* FROM reconcile_case c
WHERE c.provider = @provider AND c.state = 'closed' AND c.outcome IN ('moved', 'not_moved') AND c.transfer <> 0
  AND EXISTS (SELECT 1 FROM transfer t JOIN account a ON a.number = t.debit OR a.number = t.credit WHERE t.id = c.transfer AND a.name = @account)
  AND NOT (c.kind = 'unproved' AND EXISTS (SELECT 1 FROM game_doubt d WHERE d.transfer = c.transfer AND d.state = 'late' AND d.proven <> 0))
ORDER BY c.id;
