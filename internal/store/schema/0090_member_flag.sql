-- +goose Up

-- What the house has marked a member with, for its operators (OPERATOR-API.md, section 11). One that ended has no row: the audit log
-- has who set and ended it, and why.
CREATE TABLE member_flag (
    member TEXT   NOT NULL,
    code   TEXT   NOT NULL, -- watch; review: no automatic payout; verified
    set_by TEXT   NOT NULL,
    set_at BIGINT NOT NULL,
    reason TEXT   NOT NULL,
    PRIMARY KEY (member, code)
);

-- +goose Down
DROP TABLE member_flag;
