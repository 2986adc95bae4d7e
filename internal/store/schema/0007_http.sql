-- +goose Up
-- What a call answered, so that the same call again gets the same answer and has no second effect (API.md, Conventions).
-- scope is a hash of member, method, path and key; a row with a lease belongs to a request that is still running.
-- operation names what the request does, and outlives a run that died: whoever takes over does the same thing.
CREATE TABLE http_answer (
    scope       TEXT   NOT NULL PRIMARY KEY,
    request     TEXT   NOT NULL,
    run         TEXT   NOT NULL,
    operation   TEXT   NOT NULL,
    leased_to   BIGINT NOT NULL,
    status      BIGINT NOT NULL,
    body        TEXT   NOT NULL,
    expires_at  BIGINT NOT NULL
);
CREATE INDEX http_answer_expiry ON http_answer (expires_at);

-- The demo's master key where several demo nodes share one PostgreSQL: play money only. A production node gets its key
-- from its environment and never writes it down.
CREATE TABLE demo_secret (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

-- +goose Down
DROP TABLE demo_secret;
DROP TABLE http_answer;
