-- +goose Up
-- How often the operator's content was changed, one row. Whoever keeps content in memory compares this number: docs/architecture/0020.
CREATE TABLE content_version (
    id      BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    version BIGINT NOT NULL
);
INSERT INTO content_version (id, version) VALUES (1, 1);

-- +goose Down
DROP TABLE content_version;
