-- +goose Up

-- Our own accounts that members pay into. Content keeps versions: a change ends the row in force (valid_until) and adds
-- one, because a slip is checked against the accounts in force at its transfer's time (RULES.md section 13).
CREATE TABLE deposit_account (
    code                TEXT    NOT NULL, -- names the ledger's account bank:{code}; a QR panel's is its bank code
    valid_from          BIGINT  NOT NULL,
    valid_until         BIGINT  NOT NULL, -- 0: in force
    bank_code           TEXT    NOT NULL,
    bank_type           TEXT    NOT NULL, -- BANK, GATEWAY, WALLET
    mode                TEXT    NOT NULL, -- AUTO, MANUAL
    source              TEXT    NOT NULL, -- the one source of truth: gateway, feed, slip, issuer
    name_th             TEXT    NOT NULL,
    name_en             TEXT    NOT NULL,
    name_lo             TEXT    NOT NULL,
    account_name        TEXT    NOT NULL,
    account_no          TEXT    NOT NULL,
    wallet_account_name TEXT    NOT NULL,
    currency            TEXT    NOT NULL,
    qr                  BOOLEAN NOT NULL,
    qr_minimum          BIGINT  NOT NULL,
    member_banks        TEXT    NOT NULL, -- JSON list; empty list: every member sees it
    position            BIGINT  NOT NULL,
    PRIMARY KEY (code, valid_from)
);
CREATE UNIQUE INDEX deposit_account_in_force ON deposit_account (code) WHERE valid_until = 0;

-- The area's numbers, as content sets them; what is not set has the strict default.
CREATE TABLE deposit_setting (
    id         BIGINT PRIMARY KEY, -- always 1
    body       TEXT   NOT NULL,
    updated_at BIGINT NOT NULL
);

-- One row per member: locked by every arrival, so that limits over a day can't be raced.
CREATE TABLE deposit_member (
    member   TEXT   PRIMARY KEY,
    arrivals BIGINT NOT NULL
);

-- A QR code that we asked a gateway for. The row is committed before the gateway is.
CREATE TABLE qr_order (
    reference  TEXT   PRIMARY KEY, -- what the gateway knows it by; qrcodeId on the wire
    member     TEXT   NOT NULL,
    account    TEXT   NOT NULL,    -- deposit_account.code
    amount     BIGINT NOT NULL,
    state      TEXT   NOT NULL,    -- creating, open, paid, cancelled, expired, refused, failed
    payload    TEXT   NOT NULL,    -- the EMV text; '' until the gateway answered
    outside    TEXT   NOT NULL,
    reason     TEXT   NOT NULL,    -- the gateway's word where it refused
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    ended_at   BIGINT NOT NULL,    -- 0 while creating or open
    poll_at    BIGINT NOT NULL     -- when the gateway is asked next; 0: never
);
-- One open code per member (API.md): a new one has to end the other first.
CREATE UNIQUE INDEX qr_order_one_open ON qr_order (member) WHERE state IN ('creating', 'open');
CREATE INDEX qr_order_poll ON qr_order (poll_at) WHERE poll_at > 0;

-- One row per arrival of money, whatever the channel that told us (RULES.md section 4).
CREATE TABLE inflow (
    id           TEXT    PRIMARY KEY,
    account      TEXT    NOT NULL, -- deposit_account.code
    source       TEXT    NOT NULL, -- the account's own identifier of the arrival
    channel      TEXT    NOT NULL, -- qr, feed, slip, link
    reference    TEXT    NOT NULL, -- the QR order, slip or declaration that attached the member
    member       TEXT    NOT NULL, -- '' while nobody is
    amount       BIGINT  NOT NULL,
    state        TEXT    NOT NULL, -- credited, held, unmatched, released, returned, reversed
    reason       TEXT    NOT NULL, -- a code of the catalogue: why it is held
    flag         TEXT    NOT NULL, -- for operators: second, amount, late
    transfer     BIGINT  NOT NULL, -- the ledger's transfer that booked it
    payer_named  BOOLEAN NOT NULL,
    payer_sealed TEXT    NOT NULL,
    payer_index  TEXT    NOT NULL, -- blind index of the payer's account; '' where it is not fully known
    paid_at      BIGINT  NOT NULL,
    seen_at      BIGINT  NOT NULL,
    ended_at     BIGINT  NOT NULL  -- when held money was released or returned
);
CREATE UNIQUE INDEX inflow_source ON inflow (account, source);
CREATE INDEX inflow_member ON inflow (member, seen_at);
CREATE INDEX inflow_waiting ON inflow (state, seen_at) WHERE state IN ('held', 'unmatched');
CREATE INDEX inflow_reference ON inflow (reference);

-- Every other identifier of an arrival (a gateway's number, a bank's reference), so that no channel books it again.
CREATE TABLE inflow_identifier (
    kind   TEXT NOT NULL,
    value  TEXT NOT NULL,
    inflow TEXT NOT NULL,
    PRIMARY KEY (kind, value)
);
CREATE INDEX inflow_identifier_inflow ON inflow_identifier (inflow);

-- +goose Down
DROP TABLE inflow_identifier;
DROP TABLE inflow;
DROP TABLE qr_order;
DROP TABLE deposit_member;
DROP TABLE deposit_setting;
DROP TABLE deposit_account;
