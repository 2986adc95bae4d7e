-- +goose Up
-- Where the content of a file is. '' is here, in the column sealed, which is also where nodes of the version before put it. Else
-- it is outside the database under an address, encrypted under a key that is sealed here (architecture/0022). Their number counts
-- uploads of 90 days, and the index has only those outside, so it is built in one pass over short rows.
ALTER TABLE blob ADD COLUMN place TEXT NOT NULL DEFAULT ''; -- '', folder, s3
ALTER TABLE blob ADD COLUMN address TEXT NOT NULL DEFAULT ''; -- SHA-256 of what is stored there, in hex
ALTER TABLE blob ADD COLUMN key_sealed TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX blob_address ON blob (place, address) WHERE place <> '';

-- +goose Down
DROP INDEX blob_address;
ALTER TABLE blob DROP COLUMN key_sealed;
ALTER TABLE blob DROP COLUMN address;
ALTER TABLE blob DROP COLUMN place;
