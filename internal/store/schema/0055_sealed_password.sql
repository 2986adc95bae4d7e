-- +goose Up

-- The hash of a password, sealed to its row (architecture/0015): who has the database without its keys can test no guess. One that
-- stands in password_hash still, or again, is the newer one: a node of the version before wrote it, and reads no other.
ALTER TABLE member ADD COLUMN password_sealed TEXT NOT NULL DEFAULT '';
CREATE INDEX member_password_plain ON member (id) WHERE password_hash <> '';

-- When nodes of this version first ran on this database, and since when all do: from then on passwords are sealed; 0: not yet.
CREATE TABLE password_sealing (
    one      BIGINT NOT NULL PRIMARY KEY,
    seen_at  BIGINT NOT NULL,
    begun_at BIGINT NOT NULL
);

-- What a node's program reads of what is sealed: 0 a version before, 1 passwords, too.
ALTER TABLE key_node ADD COLUMN reads BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE key_node DROP COLUMN reads;
DROP TABLE password_sealing;
DROP INDEX member_password_plain;
ALTER TABLE member DROP COLUMN password_sealed;
