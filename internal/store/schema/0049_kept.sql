-- +goose Up
-- For how long an answer is to be given again, in microseconds, beside when that ends: where the clock went back, an end that is
-- further ahead than that says nothing. -1 is a row of a program that did not say so.
ALTER TABLE http_answer ADD COLUMN kept BIGINT NOT NULL DEFAULT -1;

-- +goose Down
ALTER TABLE http_answer DROP COLUMN kept;
