-- +goose Up
-- Who has an item of the queue for now (docs/architecture/0024, section 5). A row stays for some minutes, so there are some tens.
CREATE TABLE queue_claim (
    kind       TEXT   NOT NULL, -- of the item
    subject    TEXT   NOT NULL, -- its ID
    operator   TEXT   NOT NULL,
    claimed_at BIGINT NOT NULL,
    until      BIGINT NOT NULL, -- from then on nobody has it
    PRIMARY KEY (kind, subject)
);
CREATE INDEX queue_claim_operator ON queue_claim (operator);

-- +goose Down
DROP TABLE queue_claim;
