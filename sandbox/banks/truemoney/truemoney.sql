-- Money is BIGINT satang, credits are BIGINT ten-thousandths, times are unix microseconds.

-- A gift voucher. Its taken shares are in voucher_ticket: one share per mobile number.
CREATE TABLE IF NOT EXISTS voucher (
  code       TEXT PRIMARY KEY,
  number     TEXT NOT NULL UNIQUE, -- the issuer's own number
  amount     BIGINT NOT NULL CHECK (amount > 0),
  people     BIGINT NOT NULL CHECK (people > 0),
  owner      TEXT NOT NULL, -- the mobile number that made it
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS voucher_created ON voucher (created_at);

CREATE TABLE IF NOT EXISTS voucher_ticket (
  code     TEXT NOT NULL REFERENCES voucher (code),
  mobile   TEXT NOT NULL,
  amount   BIGINT NOT NULL CHECK (amount > 0),
  taken_at BIGINT NOT NULL,
  PRIMARY KEY (code, mobile)
);
