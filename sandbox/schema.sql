-- The sandbox's state. Money is BIGINT satang, credits are BIGINT ten-thousandths, times are unix microseconds.

CREATE TABLE IF NOT EXISTS sms (
  token    TEXT PRIMARY KEY,
  phone    TEXT NOT NULL, -- as a member writes it: 0812345678
  text     TEXT NOT NULL,
  code     TEXT NOT NULL,
  refno    TEXT NOT NULL,
  wrong    BIGINT NOT NULL DEFAULT 0, -- wrong codes tried
  sent_at  BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS sms_phone ON sms (phone, sent_at);

-- A code that a gateway made; uid is the merchant's own reference, unique per gateway for ever.
CREATE TABLE IF NOT EXISTS qr_code (
  gateway      TEXT NOT NULL,
  uid          TEXT NOT NULL,
  amount       BIGINT NOT NULL,
  payload      TEXT NOT NULL,
  reference1   TEXT NOT NULL,
  payer        TEXT NOT NULL, -- "BANK NUMBER" that the bank's page offers, may be empty
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

-- What became of a payment after it came; one without a row has arrived for good.
CREATE TABLE IF NOT EXISTS qr_fate (
  txn_no   TEXT PRIMARY KEY REFERENCES qr_payment (txn_no),
  fate     TEXT NOT NULL, -- held, settled, rejected, returned, reversed
  fated_at BIGINT NOT NULL
);

-- A payer as PAYONEX knows it.
CREATE TABLE IF NOT EXISTS payonex_customer (
  uuid       TEXT PRIMARY KEY,
  name       TEXT NOT NULL,
  bank_code  TEXT NOT NULL,
  account_no TEXT NOT NULL,
  created_at BIGINT NOT NULL
);

-- A deposit request of PAYONEX. Its first payment makes it; each further payment of the code is one of its own.
CREATE TABLE IF NOT EXISTS payonex_transaction (
  id         INTEGER PRIMARY KEY,
  uuid       TEXT NOT NULL UNIQUE,
  reference  TEXT NOT NULL,
  customer   TEXT NOT NULL REFERENCES payonex_customer (uuid),
  amount     BIGINT NOT NULL, -- asked for; what was paid stands with the payment
  txn_no     TEXT UNIQUE,     -- NULL until it is paid
  created_at BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS payonex_transaction_reference ON payonex_transaction (reference);
CREATE INDEX IF NOT EXISTS payonex_transaction_customer ON payonex_transaction (customer, id);

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

CREATE TABLE IF NOT EXISTS game_account (
  game       TEXT NOT NULL,
  username   TEXT NOT NULL,
  password   TEXT NOT NULL,
  balance    BIGINT NOT NULL DEFAULT 0 CHECK (balance >= 0),
  deposited  BIGINT NOT NULL DEFAULT 0,
  withdrawn  BIGINT NOT NULL DEFAULT 0,
  bet        BIGINT NOT NULL DEFAULT 0, -- turnover
  won        BIGINT NOT NULL DEFAULT 0,
  rounds     BIGINT NOT NULL DEFAULT 0,
  outstanding BIGINT NOT NULL DEFAULT 0, -- what of bet is staked on running rounds
  created_at BIGINT NOT NULL,
  PRIMARY KEY (game, username),
  CHECK (balance = deposited - withdrawn - bet + won)
);

-- A movement between the wallet and an account. ref is NULL where the provider takes none.
CREATE TABLE IF NOT EXISTS game_move (
  id       INTEGER PRIMARY KEY,
  game     TEXT NOT NULL,
  username TEXT NOT NULL,
  ref      TEXT,
  amount   BIGINT NOT NULL, -- into the game positive, out of it negative
  before   BIGINT NOT NULL,
  after    BIGINT NOT NULL,
  moved_at BIGINT NOT NULL,
  UNIQUE (game, ref)
);

CREATE TABLE IF NOT EXISTS game_round (
  id        INTEGER PRIMARY KEY,
  code      TEXT NOT NULL UNIQUE, -- the provider's id of the round
  game      TEXT NOT NULL,
  username  TEXT NOT NULL,
  bet       BIGINT NOT NULL,
  win       BIGINT NOT NULL,
  after     BIGINT NOT NULL,
  shown     TEXT NOT NULL, -- what the lobby showed, may be empty
  played_at BIGINT NOT NULL,
  state      TEXT NOT NULL DEFAULT 'settled', -- running, settled, void
  changed_at BIGINT NOT NULL DEFAULT 0, -- when it came to its state
  version    BIGINT NOT NULL DEFAULT 0, -- grows with every change of any round
  marked     BIGINT NOT NULL DEFAULT 0, -- the version that a reader has marked as read (GSC)
  due_at     BIGINT NOT NULL DEFAULT 0  -- when a running one is settled by the lobby, 0 where it waits for the control API
);
CREATE INDEX IF NOT EXISTS game_round_user ON game_round (game, username, played_at);
CREATE INDEX IF NOT EXISTS game_round_changed ON game_round (game, changed_at);
CREATE INDEX IF NOT EXISTS game_round_version ON game_round (version);
CREATE INDEX IF NOT EXISTS game_round_due ON game_round (due_at) WHERE state = 'running';

-- A lobby's session.
CREATE TABLE IF NOT EXISTS game_token (
  token      TEXT PRIMARY KEY,
  game       TEXT NOT NULL,
  username   TEXT NOT NULL,
  created_at BIGINT NOT NULL
);

CREATE TABLE IF NOT EXISTS setting (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

-- A gift voucher. Who took a share is in voucher_ticket: one share a mobile number.
CREATE TABLE IF NOT EXISTS voucher (
  code       TEXT PRIMARY KEY,
  number     TEXT NOT NULL UNIQUE, -- the issuer's own
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

-- A transfer between two bank accounts, whoever's they are.
CREATE TABLE IF NOT EXISTS bank_transfer (
  ref          TEXT PRIMARY KEY, -- the sending bank's reference
  from_bank    TEXT NOT NULL,
  from_account TEXT NOT NULL,
  from_name    TEXT NOT NULL,
  to_bank      TEXT NOT NULL,
  to_account   TEXT NOT NULL,
  amount       BIGINT NOT NULL CHECK (amount > 0),
  sent_at      BIGINT NOT NULL, -- the bank's time, which the caller may name
  made_at      BIGINT NOT NULL,
  reversed_at  BIGINT -- NULL: it stayed
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

-- Where lines stand in the statement that the feed tells: it only grows, and a line may stand there twice.
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

-- What a slip verifier was asked about. logged_at is NULL until it was asked to remember the slip.
CREATE TABLE IF NOT EXISTS slip_check (
  verifier  TEXT NOT NULL,
  ref       TEXT NOT NULL,
  checks    BIGINT NOT NULL,
  logged_at BIGINT,
  PRIMARY KEY (verifier, ref)
);
