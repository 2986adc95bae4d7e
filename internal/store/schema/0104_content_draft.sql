-- +goose Up
-- What operators are about to change of the content: one of each operator and section, so some dozen rows (docs/architecture/0024,
-- section 13).
CREATE TABLE content_draft (
    id         TEXT   NOT NULL PRIMARY KEY,
    section    TEXT   NOT NULL,
    operator   TEXT   NOT NULL,
    base       TEXT   NOT NULL, -- what was in force when it began; '': nothing was ever set
    version    BIGINT NOT NULL, -- its number; 0: nobody recorded it
    body       TEXT   NOT NULL, -- as content apply takes it
    typed      TEXT   NOT NULL, -- the text, while that can't be read; '': body is all of it
    note       TEXT   NOT NULL,
    revision   BIGINT NOT NULL, -- 1, 2, ...: a change of another revision is refused
    proposal   TEXT   NOT NULL, -- that it was proposed by; '': it was not, or was changed since
    began_at   BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX content_draft_whose ON content_draft (operator, section);

-- +goose Down
DROP TABLE content_draft;
