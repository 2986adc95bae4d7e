-- name: AddDay :execrows
INSERT INTO reconcile_day (provider, day, method, state, due_at, tries, times, seed, asked, ours, theirs, compared, waiting,
                           differences, reason, updated_at)
VALUES (@provider, @day, '', 'open', @due_at, 0, 0, @seed, '', 0, 0, 0, 0, 0, '', @updated_at)
ON CONFLICT (provider, day) DO NOTHING;

-- name: DueDays :many
SELECT * FROM reconcile_day WHERE state = 'open' AND due_at <= @now ORDER BY day, provider LIMIT @most;

-- name: TakeDay :execrows
-- None: another node has it.
UPDATE reconcile_day SET due_at = @leased_until
WHERE provider = @provider AND day = @day AND state = 'open' AND due_at = @due_at;

-- name: NoteDay :execrows
-- None: the lease was over, and another node has it.
UPDATE reconcile_day
SET method = @method, state = @state, due_at = @next_at, tries = @tries, times = @times, asked = @asked, ours = @ours,
    theirs = @theirs, compared = @compared, waiting = @waiting, differences = @differences, reason = @reason, updated_at = @updated_at
WHERE provider = @provider AND day = @day AND due_at = @leased_until;

-- name: DaysSince :many
SELECT provider, day, state FROM reconcile_day WHERE day >= @day ORDER BY provider, day;

-- name: LastDaysBefore :many
SELECT provider, CAST(MAX(day) AS TEXT) AS day FROM reconcile_day WHERE day < @day GROUP BY provider ORDER BY provider;

-- name: CompareAgain :execrows
-- A node that has it at this moment can't write what it found, and the day begins anew.
UPDATE reconcile_day SET state = 'open', due_at = @due_at, asked = '', tries = 0
WHERE provider = @provider AND day = @day AND (state <> 'open' OR due_at > @due_at);

-- name: BegunDays :many
-- The newest day of each provider that somebody has begun to compare.
SELECT d.* FROM reconcile_day d
WHERE d.day = (SELECT MAX(n.day) FROM reconcile_day n WHERE n.provider = d.provider AND n.method <> '') ORDER BY d.provider;

-- name: OpenDays :many
SELECT provider, COUNT(*) AS days, CAST(COALESCE(MIN(day), '') AS TEXT) AS oldest FROM reconcile_day WHERE state = 'open'
GROUP BY provider ORDER BY provider;

-- name: CountOpenCases :one
SELECT COUNT(*) FROM reconcile_case WHERE provider = @provider AND day = @day AND state <> 'closed';

-- name: AddCase :one
-- No row: it is known. One that ended because both sides were alike, and are not any more, is open again.
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
-- Leaves out those of one state; '' leaves out none. '' names every provider and every kind.
SELECT * FROM reconcile_case
WHERE state <> @left_out AND (provider = @provider OR @provider = '') AND (kind = @kind OR @kind = '')
ORDER BY found_at, id LIMIT @most;

-- name: CasesOfDay :many
SELECT * FROM reconcile_case WHERE provider = @provider AND day = @day AND state = 'open' ORDER BY found_at, id;

-- name: CasesOfTransfer :many
SELECT * FROM reconcile_case WHERE provider = @provider AND transfer = @transfer AND state = 'open' ORDER BY id;

-- name: OpenTransferCases :many
SELECT id, transfer FROM reconcile_case WHERE provider = @provider AND state = 'open' AND transfer <> 0 ORDER BY id;

-- name: LiveCasesOf :many
-- A member's cases about transfers that nobody has decided, or whose money is still on its way back. Of an unproved one the
-- doubt itself tells.
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

-- name: CasesByProvider :many
SELECT provider, COUNT(*) AS cases FROM reconcile_case WHERE state <> 'closed' GROUP BY provider ORDER BY provider;

-- name: DoubtsByProvider :many
-- Also those that are proven, and whose correction is not booked yet.
SELECT d.provider, COUNT(*) AS doubts, CAST(COALESCE(MIN(d.created_at), 0) AS BIGINT) AS oldest FROM (
    SELECT provider, created_at FROM game_doubt WHERE state IN ('open', 'case')
    UNION ALL
    SELECT provider, created_at FROM game_doubt WHERE check_at > 0 AND proven > 0
) d GROUP BY d.provider ORDER BY d.provider;

-- name: DoubtsOfSpan :many
SELECT * FROM game_doubt WHERE provider = @provider AND transfer >= @first AND transfer <= @last ORDER BY transfer;

-- name: AccountsLookedAt :many
-- The accounts on which something may have happened since a moment.
SELECT username, member, factor FROM game_account
WHERE provider = @provider AND state = 'active' AND (read_at >= @since OR changed_at >= @since OR launched_at >= @since OR created_at >= @since)
ORDER BY username;

-- name: EntriesOf :many
-- The entries of a transfer, on the accounts that it touches.
SELECT a.name, e.version, e.batch, e.step FROM transfer t
JOIN account a ON a.number = t.debit OR a.number = t.credit
JOIN entry e ON e.account = a.number AND e.transfer = t.id
WHERE t.id = @transfer ORDER BY e.version, a.name;

-- name: AccountsPlayed :many
-- Accounts read within a span, with what their rounds add up to; without those that a doubt or a case is open about.
SELECT a.username, a.member, a.factor, a.result, a.residue, a.outstanding, a.read_at,
    CAST(COALESCE(SUM(p.net), 0) AS BIGINT) AS net, CAST(COALESCE(MAX(p.settled_at), 0) AS BIGINT) AS played_at
FROM game_account a LEFT JOIN game_play p ON p.provider = a.provider AND p.username = a.username
WHERE a.provider = @provider AND a.state = 'active' AND a.read_at >= @since AND a.read_at < @until AND a.created_at >= @opened_since
  AND NOT EXISTS (SELECT 1 FROM game_doubt d WHERE d.provider = a.provider AND d.username = a.username AND d.state IN ('open', 'case'))
  AND NOT EXISTS (SELECT 1 FROM reconcile_case c WHERE c.provider = a.provider AND c.username = a.username AND c.kind <> 'unexplained' AND c.state IN ('open', 'booking'))
  AND a.username > @beyond
GROUP BY a.username, a.member, a.factor, a.result, a.residue, a.outstanding, a.read_at
ORDER BY a.username LIMIT @most;

-- name: LateOf :many
-- Transfers of an account that were given back and proved applied: what of them linked transfers corrected.
SELECT d.proven, d.updated_at, t.kind FROM game_doubt d JOIN transfer t ON t.id = d.transfer
WHERE d.provider = @provider AND d.username = @username AND d.state = 'late' AND d.proven <> 0;

-- name: BookedCasesOf :many
-- Cases about transfers of an account whose decision may have booked something. The provider's list may name another account.
-- Without those that LateOf tells of.
SELECT c.* FROM reconcile_case c
WHERE c.provider = @provider AND c.state = 'closed' AND c.outcome IN ('moved', 'not_moved') AND c.transfer <> 0
  AND EXISTS (SELECT 1 FROM transfer t JOIN account a ON a.number = t.debit OR a.number = t.credit WHERE t.id = c.transfer AND a.name = @account)
  AND NOT (c.kind = 'unproved' AND EXISTS (SELECT 1 FROM game_doubt d WHERE d.transfer = c.transfer AND d.state = 'late' AND d.proven <> 0))
ORDER BY c.id;

-- name: CountLiveCasesAbout :one
-- Cases about transfers of an account that are not through, whichever account the provider's list names.
SELECT COUNT(*) FROM reconcile_case c
WHERE c.provider = @provider AND c.state IN ('open', 'booking') AND c.transfer <> 0
  AND EXISTS (SELECT 1 FROM transfer t JOIN account a ON a.number = t.debit OR a.number = t.credit WHERE t.id = c.transfer AND a.name = @account);

-- name: ProvidersUsed :many
-- Those at which a member had an account before a moment.
SELECT DISTINCT provider FROM game_account WHERE created_at < @before ORDER BY provider;

-- name: FirstSeenPlay :one
SELECT CAST(COALESCE(MIN(seen_at), 0) AS BIGINT) AS at FROM game_play WHERE provider = @provider;

-- name: OpenUnexplained :many
SELECT id FROM reconcile_case WHERE provider = @provider AND username = @username AND kind = 'unexplained' AND state = 'open';

-- name: LastUnexplained :one
-- What was last told of an account, unless it was found whole since.
SELECT detail FROM reconcile_case
WHERE provider = @provider AND username = @username AND kind = 'unexplained' AND outcome <> 'agrees'
ORDER BY found_at DESC, id DESC LIMIT 1;
