-- name: PreferenceOf :one
SELECT locale, theme, kinds FROM operator_preference WHERE operator = @operator;

-- name: KeepPreference :exec
INSERT INTO operator_preference (operator, locale, theme, kinds, at) VALUES (@operator, @locale, @theme, @kinds, @at)
ON CONFLICT (operator) DO UPDATE SET locale = excluded.locale, theme = excluded.theme, kinds = excluded.kinds, at = excluded.at;

-- name: ViewsOf :many
SELECT list, name, query, at FROM operator_view WHERE operator = @operator ORDER BY list, name;

-- name: CountViews :one
SELECT COUNT(*) FROM operator_view WHERE operator = @operator AND NOT (list = @list AND name = @name);

-- name: KeepView :exec
INSERT INTO operator_view (operator, list, name, query, at) VALUES (@operator, @list, @name, @query, @at)
ON CONFLICT (operator, list, name) DO UPDATE SET query = excluded.query, at = excluded.at;

-- name: DropView :execrows
DELETE FROM operator_view WHERE operator = @operator AND list = @list AND name = @name;
