-- +goose Up

-- A remembered call's fingerprint is under a key (httpapi/fingerprint.go): a plain hash of a body tells a password or an account
-- number to whoever can guess it. Rows of a version before are found by the length of theirs, and keyed in place by a task;
-- a node of that version may write some more meanwhile, and those are keyed a minute later.
CREATE INDEX http_answer_unkeyed ON http_answer (scope) WHERE length(request) <> 67;

-- +goose Down
DROP INDEX http_answer_unkeyed;
