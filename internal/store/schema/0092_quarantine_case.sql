-- +goose Up
-- Lines of imported lists that these books do not know and can't book: two persons decide what each books
-- (docs/architecture/0024, section 9). A handful per restoration.
CREATE TABLE quarantine_case (
    id         TEXT   NOT NULL PRIMARY KEY,
    system     TEXT   NOT NULL,
    source     TEXT   NOT NULL, -- the list's own number of the line: the same line of another list is the same case
    import     TEXT   NOT NULL, -- the first list that had it, and where its line is
    number     BIGINT NOT NULL,
    kind       TEXT   NOT NULL,
    reference  TEXT   NOT NULL, -- ours, as the list has it; '': it names none
    member     TEXT   NOT NULL, -- whose it seems to be; once it is decided, whose it is
    amount     BIGINT NOT NULL, -- of a movement with a game: positive into the game
    state      TEXT   NOT NULL, -- open, closed
    books      TEXT   NOT NULL, -- what was decided that it books
    found_at   BIGINT NOT NULL,
    decided_by TEXT   NOT NULL, -- the second of the two
    decided_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX quarantine_case_source ON quarantine_case (system, source);
CREATE INDEX quarantine_case_open ON quarantine_case (found_at, id) WHERE state = 'open';

-- +goose Down
DROP TABLE quarantine_case;
