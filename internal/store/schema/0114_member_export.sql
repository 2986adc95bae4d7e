-- +goose Up

-- A member's own export: one row for each member that asked, of the export that it asked for last. A job makes it, in parts that
-- are kept sealed (blob), and it ends after three days.
CREATE TABLE member_export (
    member     TEXT   PRIMARY KEY,
    language   TEXT   NOT NULL, -- the page's: th, lo, en
    state      TEXT   NOT NULL, -- making, ready, failed
    asked_at   BIGINT NOT NULL,
    due_at     BIGINT NOT NULL, -- when it is made, or tried again; 0: it is not being made
    turn       BIGINT NOT NULL, -- counts who makes it: whoever has an older one changes nothing
    tries      BIGINT NOT NULL, -- how often it was begun since it was asked for
    ready_at   BIGINT NOT NULL, -- 0 until then
    ends_at    BIGINT NOT NULL, -- when the row and its files go; 0 while it is being made
    data_parts TEXT   NOT NULL, -- blob.id of each part of the JSON, in order, each followed by a space
    data_size  BIGINT NOT NULL, -- in bytes
    page_parts TEXT   NOT NULL, -- the same of the page
    page_size  BIGINT NOT NULL
);
CREATE INDEX member_export_due ON member_export (due_at) WHERE due_at > 0;
CREATE INDEX member_export_end ON member_export (ends_at) WHERE ends_at > 0;

-- +goose Down
DROP TABLE member_export;
