-- +goose Up

-- What operators note about a member, for each other. The member never reads it.
CREATE TABLE member_note (
    id         TEXT    PRIMARY KEY,
    member     TEXT    NOT NULL,
    operator   TEXT    NOT NULL, -- who wrote it
    text       TEXT    NOT NULL,
    pinned     BOOLEAN NOT NULL, -- before the others
    created_at BIGINT  NOT NULL
);
-- A member's page reads its notes: pinned ones first, then the newest.
CREATE INDEX member_note_member ON member_note (member, pinned, created_at, id);

-- +goose Down
DROP TABLE member_note;
