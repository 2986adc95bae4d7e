-- +goose Up
-- Members for operators by where they came from, and those whose accounts ended. On PostgreSQL both are built in a second for a million
-- members; a registration with a source writes one row more.
CREATE INDEX member_source ON member (source_code, created_at, id) WHERE source_code <> '';
CREATE INDEX member_ended ON member (created_at, id) WHERE NOT active;

-- Transfers that were voided, by their numbers: among all transfers they are rare. It is built by one pass over the table, a minute or
-- two for 50 million rows, while writes to it wait; a transfer that is posted writes nothing to it. Those that are pending have
-- an index already (transfer_pending).
CREATE INDEX transfer_voided ON transfer (id) WHERE state = 'voided';

-- +goose Down
DROP INDEX transfer_voided;
DROP INDEX member_ended;
DROP INDEX member_source;
