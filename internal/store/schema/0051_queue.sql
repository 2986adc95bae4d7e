-- +goose Up

-- From where a guest last wrote: so many conversations of one address wait for a person and no more.
ALTER TABLE chat_conversation ADD COLUMN address TEXT NOT NULL DEFAULT ''; -- keyed hash of the guest's network; '' of a member
CREATE INDEX chat_conversation_address ON chat_conversation (address) WHERE waiting_at > 0 AND address <> '';

-- +goose Down
DROP INDEX chat_conversation_address;
ALTER TABLE chat_conversation DROP COLUMN address;
