-- +goose Up

-- Who a payer is at a gateway that wants its payers registered: made once per payer, kept over restarts and nodes. The
-- payer itself is not here, only its blind index.
CREATE TABLE gateway_customer (
    gateway    TEXT   NOT NULL, -- deposit_account.code
    payer      TEXT   NOT NULL, -- blind index of bank, number and name
    customer   TEXT   NOT NULL, -- the gateway's identifier
    created_at BIGINT NOT NULL,
    PRIMARY KEY (gateway, payer)
);

-- +goose Down
DROP TABLE gateway_customer;
