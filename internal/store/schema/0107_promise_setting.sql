-- +goose Up
-- How long things may wait for a person, by the house's own word: one row, of the section "promises".
CREATE TABLE promise_setting (
    id         BIGINT NOT NULL PRIMARY KEY, -- always 1
    body       TEXT   NOT NULL,
    updated_at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE promise_setting;
