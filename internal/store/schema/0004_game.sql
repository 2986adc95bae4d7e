-- +goose Up

-- The catalogue: one row per game code, from the operator's content. A code is never deleted, only closed, because the
-- statement names it for ever.
CREATE TABLE game (
    code        TEXT    NOT NULL PRIMARY KEY,
    name        TEXT    NOT NULL,
    category    TEXT    NOT NULL, -- slot, sport, lotto
    provider    TEXT    NOT NULL, -- whose accounts it uses; several codes may share one
    family      TEXT    NOT NULL, -- the protocol that the provider speaks
    factor      TEXT    NOT NULL, -- baht per credit, a decimal
    logo        TEXT    NOT NULL,
    background  TEXT    NOT NULL,
    web         TEXT    NOT NULL, -- '' where there is none, as android and ios
    android     TEXT    NOT NULL,
    ios         TEXT    NOT NULL,
    launch      TEXT    NOT NULL, -- autologin, form, url
    launch_path TEXT    NOT NULL, -- the provider's name in /api/autoLogin/{provider}
    stakes      TEXT    NOT NULL, -- none, reported, unknown
    settle_us   BIGINT  NOT NULL, -- longest time until a stake of unknown kind is settled, in microseconds
    state       TEXT    NOT NULL, -- open, closing (out only), closed
    maintenance BOOLEAN NOT NULL,
    notice      TEXT    NOT NULL,
    position    BIGINT  NOT NULL,
    updated_at  BIGINT  NOT NULL
);

-- A member's account at a provider. Its balance is the ledger's account game:{provider}:{username}.
CREATE TABLE game_account (
    id             TEXT   NOT NULL PRIMARY KEY,
    member         TEXT   NOT NULL,
    provider       TEXT   NOT NULL,
    username       TEXT   NOT NULL,
    factor         TEXT   NOT NULL, -- frozen when it was opened
    state          TEXT   NOT NULL, -- opening (the provider may not know it yet), active
    password       TEXT   NOT NULL, -- sealed
    next_password  TEXT   NOT NULL, -- sealed; '' unless a change is under way whose end is not known
    password_due   BIGINT NOT NULL, -- when such a change is tried again
    residue        BIGINT NOT NULL, -- credits beyond what whole satang can say, of the last reading
    outstanding    BIGINT NOT NULL, -- credits in open rounds at the last reading
    read_at        BIGINT NOT NULL, -- when the last confirmed reading was asked for; 0: never
    changed_at     BIGINT NOT NULL, -- last reading that our transfers did not explain; 0: never
    fell_at        BIGINT NOT NULL, -- last of them that was a fall
    launched_at    BIGINT NOT NULL, -- last time a game's page was opened; 0: never
    result         BIGINT NOT NULL, -- satang: all that readings found beyond our transfers, won less lost
    turns          BIGINT NOT NULL, -- counts transfers; its row is the queue that they wait in
    created_at     BIGINT NOT NULL
);
CREATE UNIQUE INDEX game_account_member ON game_account (member, provider);
CREATE INDEX game_account_password ON game_account (password_due) WHERE next_password <> '';
CREATE UNIQUE INDEX game_account_username ON game_account (provider, username);

-- When a member last refreshed all balances.
CREATE TABLE game_refresh (
    member TEXT   NOT NULL PRIMARY KEY,
    at     BIGINT NOT NULL
);

-- What is known of a transfer whose outcome the provider did not tell: only rows for transfers that are or were unknown.
CREATE TABLE game_doubt (
    transfer      BIGINT  NOT NULL PRIMARY KEY,
    member        TEXT    NOT NULL,
    provider      TEXT    NOT NULL,
    username      TEXT    NOT NULL,
    state         TEXT    NOT NULL, -- open, applied, returned, late, case
    since         BIGINT  NOT NULL, -- from when on rounds count that the books don't have yet
    not_found     BIGINT  NOT NULL, -- answers "no such reference" in a row
    reading       BIGINT  NOT NULL, -- credits at the last reading that judges it
    reading_since BIGINT  NOT NULL, -- since when readings are equal, 0: none yet; at the end: the reading that result holds for
    rounds        BIGINT  NOT NULL, -- settled rounds since the transfer at that reading
    result        BIGINT  NOT NULL, -- the game account's result when the money was returned
    reason        TEXT    NOT NULL, -- for operators
    check_at      BIGINT  NOT NULL, -- when a returned one is asked about again; 0: not any more
    checks        BIGINT  NOT NULL,
    created_at    BIGINT  NOT NULL,
    updated_at    BIGINT  NOT NULL
);
CREATE INDEX game_doubt_check ON game_doubt (check_at);
CREATE INDEX game_doubt_state ON game_doubt (state, created_at);

-- An operation of several transfers: from game to game, or all to one place. Its legs are transfers of the ledger with
-- keys of their own.
CREATE TABLE movement (
    id         TEXT   NOT NULL PRIMARY KEY,
    operation  TEXT   NOT NULL, -- the key of the call
    request    TEXT   NOT NULL, -- what was asked, to tell another request under the same key
    member     TEXT   NOT NULL,
    kind       TEXT   NOT NULL, -- between, all
    target     TEXT   NOT NULL, -- WALLET or a game code
    amount     BIGINT NOT NULL, -- what was asked for; 0: all
    state      TEXT   NOT NULL, -- open, done, stopped
    due_at     BIGINT NOT NULL, -- when somebody else may take it up
    created_at BIGINT NOT NULL,
    ended_at   BIGINT NOT NULL
);
CREATE UNIQUE INDEX movement_operation ON movement (operation);
CREATE INDEX movement_due ON movement (state, due_at);

CREATE TABLE movement_leg (
    movement TEXT   NOT NULL,
    number   BIGINT NOT NULL,
    source   TEXT   NOT NULL, -- WALLET or a game code
    target   TEXT   NOT NULL,
    amount   BIGINT NOT NULL, -- 0 until it is known
    transfer BIGINT NOT NULL, -- 0 until it is reserved
    state    TEXT   NOT NULL, -- planned, pending, done, failed
    reason   TEXT   NOT NULL, -- code of the catalogue
    PRIMARY KEY (movement, number)
);

-- +goose Down
DROP TABLE movement_leg;
DROP TABLE movement;
DROP TABLE game_doubt;
DROP TABLE game_refresh;
DROP TABLE game_account;
DROP TABLE game;
