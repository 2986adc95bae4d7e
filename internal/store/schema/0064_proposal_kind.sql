-- +goose Up
-- A proposal says what it would do and on what that rests, ends by itself, and may come into force some time after its approval
-- (docs/states.md). Outcomes are '' (open), scheduled, done, stale, rejected, withdrawn, expired and stopped. A node of the version
-- before knows '' and done alone: it leaves all that is new here empty, and such a proposal never expires.
ALTER TABLE proposal ADD COLUMN request           TEXT   NOT NULL DEFAULT ''; -- what was asked for besides the subject, JSON
ALTER TABLE proposal ADD COLUMN fingerprint       TEXT   NOT NULL DEFAULT ''; -- of all that it rests on
ALTER TABLE proposal ADD COLUMN facts             TEXT   NOT NULL DEFAULT ''; -- what would change, JSON
ALTER TABLE proposal ADD COLUMN says              TEXT   NOT NULL DEFAULT ''; -- what it would do, one line
ALTER TABLE proposal ADD COLUMN expires_at        BIGINT NOT NULL DEFAULT 0;  -- 0: never
ALTER TABLE proposal ADD COLUMN effective_at      BIGINT NOT NULL DEFAULT 0;  -- since when it is in force, or will be
ALTER TABLE proposal ADD COLUMN approved_by       TEXT   NOT NULL DEFAULT '';
ALTER TABLE proposal ADD COLUMN approved_at       BIGINT NOT NULL DEFAULT 0;
ALTER TABLE proposal ADD COLUMN approved_reason   TEXT   NOT NULL DEFAULT '';
ALTER TABLE proposal ADD COLUMN approved_evidence TEXT   NOT NULL DEFAULT '';
ALTER TABLE proposal ADD COLUMN ended_why         TEXT   NOT NULL DEFAULT ''; -- the reason of its end, or what had changed

-- One that is open or scheduled per action and subject. A house has some hundred proposals a day, so all three cost nothing.
CREATE UNIQUE INDEX proposal_live ON proposal (action, subject) WHERE outcome IN ('', 'scheduled');
CREATE INDEX proposal_outcome ON proposal (outcome, proposed_at, id);
CREATE INDEX proposal_at ON proposal (proposed_at, id);
DROP INDEX proposal_open;

-- +goose Down
CREATE UNIQUE INDEX proposal_open ON proposal (action, subject) WHERE outcome = '';
DROP INDEX proposal_at;
DROP INDEX proposal_outcome;
DROP INDEX proposal_live;
ALTER TABLE proposal DROP COLUMN ended_why;
ALTER TABLE proposal DROP COLUMN approved_evidence;
ALTER TABLE proposal DROP COLUMN approved_reason;
ALTER TABLE proposal DROP COLUMN approved_at;
ALTER TABLE proposal DROP COLUMN approved_by;
ALTER TABLE proposal DROP COLUMN effective_at;
ALTER TABLE proposal DROP COLUMN expires_at;
ALTER TABLE proposal DROP COLUMN says;
ALTER TABLE proposal DROP COLUMN facts;
ALTER TABLE proposal DROP COLUMN fingerprint;
ALTER TABLE proposal DROP COLUMN request;
