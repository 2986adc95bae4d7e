-- +goose Up
-- What each node says of itself (internal/node): that it runs, and what it runs with, as one JSON text: version, addresses, clock,
-- jobs, settings. A secret is in it only as a keyed digest. A house has some nodes, so this costs nothing. A node of the version
-- before says nothing.
CREATE TABLE node_run (
    number  BIGINT PRIMARY KEY, -- part of every id that the node makes
    seen_at BIGINT NOT NULL,    -- to a minute
    left_at BIGINT NOT NULL,    -- 0: it has not been stopped in order
    body    TEXT   NOT NULL
);

-- Whom an operator is at the house's OpenID provider (docs/architecture/0024, section 1): the provider says who, the house says what.
CREATE TABLE operator_subject (
    operator  TEXT   PRIMARY KEY,
    issuer    TEXT   NOT NULL,
    subject   TEXT   NOT NULL,
    linked_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX operator_subject_who ON operator_subject (issuer, subject);

-- +goose Down
DROP TABLE operator_subject;
DROP TABLE node_run;
