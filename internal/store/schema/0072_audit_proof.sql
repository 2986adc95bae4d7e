-- +goose Up

-- What the last check of the whole audit log found. One node checks it at least once an hour, or when somebody asks.
CREATE TABLE audit_proof (
    id         BIGINT PRIMARY KEY, -- always 1
    asked_at   BIGINT NOT NULL,
    checked_at BIGINT NOT NULL, -- when the check began; 0: there was none yet
    found      TEXT   NOT NULL  -- JSON
);
INSERT INTO audit_proof (id, asked_at, checked_at, found) VALUES (1, 0, 0, '{}');

-- +goose Down
DROP TABLE audit_proof;
