-- +goose Up

-- What operators note at a conversation, for each other. The customer never reads it.
CREATE TABLE chat_note (
    id         TEXT   PRIMARY KEY,
    owner      TEXT   NOT NULL, -- of the conversation
    operator   TEXT   NOT NULL, -- who wrote it
    client_id  TEXT   NOT NULL, -- the writer's own, by which it is noted once
    text       TEXT   NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX chat_note_client ON chat_note (owner, operator, client_id);
-- A conversation's page reads its notes, the newest first.
CREATE INDEX chat_note_owner ON chat_note (owner, created_at, id);
CREATE INDEX chat_note_age ON chat_note (created_at);

-- +goose Down
DROP TABLE chat_note;
