-- +goose Up
-- What was in force of each section of the content, and who wanted it: a row per change, some a day (docs/architecture/0024, section
-- 13). The areas' own tables say what is in force.
CREATE TABLE content_change (
    section     TEXT   NOT NULL,
    version     BIGINT NOT NULL, -- 1, 2, ... of each section
    body        TEXT   NOT NULL, -- as content apply takes it
    at          BIGINT NOT NULL,
    proposed_by TEXT   NOT NULL, -- '': nobody: the product, a house without operators, or it was found in force
    approved_by TEXT   NOT NULL,
    reason      TEXT   NOT NULL,
    proposal    TEXT   NOT NULL,
    PRIMARY KEY (section, version)
);

-- +goose Down
DROP TABLE content_change;
