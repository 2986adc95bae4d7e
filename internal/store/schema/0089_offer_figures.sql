-- +goose Up

-- What a campaign granted, newest first, and by day (docs/founding/OPERATOR-API.md, section 10). It is built in some five seconds
-- for five million conditions, and takes about 400 MB for them.
CREATE INDEX bonus_condition_campaign ON bonus_condition (source, campaign, granted_at, id);
-- How often each slice of a table was drawn, from the index alone. Ten million draws take about 300 MB.
CREATE INDEX wheel_draw_table ON wheel_draw (table_version, slice);

-- +goose Down
DROP INDEX wheel_draw_table;
DROP INDEX bonus_condition_campaign;
