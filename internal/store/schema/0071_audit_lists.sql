-- +goose Up

-- The audit log is read by who decided, about whom, and from which time on, newest first. It has few rows beside the ledger's.
CREATE INDEX audit_operator ON audit (operator, number);
CREATE INDEX audit_member ON audit (member, number) WHERE member <> '';
CREATE INDEX audit_at ON audit (at, number);

-- +goose Down
DROP INDEX audit_at;
DROP INDEX audit_member;
DROP INDEX audit_operator;
