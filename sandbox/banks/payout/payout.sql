-- Money is BIGINT satang, credits are BIGINT ten-thousandths, times are unix microseconds.

CREATE TABLE IF NOT EXISTS payout (
  ref          TEXT PRIMARY KEY, -- the payer's reference
  bank_ref     TEXT NOT NULL UNIQUE,
  bank_code    TEXT NOT NULL,
  account_no   TEXT NOT NULL,
  account_name TEXT NOT NULL,
  amount       BIGINT NOT NULL CHECK (amount > 0),
  state        TEXT NOT NULL,
  reason       TEXT NOT NULL,
  created_at   BIGINT NOT NULL,
  updated_at   BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS payout_state ON payout (state, created_at);
