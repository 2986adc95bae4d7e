-- +goose Up

-- What of an invitee's deposits was taken back, and has lessened what it earned for its inviter.
ALTER TABLE invite_invitee ADD COLUMN undone BIGINT NOT NULL DEFAULT 0;

-- A member is bound to its inviter at its registration; those who are here already are bound now.
INSERT INTO invite_invitee (invitee, inviter, high, qualified_at, shadow, turnover_at, seen_at, undone)
SELECT id, inviter, 0, 0, FALSE, created_at, 0, 0 FROM member WHERE inviter <> ''
ON CONFLICT (invitee) DO NOTHING;

-- +goose Down
ALTER TABLE invite_invitee DROP COLUMN undone;
