-- +goose Up

-- Two members that are linked by the normal form of their holder's name and were not by its spelling, for an operator: what
-- they earned from each other before stands.
CREATE TABLE holder_case (
    id         TEXT   NOT NULL PRIMARY KEY,
    member     TEXT   NOT NULL, -- of the two the first by its id
    other      TEXT   NOT NULL,
    state      TEXT   NOT NULL, -- open, closed
    note       TEXT   NOT NULL, -- who closed it and why
    found_at   BIGINT NOT NULL,
    decided_by TEXT   NOT NULL,
    decided_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX holder_case_once ON holder_case (member, other);
CREATE INDEX holder_case_state ON holder_case (state, found_at);

-- +goose Down
DROP TABLE holder_case;
