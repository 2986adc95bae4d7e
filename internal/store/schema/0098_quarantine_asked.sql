-- +goose Up
-- A list that the outside is asked for itself: how far it is, and why it could not be asked last. A list of a person's file is
-- whole at once.
ALTER TABLE quarantine_import ADD COLUMN asked BIGINT NOT NULL DEFAULT 0; -- 0: a file; 1: the outside is asked; 2: its list is whole
ALTER TABLE quarantine_import ADD COLUMN place TEXT NOT NULL DEFAULT '';
ALTER TABLE quarantine_import ADD COLUMN failure TEXT NOT NULL DEFAULT '';
-- The open cases of a system keep it from being lifted, and those of a list are decided together.
CREATE INDEX quarantine_case_of ON quarantine_case (system, import) WHERE state = 'open';

-- +goose Down
DROP INDEX quarantine_case_of;
ALTER TABLE quarantine_import DROP COLUMN failure;
ALTER TABLE quarantine_import DROP COLUMN place;
ALTER TABLE quarantine_import DROP COLUMN asked;
