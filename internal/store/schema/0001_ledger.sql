-- +goose Up
CREATE TABLE store_epoch (id BIGINT PRIMARY KEY);
-- +goose Down
DROP TABLE store_epoch;
