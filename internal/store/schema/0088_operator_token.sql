-- +goose Up
-- Tokens by which systems of the house call the operator API (docs/architecture/0024, section 3). A house has some dozen, so nothing
-- here costs anything. A node of the version before knows none of them, and refuses them.
CREATE TABLE operator_token (
    id        TEXT   PRIMARY KEY, -- the system's name, and letters of its own
    hash      TEXT   NOT NULL,    -- of the token: nobody can show it again
    system    TEXT   NOT NULL,
    role      TEXT   NOT NULL,
    scopes    TEXT   NOT NULL,    -- apart by spaces
    addresses TEXT   NOT NULL,    -- the networks that it counts from, apart by spaces; '': all
    made_by   TEXT   NOT NULL,
    second    TEXT   NOT NULL,    -- who approved it
    made_at   BIGINT NOT NULL,
    ends_at   BIGINT NOT NULL,
    seen_at   BIGINT NOT NULL,    -- its last use, to a minute; 0: none
    ended_at  BIGINT NOT NULL,    -- 0 while nobody has ended it
    ended_by  TEXT   NOT NULL
);
CREATE UNIQUE INDEX operator_token_hash ON operator_token (hash);

-- +goose Down
DROP TABLE operator_token;
