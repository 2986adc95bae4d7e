-- +goose Up

-- What a member's transfers are is read from the entries of its accounts. This index was one more page in each commit,
-- far from the ones before it.
DROP INDEX transfer_statement;

-- +goose Down
CREATE INDEX transfer_statement ON transfer (member, id) WHERE member <> '';
