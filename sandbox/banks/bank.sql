-- Money is BIGINT satang, credits are BIGINT ten-thousandths, times are unix microseconds.

-- A transfer between any two bank accounts.
CREATE TABLE IF NOT EXISTS bank_transfer (
  ref          TEXT PRIMARY KEY, -- the sending bank's reference
  from_bank    TEXT NOT NULL,
  from_account TEXT NOT NULL,
  from_name    TEXT NOT NULL,
  to_bank      TEXT NOT NULL,
  to_account   TEXT NOT NULL,
  amount       BIGINT NOT NULL CHECK (amount > 0),
  sent_at      BIGINT NOT NULL, -- the bank's time; the caller may set it
  made_at      BIGINT NOT NULL,
  reversed_at  BIGINT -- NULL: not reversed
);
CREATE INDEX IF NOT EXISTS bank_transfer_to ON bank_transfer (to_bank, to_account);
CREATE INDEX IF NOT EXISTS bank_transfer_made ON bank_transfer (made_at);

-- A line of an account's statement.
CREATE TABLE IF NOT EXISTS bank_line (
  id       TEXT PRIMARY KEY,
  bank     TEXT NOT NULL,
  account  TEXT NOT NULL,
  transfer TEXT NOT NULL REFERENCES bank_transfer (ref),
  kind     TEXT NOT NULL, -- credit or reversal
  reverses TEXT NOT NULL, -- the line that a reversal takes back
  at       BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS bank_line_transfer ON bank_line (transfer);

-- The order of lines in the feed: it only grows, and a line may be in it twice.
CREATE TABLE IF NOT EXISTS bank_told (
  seq     INTEGER PRIMARY KEY AUTOINCREMENT,
  line    TEXT NOT NULL REFERENCES bank_line (id),
  bank    TEXT NOT NULL,
  account TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS bank_told_account ON bank_told (bank, account, seq);

-- Lines that the bank enters later.
CREATE TABLE IF NOT EXISTS bank_late (
  id     INTEGER PRIMARY KEY,
  line   TEXT NOT NULL REFERENCES bank_line (id),
  due_at BIGINT NOT NULL
);
