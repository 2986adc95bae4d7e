-- +goose Up

-- Members by their account's holder, however the name is written: a blind index of each way to read it in its normal form
-- (internal/person). The member area writes it beside the name; members of before are indexed in batches while nodes run.
CREATE TABLE member_holder (
    member     TEXT NOT NULL,
    holder_key TEXT NOT NULL,
    spelling   TEXT NOT NULL, -- the beginning of member.bank_holder_index: who has another one was no link before
    PRIMARY KEY (member, holder_key)
);
CREATE INDEX member_holder_key ON member_holder (holder_key, spelling, member);

-- Which version of the normal form a member's rows are of (0: it has none yet), and the bank_holder_index that they were
-- written with: a node of the version before changes that one alone.
ALTER TABLE member ADD COLUMN holder_form BIGINT NOT NULL DEFAULT 0;
ALTER TABLE member ADD COLUMN holder_from TEXT NOT NULL DEFAULT '';
CREATE INDEX member_holder_form ON member (holder_form, id);
CREATE INDEX member_holder_stale ON member (id) WHERE holder_from <> bank_holder_index;

-- +goose Down
DROP INDEX member_holder_stale;
DROP INDEX member_holder_form;
ALTER TABLE member DROP COLUMN holder_from;
ALTER TABLE member DROP COLUMN holder_form;
DROP TABLE member_holder;
