-- +goose Up
-- Reference data, texts and settings: one JSON document per section, in versions with from and to (RULES.md section 13).
-- The version in force has valid_to 0.
CREATE TABLE content (
    section    TEXT   NOT NULL,
    version    BIGINT NOT NULL,
    body       TEXT   NOT NULL,
    valid_from BIGINT NOT NULL,
    valid_to   BIGINT NOT NULL,
    PRIMARY KEY (section, version)
);
CREATE INDEX content_current ON content (valid_to, section);

-- +goose Down
DROP TABLE content;
