-- name: Setting :one
SELECT body FROM chat_setting WHERE id = 1;

-- name: SetSetting :exec
INSERT INTO chat_setting (id, body, updated_at) VALUES (1, @body, @updated_at)
ON CONFLICT (id) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at;

-- name: AddConversation :exec
INSERT INTO chat_conversation (owner, id, member, guest, language, session, state, number, read_by_customer, read_by_house, waiting_at, last_at, created_at)
VALUES (@owner, @id, @member, @guest, @language, '', 'rules', 0, 0, 0, 0, 0, @created_at) ON CONFLICT (owner) DO NOTHING;

-- name: LockConversation :one
UPDATE chat_conversation SET number = number WHERE owner = @owner RETURNING *;

-- name: LockConversationByID :one
UPDATE chat_conversation SET number = number WHERE id = @id RETURNING *;

-- name: Conversation :one
SELECT * FROM chat_conversation WHERE owner = @owner;

-- name: ConversationByID :one
SELECT * FROM chat_conversation WHERE id = @id;

-- name: SaveConversation :exec
UPDATE chat_conversation SET language = @language, session = @session, state = @state, number = @number,
    waiting_at = @waiting_at, last_at = @last_at, address = @address, operator = @operator, person_at = @person_at
WHERE owner = @owner;

-- name: WaitingAt :one
SELECT COUNT(*) FROM chat_conversation
WHERE address = @address AND address <> '' AND waiting_at > 0 AND state = 'waiting' AND owner <> @owner;

-- name: ReadByCustomer :exec
UPDATE chat_conversation SET read_by_customer = number WHERE owner = @owner AND read_by_customer < number;

-- name: ReadByHouse :exec
UPDATE chat_conversation SET read_by_house = @number WHERE owner = @owner AND read_by_house < @number;

-- name: WaitingConversations :many
SELECT * FROM chat_conversation WHERE waiting_at > 0 ORDER BY waiting_at, owner LIMIT @most;

-- name: LatestConversations :many
SELECT * FROM chat_conversation WHERE waiting_at = 0 AND number > 0 ORDER BY last_at DESC, owner LIMIT @most;

-- name: Waits :one
SELECT COUNT(*) AS conversations, CAST(COALESCE(MIN(waiting_at), 0) AS BIGINT) AS since FROM chat_conversation WHERE waiting_at > 0;

-- name: AddMessage :exec
INSERT INTO chat_message (id, owner, number, sender, client_id, operator, session, type, payload, username, name, device_token, created_at)
VALUES (@id, @owner, @number, @sender, @client_id, @operator, @session, @type, @payload, @username, @name, @device_token, @created_at);

-- name: MessageByClientID :one
SELECT * FROM chat_message WHERE owner = @owner AND sender = @sender AND client_id = @client_id AND client_id <> '';

-- name: History :many
SELECT * FROM chat_message WHERE owner = @owner ORDER BY number DESC LIMIT @most OFFSET @skipped;

-- name: MessagesBetween :many
SELECT * FROM chat_message WHERE owner = @owner AND number BETWEEN @first AND @last ORDER BY number;

-- name: SweepMessages :execrows
DELETE FROM chat_message WHERE id IN (SELECT m.id FROM chat_message m WHERE m.created_at < @before ORDER BY m.created_at LIMIT @most);

-- name: SweepConversations :execrows
DELETE FROM chat_conversation WHERE owner IN (
    SELECT c.owner FROM chat_conversation c WHERE c.last_at < @before AND c.created_at < @before
    AND NOT EXISTS (SELECT 1 FROM chat_message m WHERE m.owner = c.owner)
    AND NOT EXISTS (SELECT 1 FROM chat_note n WHERE n.owner = c.owner) ORDER BY c.last_at LIMIT @most);

-- name: AddMedia :exec
INSERT INTO chat_media (id, owner, kind, type, size, parts, created_at, sent_at, holder, guest, counted)
VALUES (@id, @owner, @kind, @type, 0, '', @created_at, 0, @holder, @guest, @counted);

-- name: LockSpace :exec
UPDATE chat_space SET id = id WHERE id = 1;

-- name: HolderSpace :one
SELECT CAST(COALESCE(SUM(counted), 0) AS BIGINT) AS bytes FROM chat_media WHERE holder = @holder AND holder <> '' AND created_at >= @since;

-- name: GuestSpace :one
SELECT CAST(COALESCE(SUM(counted), 0) AS BIGINT) AS bytes,
    CAST(COALESCE(SUM(CASE WHEN sent_at = 0 THEN counted ELSE 0 END), 0) AS BIGINT) AS unsent
FROM chat_media WHERE guest;

-- name: AddPart :exec
UPDATE chat_media SET size = size + @more, parts = parts || CAST(@part AS TEXT) WHERE id = @id;

-- name: Media :one
SELECT * FROM chat_media WHERE id = @id;

-- name: SendMedia :execrows
UPDATE chat_media SET sent_at = @sent_at WHERE id = @id AND owner = @owner AND kind = @kind AND created_at >= @since;

-- name: OldMedia :many
SELECT id, parts FROM chat_media WHERE sent_at = 0 AND created_at < @unsent OR sent_at > 0 AND sent_at < @sent ORDER BY created_at LIMIT @most;

-- name: DeleteMedia :execrows
DELETE FROM chat_media WHERE id = @id AND (sent_at = 0 AND created_at < @unsent OR sent_at > 0 AND sent_at < @sent);
