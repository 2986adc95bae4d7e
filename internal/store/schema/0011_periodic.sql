-- +goose Up
-- Work that one node at a time does again and again: who takes it makes it due at the end of its lease, who finishes it
-- makes it due at its next time. The turn is the lease's number.
CREATE TABLE periodic (
    name   TEXT   PRIMARY KEY,
    due_at BIGINT NOT NULL,
    turn   BIGINT NOT NULL
);

-- +goose Down
DROP TABLE periodic;
