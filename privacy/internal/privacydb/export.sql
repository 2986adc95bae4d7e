-- name: AskExport :execrows
-- A new export in the place of the one before, if that may be replaced: it failed, or was asked for long enough ago.
INSERT INTO member_export (member, language, state, asked_at, due_at, turn, tries, ready_at, ends_at, data_parts, data_size, page_parts,
    page_size)
VALUES (@member, @language, 'making', @asked_at, @asked_at, 1, 0, 0, 0, '', 0, '', 0)
ON CONFLICT (member) DO UPDATE SET language = excluded.language, state = 'making', asked_at = excluded.asked_at,
    due_at = excluded.due_at, turn = member_export.turn + 1, tries = 0, ready_at = 0, ends_at = 0,
    data_parts = '', data_size = 0, page_parts = '', page_size = 0
WHERE member_export.state = 'failed' OR member_export.state = 'ready' AND member_export.asked_at <= @before;

-- name: ExportOf :one
SELECT * FROM member_export WHERE member = @member;

-- name: DueExport :one
SELECT * FROM member_export WHERE due_at > 0 AND due_at <= @due_at ORDER BY due_at LIMIT 1;

-- name: BeginExport :execrows
-- Takes an export on. What a former turn has made of it goes.
UPDATE member_export SET turn = turn + 1, tries = tries + 1, due_at = @due_at, data_parts = '', data_size = 0, page_parts = '',
    page_size = 0 WHERE member = @member AND turn = @turn AND due_at > 0;

-- name: AddDataPart :execrows
UPDATE member_export SET data_parts = data_parts || @part, data_size = data_size + @size WHERE member = @member AND turn = @turn;

-- name: AddPagePart :execrows
UPDATE member_export SET page_parts = page_parts || @part, page_size = page_size + @size WHERE member = @member AND turn = @turn;

-- name: EndExport :execrows
UPDATE member_export SET state = @state, due_at = 0, ready_at = @ready_at, ends_at = @ends_at WHERE member = @member AND turn = @turn;

-- name: EndedExports :many
SELECT member, data_parts, page_parts FROM member_export WHERE ends_at > 0 AND ends_at <= @ends_at ORDER BY ends_at LIMIT @most;

-- name: DropExport :exec
DELETE FROM member_export WHERE member = @member;
