-- Money is BIGINT satang, credits are BIGINT ten-thousandths, times are unix microseconds.

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
  outstanding BIGINT NOT NULL DEFAULT 0, -- the part of bet that is staked on running rounds
  created_at BIGINT NOT NULL,
  PRIMARY KEY (game, username),
  CHECK (balance = deposited - withdrawn - bet + won)
);

-- A movement between the wallet and an account. ref is NULL if the provider takes none.
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
  changed_at BIGINT NOT NULL DEFAULT 0, -- when it got its state
  version    BIGINT NOT NULL DEFAULT 0, -- grows with every change of any round
  marked     BIGINT NOT NULL DEFAULT 0, -- the version that a reader has marked as read (GSC)
  due_at     BIGINT NOT NULL DEFAULT 0  -- when the lobby settles a running round; 0: the control API does
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
