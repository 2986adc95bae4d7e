-- +goose Up

-- What members' wallets took in and gave out, by the hour of the batches' time, for velocity (docs/architecture/0024, section 12). It is
-- added up from sealed batches, each once, and kept for four days.
CREATE TABLE member_hour (
    what   TEXT   NOT NULL, -- deposit, withdrawal, play (what went into games)
    hour   BIGINT NOT NULL,
    member TEXT   NOT NULL,
    times  BIGINT NOT NULL,
    amount BIGINT NOT NULL, -- less what was taken back
    PRIMARY KEY (what, hour, member)
);

-- The same by the month of Bangkok, by its beginning, for amounts that have to be reported. Some million rows a year in a house of a
-- million members.
CREATE TABLE member_month (
    month       BIGINT NOT NULL,
    member      TEXT   NOT NULL,
    deposits    BIGINT NOT NULL,
    withdrawals BIGINT NOT NULL,
    PRIMARY KEY (month, member)
);
CREATE INDEX member_month_deposits ON member_month (month, deposits);
CREATE INDEX member_month_withdrawals ON member_month (month, withdrawals);

-- The newest seal whose batches are added. A store of before is added up from its first seal.
CREATE TABLE member_pace_mark (
    id   BIGINT PRIMARY KEY CHECK (id = 1),
    seal BIGINT NOT NULL,
    at   BIGINT NOT NULL
);
INSERT INTO member_pace_mark (id, seal, at) VALUES (1, 0, 0);

-- +goose Down
DROP TABLE member_pace_mark;
DROP TABLE member_month;
DROP TABLE member_hour;
