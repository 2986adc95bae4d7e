-- +goose Up
-- Shells that wait to be signed in by an operator at the console (docs/architecture/0024, section 2). A row lives for ten minutes
-- and is kept for a day, so there are some dozen. A node of the version before knows none of it, and signs shells in by password.
CREATE TABLE operator_shell (
    hash        TEXT   PRIMARY KEY, -- of the code that the shell asks by: nobody can show it again
    user_index  TEXT   NOT NULL,    -- of the code that a person types: it is short, so its index is keyed
    machine     TEXT   NOT NULL,    -- as the shell calls it
    address     TEXT   NOT NULL,
    agent       TEXT   NOT NULL,
    operator    TEXT   NOT NULL,    -- who let it in; '' while nobody has
    stamp       BIGINT NOT NULL,    -- of its secrets then
    made_at     BIGINT NOT NULL,
    ends_at     BIGINT NOT NULL,
    approved_at BIGINT NOT NULL,    -- 0 while nobody has let it in
    ended_at    BIGINT NOT NULL     -- refused, or signed in: 0 while it counts
);
CREATE UNIQUE INDEX operator_shell_user ON operator_shell (user_index) WHERE ended_at = 0;
CREATE INDEX operator_shell_end ON operator_shell (ends_at);

-- +goose Down
DROP TABLE operator_shell;
