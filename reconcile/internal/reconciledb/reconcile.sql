-- name: AddDay :execrows
INSERT INTO reconcile_day (provider, day, method, state, due_at, tries, times, seed, asked, ours, theirs, compared, waiting,
                           differences, reason, updated_at)
VALUES (@provider, @day, '', 'open', @due_at, 0, 0, @seed, '', 0, 0, 0, 0, 0, '', @updated_at)
ON CONFLICT (provider, day) DO NOTHING;

-- name: DueDays :many
SELECT * FROM reconcile_day WHERE state = 'open' AND due_at <= @now ORDER BY day, provider LIMIT @most;

-- name: TakeDay :execrows
-- No row: another node has it.
UPDATE reconcile_day SET due_at = @leased_until
WHERE provider = @provider AND day = @day AND state = 'open' AND due_at = @due_at;

-- name: NoteDay :execrows
-- No row: the lease has expired, and another node has it.
UPDATE reconcile_day
SET method = @method, state = @state, due_at = @next_at, tries = @tries, times = @times, asked = @asked, ours = @ours,
    theirs = @theirs, compared = @compared, waiting = @waiting, differences = @differences, reason = @reason, updated_at = @updated_at
WHERE provider = @provider AND day = @day AND due_at = @leased_until;

-- name: DaysSince :many
-- The days since one, and each provider's last one before it. In one statement: a node asks every ten seconds.
SELECT d.provider, d.day, d.state FROM reconcile_day d WHERE d.day >= @since
UNION ALL
SELECT o.provider, CAST(MAX(o.day) AS TEXT), '' FROM reconcile_day o WHERE o.day < @since GROUP BY o.provider
ORDER BY 1, 2;

-- name: CompareAgain :execrows
-- A node that has it at this moment can't store its result, and the day begins again.
UPDATE reconcile_day SET state = 'open', due_at = @due_at, asked = '', tries = 0
WHERE provider = @provider AND day = @day AND (state <> 'open' OR due_at > @due_at);

-- name: BegunDays :many
-- The newest day of each provider whose comparison has begun.
SELECT d.* FROM reconcile_day d
JOIN (SELECT n.provider, MAX(n.day) AS day FROM reconcile_day n WHERE n.method <> '' GROUP BY n.provider) newest
    ON newest.provider = d.provider AND newest.day = d.day
ORDER BY d.provider;

-- name: ListDays :many
-- Newest first; of one day the providers by their codes. An empty provider is all, and '' as the day ends nothing.
SELECT * FROM reconcile_day
WHERE day >= @from_day AND day <= @to_day AND (CAST(@of AS TEXT) = '' OR provider = @of)
  AND (day < @before_day OR day = @before_day AND provider > @after_provider)
ORDER BY day DESC, provider LIMIT @most;

-- name: DayOf :one
SELECT * FROM reconcile_day WHERE provider = @provider AND day = @day;

-- name: OpenDays :many
SELECT provider, COUNT(*) AS days, CAST(COALESCE(MIN(day), '') AS TEXT) AS oldest FROM reconcile_day WHERE state = 'open'
GROUP BY provider ORDER BY provider;

-- name: CountOpenCases :one
SELECT COUNT(*) FROM reconcile_case WHERE provider = @provider AND day = @day AND state <> 'closed';

-- name: CasesOfDay :many
SELECT * FROM reconcile_case WHERE provider = @provider AND day = @day AND state = 'open' ORDER BY found_at, id;

-- name: CasesOfTransfer :many
SELECT id, kind FROM reconcile_case WHERE provider = @provider AND transfer = @transfer AND state = 'open' ORDER BY id;

-- name: OpenTransferCases :many
SELECT id, transfer FROM reconcile_case WHERE provider = @provider AND state = 'open' AND transfer <> 0 ORDER BY id;

-- name: CasesByProvider :many
SELECT provider, COUNT(*) AS cases FROM reconcile_case WHERE state <> 'closed' GROUP BY provider ORDER BY provider;

-- name: OpenDifferences :many
-- What is open at each provider: cases, and the sum of their differences in satang.
SELECT provider, COUNT(*) AS cases, CAST(COALESCE(SUM(ABS(theirs - ours)), 0) AS BIGINT) AS amount FROM reconcile_case
WHERE state IN ('open', 'booking') GROUP BY provider ORDER BY provider;

-- name: DoubtsByProvider :many
-- Includes proven transfers whose correction is not booked yet.
SELECT d.provider, COUNT(*) AS doubts, CAST(COALESCE(MIN(d.created_at), 0) AS BIGINT) AS oldest FROM (
    SELECT provider, created_at FROM game_doubt WHERE state IN ('open', 'case')
    UNION ALL
    SELECT provider, created_at FROM game_doubt WHERE check_at > 0 AND proven > 0
) d GROUP BY d.provider ORDER BY d.provider;

-- name: AccountsLookedAt :many
-- The accounts with possible activity since a moment.
SELECT username, member, factor FROM game_account
WHERE provider = @provider AND state = 'active' AND (read_at >= @since OR changed_at >= @since OR launched_at >= @since OR created_at >= @since)
ORDER BY username;

-- name: AccountsPlayed :many
-- Accounts read within a span, with the sums of their rounds. Excludes those with an open doubt or case.
SELECT a.username, a.member, a.factor, a.result, a.residue, a.outstanding, a.read_at,
    CAST(COALESCE(SUM(p.net), 0) AS BIGINT) AS net, CAST(COALESCE(MAX(p.settled_at), 0) AS BIGINT) AS played_at
FROM game_account a LEFT JOIN game_play p ON p.provider = a.provider AND p.username = a.username
WHERE a.provider = @provider AND a.state = 'active' AND a.read_at >= @since AND a.read_at < @until AND a.created_at >= @opened_since
  AND NOT EXISTS (SELECT 1 FROM game_doubt d WHERE d.provider = a.provider AND d.username = a.username AND d.state IN ('open', 'case'))
  AND NOT EXISTS (SELECT 1 FROM reconcile_case c WHERE c.provider = a.provider AND c.username = a.username AND c.kind <> 'unexplained' AND c.state IN ('open', 'booking'))
  AND a.username > @beyond
GROUP BY a.username, a.member, a.factor, a.result, a.residue, a.outstanding, a.read_at
ORDER BY a.username LIMIT @most;

-- name: CountLiveCasesAbout :one
-- Unfinished cases about transfers of an account, whichever account the provider's list names.
SELECT COUNT(*) FROM reconcile_case c
WHERE c.provider = @provider AND c.state IN ('open', 'booking') AND c.transfer <> 0
  AND EXISTS (SELECT 1 FROM transfer t JOIN account a ON a.number = t.debit OR a.number = t.credit WHERE t.id = c.transfer AND a.name = @account);

-- name: ProvidersUsed :many
-- Providers at which a member had an account before a moment.
SELECT DISTINCT provider FROM game_account WHERE created_at < @before ORDER BY provider;

-- name: FirstSeenPlay :one
SELECT CAST(COALESCE(MIN(seen_at), 0) AS BIGINT) AS at FROM game_play WHERE provider = @provider;

-- name: OpenUnexplained :many
SELECT id FROM reconcile_case WHERE provider = @provider AND username = @username AND kind = 'unexplained' AND state = 'open';

-- name: LastUnexplained :one
-- The last case of an account, unless both sides have agreed since.
SELECT detail FROM reconcile_case
WHERE provider = @provider AND username = @username AND kind = 'unexplained' AND outcome <> 'agrees'
ORDER BY found_at DESC, id DESC LIMIT 1;

-- name: AccountNames :many
-- The accounts at a provider by their user names.
SELECT username FROM game_account WHERE provider = @provider AND username > @behind ORDER BY username LIMIT @most;
