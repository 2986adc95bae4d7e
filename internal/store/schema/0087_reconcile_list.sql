-- +goose Up
-- The days of all providers are listed newest first.
CREATE INDEX reconcile_day_newest ON reconcile_day (day DESC, provider);

-- +goose Down
DROP INDEX reconcile_day_newest;
