-- +goose Up

-- Members by their own name, however it is written, as 0040 has them by their account's holder: a blind index of each way to read
-- it in its normal form (internal/person). It links nobody. The member area writes it beside the name; members of before are
-- indexed in batches while nodes run.
CREATE TABLE member_name (
    member   TEXT NOT NULL,
    name_key TEXT NOT NULL,
    PRIMARY KEY (member, name_key)
);
CREATE INDEX member_name_key ON member_name (name_key, member);

-- Which version of the normal form a member's rows are of (0: it has none yet), and the name that they were written with: a node
-- of the version before changes the name alone. Each index reads all members once while it is built: seconds for a million.
ALTER TABLE member ADD COLUMN name_form BIGINT NOT NULL DEFAULT 0;
ALTER TABLE member ADD COLUMN name_from TEXT NOT NULL DEFAULT '';
CREATE INDEX member_name_form ON member (name_form, id);
CREATE INDEX member_name_stale ON member (id) WHERE name_from <> name;

-- +goose Down
DROP INDEX member_name_stale;
DROP INDEX member_name_form;
ALTER TABLE member DROP COLUMN name_from;
ALTER TABLE member DROP COLUMN name_form;
DROP TABLE member_name;
