-- +goose Up
-- One row per limit and subject (hashed) that was charged: the instant at which its allowance is whole again.
CREATE TABLE rate_limit (
    key      TEXT   PRIMARY KEY,
    whole_at BIGINT NOT NULL
);
-- Rows whose instant has passed say nothing and are swept.
CREATE INDEX rate_limit_whole_at ON rate_limit (whole_at);

-- +goose Down
DROP TABLE rate_limit;
