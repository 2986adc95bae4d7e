-- +goose Up
-- How operators like their console, and the filters that they keep (docs/architecture/0024, section 1). A house has some dozen
-- operators, each with at most fifty filters. A node of the version before knows none of it.
CREATE TABLE operator_preference (
    operator TEXT   PRIMARY KEY,
    locale   TEXT   NOT NULL,
    theme    TEXT   NOT NULL,
    kinds    TEXT   NOT NULL, -- of the queue, apart by spaces
    at       BIGINT NOT NULL
);

CREATE TABLE operator_view (
    operator TEXT   NOT NULL,
    list     TEXT   NOT NULL,
    name     TEXT   NOT NULL,
    query    TEXT   NOT NULL,
    at       BIGINT NOT NULL,
    PRIMARY KEY (operator, list, name)
);

-- What a session of an operator was signed in by; '' of members, and where a node of the version before opened it. No row is
-- written anew for it.
ALTER TABLE session ADD COLUMN way TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE session DROP COLUMN way;
DROP TABLE operator_view;
DROP TABLE operator_preference;
