CREATE TABLE IF NOT EXISTS callout (
    id      TEXT    NOT NULL PRIMARY KEY, -- the question's key
    verdict TEXT    NOT NULL,
    asked   INTEGER NOT NULL              -- how often
);
CREATE TABLE IF NOT EXISTS callout_verdict (
    id      INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    verdict TEXT    NOT NULL
);
