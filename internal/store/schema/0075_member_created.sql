-- +goose Up

-- How many members registered in a span, for the operators' page of the day. It is built in a second for a million members, and
-- takes some 30 MB for them; a registration writes one row more.
CREATE INDEX IF NOT EXISTS member_created ON member (created_at);

-- +goose Down
DROP INDEX IF EXISTS member_created;
