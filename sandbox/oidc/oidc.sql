CREATE TABLE IF NOT EXISTS oidc_code (
    code      TEXT PRIMARY KEY,
    subject   TEXT NOT NULL,
    nonce     TEXT NOT NULL,
    challenge TEXT NOT NULL,
    redirect  TEXT NOT NULL,
    ends_at   INTEGER NOT NULL, -- seconds
    used      INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS oidc_lie (
    id  INTEGER PRIMARY KEY,
    lie TEXT NOT NULL
);
