-- +goose Up

-- What happened that the house wants to be told of (docs/architecture/0024, section 11). A row is written in the commit of what
-- happened, where a target of the configuration wants to know of it. No row names a member or an operator.
CREATE TABLE notice (
    id    TEXT   PRIMARY KEY, -- of the event and its key, so that it is told once
    event TEXT   NOT NULL,
    body  TEXT   NOT NULL, -- codes, counts and times, as JSON
    at    BIGINT NOT NULL
);
-- The list, newest first, and what is removed after its time.
CREATE INDEX notice_at ON notice (at, id);
CREATE TABLE notice_delivery (
    notice   TEXT   NOT NULL,
    target   TEXT   NOT NULL, -- by its name in the configuration
    state    TEXT   NOT NULL, -- due, done, dead
    tries    BIGINT NOT NULL,
    turn     BIGINT NOT NULL, -- rises with each try: one that was paused for long says nothing any more
    since_at BIGINT NOT NULL, -- since when it is tried
    due_at   BIGINT NOT NULL,
    ended_at BIGINT NOT NULL, -- 0: not yet
    last     TEXT   NOT NULL, -- why it was not taken the last time
    PRIMARY KEY (notice, target)
);
-- What is to be told now.
CREATE INDEX notice_delivery_due ON notice_delivery (due_at) WHERE state = 'due';
-- Whether a target takes nothing.
CREATE INDEX notice_delivery_open ON notice_delivery (target, since_at) WHERE state <> 'done';
-- When a target took something last.
CREATE INDEX notice_delivery_done ON notice_delivery (target, ended_at) WHERE state = 'done';

-- +goose Down
DROP TABLE notice_delivery;
DROP TABLE notice;
