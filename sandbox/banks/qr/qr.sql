-- Money is BIGINT satang, credits are BIGINT ten-thousandths, times are unix microseconds.

-- A code that a gateway made; uid is the merchant's own reference, unique per gateway for ever.
CREATE TABLE IF NOT EXISTS qr_code (
  gateway      TEXT NOT NULL,
  uid          TEXT NOT NULL,
  amount       BIGINT NOT NULL,
  payload      TEXT NOT NULL,
  reference1   TEXT NOT NULL,
  payer        TEXT NOT NULL, -- "BANK NUMBER", the payer that the bank's page suggests; may be empty
  payer_name   TEXT NOT NULL,
  created_at   BIGINT NOT NULL,
  expires_at   BIGINT NOT NULL,
  cancelled_at BIGINT, -- NULL: not cancelled
  PRIMARY KEY (gateway, uid)
);
CREATE INDEX IF NOT EXISTS qr_code_created ON qr_code (created_at);
CREATE INDEX IF NOT EXISTS qr_code_uid ON qr_code (uid);

-- A payment of a code. A code may have several: each is money that arrived.
CREATE TABLE IF NOT EXISTS qr_payment (
  txn_no       TEXT PRIMARY KEY, -- the bank's own number
  gateway      TEXT NOT NULL,
  uid          TEXT NOT NULL,
  amount       BIGINT NOT NULL CHECK (amount > 0),
  from_bank    TEXT NOT NULL,
  from_account TEXT NOT NULL,
  from_name    TEXT NOT NULL,
  unclaimed    BOOLEAN NOT NULL, -- made by an early_callback; the next payer of this amount claims it
  paid_at      BIGINT NOT NULL,
  FOREIGN KEY (gateway, uid) REFERENCES qr_code (gateway, uid)
);
CREATE INDEX IF NOT EXISTS qr_payment_code ON qr_payment (gateway, uid, paid_at);

-- A payment's fate after it came; a payment without a row has arrived for good.
CREATE TABLE IF NOT EXISTS qr_fate (
  txn_no   TEXT PRIMARY KEY REFERENCES qr_payment (txn_no),
  fate     TEXT NOT NULL, -- held, settled, rejected, returned, reversed
  fated_at BIGINT NOT NULL
);
