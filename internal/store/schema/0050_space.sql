-- +goose Up

-- What counts against whom, so that nobody fills the disk with uploads. A node of the version before adds rows that count
-- for nobody; they go with their time like the others.
ALTER TABLE chat_media ADD COLUMN holder TEXT NOT NULL DEFAULT '';      -- whose allowance: m:{member}, or a:{keyed hash of a guest's network}; '' of the house's
ALTER TABLE chat_media ADD COLUMN guest BOOLEAN NOT NULL DEFAULT FALSE; -- a guest's: counts for all of them together
ALTER TABLE chat_media ADD COLUMN counted BIGINT NOT NULL DEFAULT 0;    -- bytes that count: its size, or the least that one file counts
UPDATE chat_media SET guest = TRUE, counted = size WHERE SUBSTR(owner, 1, 2) = 'g:';
CREATE INDEX chat_media_holder ON chat_media (holder, created_at) WHERE holder <> '';
CREATE INDEX chat_media_guests ON chat_media (sent_at, counted) WHERE guest;

-- Who adds an upload holds this row, so that two at once don't both find room for one.
CREATE TABLE chat_space (id BIGINT PRIMARY KEY); -- always 1
INSERT INTO chat_space (id) VALUES (1);

-- +goose Down
DROP TABLE chat_space;
DROP INDEX chat_media_guests;
DROP INDEX chat_media_holder;
ALTER TABLE chat_media DROP COLUMN counted;
ALTER TABLE chat_media DROP COLUMN guest;
ALTER TABLE chat_media DROP COLUMN holder;
