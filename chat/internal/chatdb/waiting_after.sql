-- name: WaitingAfter :many
SELECT id, member, language, waiting_at FROM chat_conversation
WHERE waiting_at > 0 AND waiting_at >= @waiting_at AND (waiting_at > @waiting_at OR id > @after_id)
ORDER BY waiting_at, id LIMIT @most;
