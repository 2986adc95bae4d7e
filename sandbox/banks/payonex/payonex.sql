-- Money is BIGINT satang, credits are BIGINT ten-thousandths, times are unix microseconds.

-- A payer as PAYONEX knows it.
CREATE TABLE IF NOT EXISTS payonex_customer (
  uuid       TEXT PRIMARY KEY,
  name       TEXT NOT NULL,
  bank_code  TEXT NOT NULL,
  account_no TEXT NOT NULL,
  created_at BIGINT NOT NULL
);

-- A deposit request of PAYONEX, with its first payment. Each further payment of the code is a row of its own.
CREATE TABLE IF NOT EXISTS payonex_transaction (
  id         INTEGER PRIMARY KEY,
  uuid       TEXT NOT NULL UNIQUE,
  reference  TEXT NOT NULL,
  customer   TEXT NOT NULL REFERENCES payonex_customer (uuid),
  amount     BIGINT NOT NULL, -- the requested amount; the paid one is in qr_payment
  txn_no     TEXT UNIQUE,     -- NULL until it is paid
  created_at BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS payonex_transaction_reference ON payonex_transaction (reference);
CREATE INDEX IF NOT EXISTS payonex_transaction_customer ON payonex_transaction (customer, id);
