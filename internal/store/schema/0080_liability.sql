-- +goose Up
-- What systems of the outside said that they have of the house's money (docs/architecture/0024, section 8): some rows a day.
CREATE TABLE system_balance (
    system     TEXT   NOT NULL, -- like bank:SCB1, payouts
    at         BIGINT NOT NULL, -- when it had that
    amount     BIGINT NOT NULL,
    ours       BIGINT NOT NULL, -- what the books had there at that moment
    entered_at BIGINT NOT NULL,
    entered_by TEXT   NOT NULL,
    evidence   TEXT   NOT NULL,
    PRIMARY KEY (system, at)
);

-- What the house owed and had, as it was kept each day, and when a cashier asked.
CREATE TABLE liability (
    id       TEXT    PRIMARY KEY,
    day      TEXT    NOT NULL, -- of Bangkok
    made_at  BIGINT  NOT NULL,
    seal     BIGINT  NOT NULL,
    ratio    BIGINT,           -- basis points; NULL: a figure is not known, or nothing is owed
    complete BOOLEAN NOT NULL,
    stopped  BOOLEAN NOT NULL, -- it is below a whole, so the automatic payouts stopped
    body     TEXT    NOT NULL,
    made_by  TEXT    NOT NULL  -- '': the product
);
-- The daily report is made once, on whichever node is first.
CREATE UNIQUE INDEX liability_daily ON liability (day) WHERE made_by = '';
CREATE INDEX liability_made ON liability (made_at, id);

-- +goose Down
DROP TABLE liability;
DROP TABLE system_balance;
