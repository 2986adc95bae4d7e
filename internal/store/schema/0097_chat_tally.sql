-- +goose Up

-- How operators answered in the chat: sums by the hour of the answer or of the end, and by operator. Durations are in microseconds.
CREATE TABLE chat_tally (
    hour_at  BIGINT NOT NULL, -- its beginning
    operator TEXT   NOT NULL,
    answers  BIGINT NOT NULL, -- how many customers that waited it answered
    waited   BIGINT NOT NULL, -- how long they had waited, in all
    longest  BIGINT NOT NULL, -- and the longest of them
    replies  BIGINT NOT NULL, -- its messages
    ended    BIGINT NOT NULL, -- conversations of its that ended
    lasted   BIGINT NOT NULL, -- how long they had been with persons, in all
    PRIMARY KEY (hour_at, operator)
);

-- Since when a session is with persons; 0: it is with the rules.
ALTER TABLE chat_conversation ADD COLUMN person_at BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE chat_conversation DROP COLUMN person_at;
DROP TABLE chat_tally;
