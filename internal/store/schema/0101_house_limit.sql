-- +goose Up

-- A limit that an operator set for one member, beside the member's own and those of the content. The strictest counts
-- (RULES.md section 11).
CREATE TABLE house_limit (
    member  TEXT   NOT NULL,
    kind    TEXT   NOT NULL, -- deposit, loss
    period  TEXT   NOT NULL, -- day, week, month
    amount  BIGINT NOT NULL,
    set_by  TEXT   NOT NULL, -- the operator
    set_at  BIGINT NOT NULL,
    PRIMARY KEY (member, kind, period)
);

-- +goose Down
DROP TABLE house_limit;
