-- name: ClockAt :one
-- The time that a node told last; 0: none ever did.
SELECT at FROM shared_clock WHERE id = 1;

-- name: LastBatchAt :one
SELECT created_at FROM batch ORDER BY id DESC LIMIT 1;

-- name: Forget :exec
DELETE FROM quarantine;

-- name: Add :execrows
INSERT INTO quarantine (system, since, backup_at, from_at, lifted_at, lifted_by) VALUES (@system, @since, @backup_at, @from_at, 0, '')
ON CONFLICT (system) DO NOTHING;

-- name: All :many
SELECT * FROM quarantine ORDER BY system;

-- name: TakeUnnamed :one
-- One node names the systems, and no other.
DELETE FROM quarantine WHERE system = '*' RETURNING *;

-- name: Resting :many
SELECT system, since FROM quarantine WHERE lifted_at = 0 ORDER BY system;

-- name: Lift :execrows
UPDATE quarantine SET lifted_at = @lifted_at, lifted_by = @lifted_by WHERE system = @system AND lifted_at = 0;

-- name: Lock :one
-- The system's row, locked until the transaction ends.
UPDATE quarantine SET lifted_by = lifted_by WHERE system = @system RETURNING lifted_at;

-- name: AddImport :execrows
INSERT INTO quarantine_import (id, system, from_at, to_at, made_at, made_by, ended_at, asked, place, failure)
VALUES (@id, @system, @from_at, @to_at, @made_at, @made_by, 0, @asked, '', '')
ON CONFLICT (id) DO NOTHING;

-- name: AskedOn :execrows
-- Rows of an asked list are there up to a place; whole: there are no more. Another node that read the same page changes nothing.
UPDATE quarantine_import SET place = @place, asked = @asked, to_at = @to_at, failure = ''
WHERE id = @id AND place = @was AND asked = 1;

-- name: AskFailed :exec
UPDATE quarantine_import SET failure = @failure WHERE id = @id AND asked = 1;

-- name: FailingSince :one
-- Since when a list that the outside is asked for itself can't be had; 0: each can.
SELECT CAST(COALESCE(MIN(made_at), 0) AS BIGINT) AS since FROM quarantine_import
WHERE ended_at = 0 AND asked = 1 AND failure <> '';

-- name: LastNumber :one
SELECT CAST(COALESCE(MAX(number), 0) AS BIGINT) AS last FROM quarantine_row WHERE import = @import;

-- name: FindImport :one
SELECT * FROM quarantine_import WHERE id = @id;

-- name: AddRow :exec
INSERT INTO quarantine_row (import, number, raw_sealed, amount, outcome) VALUES (@import, @number, @raw_sealed, @amount, '');

-- name: OpenImports :many
SELECT * FROM quarantine_import WHERE ended_at = 0 ORDER BY made_at, id;

-- name: WaitingRows :many
SELECT number, raw_sealed FROM quarantine_row WHERE import = @import AND outcome = '' ORDER BY number LIMIT @most;

-- name: EndRow :exec
UPDATE quarantine_row SET outcome = @outcome WHERE import = @import AND number = @number AND outcome = '';

-- name: EndImport :exec
UPDATE quarantine_import SET ended_at = @ended_at WHERE id = @id AND ended_at = 0;

-- name: Imports :many
SELECT i.id, i.system, i.from_at, i.to_at, i.made_at, i.made_by, i.ended_at, i.asked, i.failure, COUNT(r.number) AS lines,
    CAST(COALESCE(SUM(CASE WHEN r.outcome = 'known' THEN 1 ELSE 0 END), 0) AS BIGINT) AS known,
    CAST(COALESCE(SUM(CASE WHEN r.outcome = 'booked' THEN 1 ELSE 0 END), 0) AS BIGINT) AS booked,
    CAST(COALESCE(SUM(CASE WHEN r.outcome = 'case' THEN 1 ELSE 0 END), 0) AS BIGINT) AS cases
FROM quarantine_import i LEFT JOIN quarantine_row r ON r.import = i.id
WHERE i.made_at >= @since
GROUP BY i.id, i.system, i.from_at, i.to_at, i.made_at, i.made_by, i.ended_at, i.asked, i.failure ORDER BY i.made_at, i.id;

-- name: RowsAfter :many
-- The rows of a list behind one, of an outcome or of any. A list has some thousand.
SELECT number, raw_sealed, amount, outcome FROM quarantine_row
WHERE import = @import AND number > @after AND (@outcome = '' OR outcome = @outcome) ORDER BY number LIMIT @most;

-- name: OpenOfSystems :many
SELECT system, COUNT(*) AS open FROM quarantine_case WHERE state = 'open' GROUP BY system;

-- name: OpenOfSystem :one
SELECT COUNT(*) FROM quarantine_case WHERE state = 'open' AND system = @system;

-- name: OpenOfImport :many
SELECT * FROM quarantine_case WHERE state = 'open' AND system = @system AND import = @import ORDER BY number LIMIT @most;

-- name: KindsOfImport :many
SELECT kind, COUNT(*) AS open, CAST(SUM(CASE WHEN member = '' THEN 1 ELSE 0 END) AS BIGINT) AS unknown
FROM quarantine_case WHERE state = 'open' AND system = @system AND import = @import GROUP BY kind ORDER BY kind;

-- name: AddCase :exec
INSERT INTO quarantine_case (id, system, source, import, number, kind, reference, member, amount, state, books, found_at, decided_by,
    decided_at)
VALUES (@id, @system, @source, @import, @number, @kind, @reference, @member, @amount, 'open', '', @found_at, '', 0)
ON CONFLICT (system, source) DO NOTHING;

-- name: CaseOfLine :one
SELECT id, state, kind FROM quarantine_case WHERE system = @system AND source = @source;

-- name: FindCase :one
SELECT sqlc.embed(c), r.raw_sealed FROM quarantine_case c JOIN quarantine_row r ON r.import = c.import AND r.number = c.number WHERE c.id = @id;

-- name: LockCase :one
UPDATE quarantine_case SET state = state WHERE id = @id RETURNING state;

-- name: CasesAfter :many
SELECT * FROM quarantine_case
WHERE state = 'open' AND found_at >= @since AND (found_at > @since OR id > @after_id) ORDER BY found_at, id LIMIT @most;

-- name: CountCases :one
SELECT COUNT(*) AS count, CAST(COALESCE(MIN(found_at), 0) AS BIGINT) AS oldest FROM quarantine_case WHERE state = 'open';

-- name: DecideCase :execrows
UPDATE quarantine_case SET state = 'closed', books = @books, member = @member, decided_by = @decided_by, decided_at = @decided_at
WHERE id = @id AND state = 'open';

-- name: AnswerCase :execrows
UPDATE quarantine_case SET state = 'closed', books = @books, decided_at = @decided_at WHERE id = @id AND state = 'open' AND kind = 'unanswered';

-- name: EndRowDocuments :execrows
-- Lines of lists of long ago. There are some thousand per restoration.
UPDATE quarantine_row SET raw_sealed = '' WHERE raw_sealed <> '' AND outcome <> '' AND import IN (
    SELECT i.id FROM quarantine_import i WHERE i.ended_at > 0 AND i.ended_at < @before);
