-- +goose Up

-- Who asks for a code to a phone to which one was just sent for somebody else is answered as for any phone, and told nothing: the
-- row has no message of its own, but that of another row's, by its token_hash; '' where there is none either (otp/quiet.go).
ALTER TABLE otp ADD COLUMN shares TEXT NOT NULL DEFAULT '';
-- How many codes were looked at for those who share this row's message.
ALTER TABLE otp ADD COLUMN shared_tries BIGINT NOT NULL DEFAULT 0;
CREATE INDEX otp_phone ON otp (phone, created_at);

-- +goose Down
DROP INDEX otp_phone;
ALTER TABLE otp DROP COLUMN shared_tries;
ALTER TABLE otp DROP COLUMN shares;
