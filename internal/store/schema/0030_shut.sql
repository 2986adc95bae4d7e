-- +goose Up

-- Members that are shut out of play (a break, a self-exclusion, a deactivation): what is still to be done for each. The row
-- goes when the member may play again.
CREATE TABLE member_shut (
    member  TEXT   NOT NULL PRIMARY KEY,
    since   BIGINT NOT NULL, -- no transfer into a game was begun after it
    due_at  BIGINT NOT NULL, -- when somebody goes on with it
    tries   BIGINT NOT NULL, -- how often money was looked for since it was last all home
    kicked  BIGINT NOT NULL, -- how often the member was thrown out of its games
    home_at BIGINT NOT NULL, -- when nothing was found in games; 0 while some may be there
    closing BIGINT NOT NULL  -- since when everything is to be paid out; 0 where nobody asked for it
);
CREATE INDEX member_shut_due ON member_shut (due_at);

-- What happened to shut a member out or to let it in again, for good.
CREATE TABLE protection_event (
    id         TEXT   NOT NULL PRIMARY KEY,
    member     TEXT   NOT NULL,
    kind       TEXT   NOT NULL, -- break, exclude, deactivate, reactivate, close, end
    until      BIGINT NOT NULL, -- 0 where it has no end of its own
    decided_by TEXT   NOT NULL, -- an operator's name; '' where the member did it itself, or time
    at         BIGINT NOT NULL
);
CREATE INDEX protection_event_member ON protection_event (member, at);

-- Until when a session's owner counts as having shown just now who it is, and when a browser first asked for a withdrawal.
ALTER TABLE session ADD COLUMN confirmed_until BIGINT NOT NULL DEFAULT 0;
ALTER TABLE device ADD COLUMN withdrew_at BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE device DROP COLUMN withdrew_at;
ALTER TABLE session DROP COLUMN confirmed_until;
DROP TABLE protection_event;
DROP TABLE member_shut;
