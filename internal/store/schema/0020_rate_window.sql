-- +goose Up

-- The latest events of a limit of so many per window, as many as it allows: microseconds in order, a JSON array. Such a
-- row's whole_at is when the newest of them is out of the window. Rows from before start with an empty window.
ALTER TABLE rate_limit ADD COLUMN events TEXT NOT NULL DEFAULT '[]';

-- +goose Down
ALTER TABLE rate_limit DROP COLUMN events;
