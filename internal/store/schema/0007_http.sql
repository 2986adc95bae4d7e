-- +goose Up
-- What a call answered, so that the same call again gets the same answer and has no second effect (API.md, Conventions).
-- scope is a hash of member, method, path and key; a row with a lease belongs to a request that is still running.
CREATE TABLE http_answer (
    scope       TEXT   NOT NULL PRIMARY KEY,
    request     TEXT   NOT NULL,
    run         TEXT   NOT NULL,
    generation  BIGINT NOT NULL,
    leased_to   BIGINT NOT NULL,
    status      BIGINT NOT NULL,
    body        TEXT   NOT NULL,
    expires_at  BIGINT NOT NULL
);
CREATE INDEX http_answer_expiry ON http_answer (expires_at);

-- +goose Down
DROP TABLE http_answer;
