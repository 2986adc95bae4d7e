-- +goose Up
-- Operators' passkeys (docs/architecture/0024, section 1). A house has some dozen. A node of the version before knows none of them,
-- and goes on to sign in by password and code.
CREATE TABLE operator_passkey (
    id         TEXT   PRIMARY KEY, -- as the device names it
    operator   TEXT   NOT NULL,
    name       TEXT   NOT NULL,    -- that its owner gave it
    record     TEXT   NOT NULL,    -- its public key, counter and flags, as package passkey writes them
    backed_up  BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    used_at    BIGINT NOT NULL
);
CREATE INDEX operator_passkey_of ON operator_passkey (operator);

-- +goose Down
DROP TABLE operator_passkey;
