-- +goose Up
-- What waits for a person, the longest waiting first (docs/architecture/0024, section 5). Each index has only the rows that wait, so
-- it is small, and a row that waits for nobody costs it nothing; building it is one pass over its table.
CREATE INDEX slip_review ON slip (uploaded_at, id) WHERE state = 'review';
CREATE INDEX declaration_waiting ON declaration (created_at, reference) WHERE state = 'open';

-- +goose Down
DROP INDEX declaration_waiting;
DROP INDEX slip_review;
