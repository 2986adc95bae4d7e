-- +goose Up
-- Pictures that operators uploaded for the content: some hundred rows. A picture stays, because a former version of a section may
-- show it again.
CREATE TABLE content_picture (
    hash     TEXT   NOT NULL PRIMARY KEY, -- SHA-256 of the file as it came, by which the same picture twice is one
    blob     TEXT   NOT NULL,
    type     TEXT   NOT NULL,
    operator TEXT   NOT NULL,
    added_at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE content_picture;
