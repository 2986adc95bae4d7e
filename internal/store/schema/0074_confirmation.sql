-- +goose Up
-- That a person has confirmed a decision, which is good for that decision alone, once, for two minutes (docs/architecture/0024,
-- section 2). A row is kept for a day, so there are some hundreds. A node of the version before asks for none and writes none.
CREATE TABLE confirmation (
    hash     TEXT   PRIMARY KEY, -- of its token
    session  TEXT   NOT NULL,
    decision TEXT   NOT NULL, -- the fingerprint of what is decided
    key_used TEXT   NOT NULL, -- what it was confirmed with: totp, recovery
    made_at  BIGINT NOT NULL,
    ends_at  BIGINT NOT NULL,
    used_at  BIGINT NOT NULL -- 0 while it counts
);
CREATE INDEX confirmation_session ON confirmation (session);

-- +goose Down
DROP TABLE confirmation;
