-- +goose Up

-- Whose conversation it is: the operator who took it, or answered last; '': nobody's.
ALTER TABLE chat_conversation ADD COLUMN operator TEXT NOT NULL DEFAULT '';
-- Those of an operator, the latest first. Only conversations with persons are in it: a house has thousands at most.
CREATE INDEX chat_conversation_operator ON chat_conversation (operator, last_at) WHERE operator <> '';

-- Answers that operators have ready.
CREATE TABLE chat_canned (
    code       TEXT   PRIMARY KEY,
    title      TEXT   NOT NULL,
    th         TEXT   NOT NULL, -- the answer in each language of the app; {name} and such are filled in by whoever sends it
    lo         TEXT   NOT NULL,
    en         TEXT   NOT NULL,
    keys       TEXT   NOT NULL, -- what an operator types after a slash to get it; '': by its title alone
    changed_at BIGINT NOT NULL,
    changed_by TEXT   NOT NULL
);

-- +goose Down
DROP TABLE chat_canned;
DROP INDEX chat_conversation_operator;
ALTER TABLE chat_conversation DROP COLUMN operator;
