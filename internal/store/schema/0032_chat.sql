-- +goose Up

-- One conversation for each member and each guest; chat/doc.go says what holds.
CREATE TABLE chat_conversation (
    owner      TEXT   PRIMARY KEY, -- m:{member}, or g:{SHA-256 of the guest's UUID}
    id         TEXT   NOT NULL,    -- what operators call it
    member     TEXT   NOT NULL,    -- '' of a guest
    guest      TEXT   NOT NULL,    -- the guest's UUID, sealed; '' of a member
    language   TEXT   NOT NULL,    -- th, lo, en: what the customer's app was set to when it last wrote
    session    TEXT   NOT NULL,    -- '' where it has ended: the next message begins one
    state      TEXT   NOT NULL,    -- who answers: rules, waiting (a person was asked for), person
    number     BIGINT NOT NULL,    -- of its last message
    read_by_customer BIGINT NOT NULL, -- number of the last message that the customer has seen
    read_by_house    BIGINT NOT NULL, -- and the house
    waiting_at BIGINT NOT NULL,    -- since when a person is asked for; 0: not
    last_at    BIGINT NOT NULL,    -- of its last message
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX chat_conversation_id ON chat_conversation (id);
CREATE INDEX chat_conversation_last ON chat_conversation (last_at);
CREATE INDEX chat_conversation_waiting ON chat_conversation (waiting_at) WHERE waiting_at > 0;

CREATE TABLE chat_message (
    id           TEXT   PRIMARY KEY,
    owner        TEXT   NOT NULL,
    number       BIGINT NOT NULL, -- counts the conversation's messages from 1
    sender       TEXT   NOT NULL, -- customer, other
    client_id    TEXT   NOT NULL, -- the sender's own; '' without
    operator     TEXT   NOT NULL, -- whose reply it is; '' of the customer's and of the rules'
    session      TEXT   NOT NULL,
    type         TEXT   NOT NULL,
    payload      TEXT   NOT NULL, -- JSON, as on the wire
    username     TEXT   NOT NULL,
    name         TEXT   NOT NULL,
    device_token TEXT   NOT NULL,
    created_at   BIGINT NOT NULL  -- rises within a conversation by a millisecond at least
);
CREATE UNIQUE INDEX chat_message_number ON chat_message (owner, number);
CREATE UNIQUE INDEX chat_message_client ON chat_message (owner, sender, client_id) WHERE client_id <> '';
CREATE INDEX chat_message_age ON chat_message (created_at);

-- Pictures and films that customers uploaded for a message.
CREATE TABLE chat_media (
    id         TEXT   PRIMARY KEY, -- the last part of its path: who knows it may see it
    owner      TEXT   NOT NULL,
    kind       TEXT   NOT NULL, -- image, video
    type       TEXT   NOT NULL, -- its Content-Type
    size       BIGINT NOT NULL, -- bytes
    parts      TEXT   NOT NULL, -- blob.id of each part, in order, separated by spaces
    created_at BIGINT NOT NULL,
    sent_at    BIGINT NOT NULL  -- when it was last sent; 0: not yet
);
CREATE INDEX chat_media_unsent ON chat_media (created_at) WHERE sent_at = 0;
CREATE INDEX chat_media_sent ON chat_media (sent_at) WHERE sent_at > 0;

CREATE TABLE chat_setting (
    id         BIGINT PRIMARY KEY, -- always 1
    body       TEXT   NOT NULL,
    updated_at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE chat_setting;
DROP TABLE chat_media;
DROP TABLE chat_message;
DROP TABLE chat_conversation;
