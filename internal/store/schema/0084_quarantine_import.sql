-- +goose Up
-- Lists of the outside that were imported into a restored store, and what became of each of their rows (docs/architecture/0024,
-- section 9). Some thousand rows per restoration.
CREATE TABLE quarantine_import (
    id       TEXT   NOT NULL PRIMARY KEY,
    system   TEXT   NOT NULL,
    from_at  BIGINT NOT NULL, -- the span that the list is of
    to_at    BIGINT NOT NULL,
    made_at  BIGINT NOT NULL,
    made_by  TEXT   NOT NULL,
    ended_at BIGINT NOT NULL  -- 0: rows of it wait
);
CREATE TABLE quarantine_row (
    import     TEXT   NOT NULL,
    number     BIGINT NOT NULL, -- the line of the list
    raw_sealed TEXT   NOT NULL,
    amount     BIGINT NOT NULL,
    outcome    TEXT   NOT NULL, -- '' (it waits), known, booked, case
    PRIMARY KEY (import, number)
);
CREATE INDEX quarantine_row_waiting ON quarantine_row (import, number) WHERE outcome = '';

-- +goose Down
DROP TABLE quarantine_row;
DROP TABLE quarantine_import;
