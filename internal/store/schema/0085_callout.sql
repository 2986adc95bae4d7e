-- +goose Up

-- What the house's own system was asked before an automatic payout, and what it said (docs/architecture/0024, section 12). The row is
-- written before the question is sent; the withdrawal's reference is its key, however often it is sent.
CREATE TABLE payout_callout (
    transfer    BIGINT NOT NULL PRIMARY KEY, -- the withdrawal's
    asked_at    BIGINT NOT NULL,             -- first
    tries       BIGINT NOT NULL,
    verdict     TEXT   NOT NULL,             -- '' until it is known: allow, review, refuse; none: it was given up, and asked again later
    said        TEXT   NOT NULL,             -- its reason, for operators
    answered_at BIGINT NOT NULL              -- 0: it was not
);
CREATE INDEX payout_callout_asked ON payout_callout (asked_at);

-- +goose Down
DROP TABLE payout_callout;
