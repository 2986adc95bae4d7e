-- +goose Up

-- Sums of what was posted, by the hour, which a job adds up from sealed batches (architecture/0024, section 6). A member's commit
-- writes nothing here. The class of an account is its name, without the member and without the user name at a provider.
CREATE VIEW tally_account AS
SELECT number, CAST(CASE
    WHEN substr(name, 1, 7) = 'member:' THEN 'member:' || substr(name, length(rtrim(name, replace(name, ':', ''))) + 1)
    WHEN substr(name, 1, 5) = 'game:'
        THEN 'game:' || substr(name, 6, length(substr(name, 6)) - length(ltrim(substr(name, 6), replace(substr(name, 6), ':', ''))))
    WHEN substr(name, 1, 6) = 'house:'
        THEN 'house:' || substr(name, 7, length(substr(name, 7)) - length(ltrim(substr(name, 7), replace(substr(name, 7), ':', ''))))
    ELSE name END AS TEXT) AS class
FROM account;

CREATE TABLE tally_hour (
    -- The hour of the batches' time, in UTC.
    hour    BIGINT NOT NULL,
    account TEXT   NOT NULL,
    kind    TEXT   NOT NULL,
    -- Credits less debits, in satang, as a balance.
    amount  BIGINT NOT NULL,
    count   BIGINT NOT NULL,
    PRIMARY KEY (hour, account, kind)
);
CREATE INDEX tally_hour_account ON tally_hour (account, hour);

-- All hours up to the mark.
CREATE TABLE tally_total (
    account TEXT   NOT NULL,
    kind    TEXT   NOT NULL,
    amount  BIGINT NOT NULL,
    count   BIGINT NOT NULL,
    PRIMARY KEY (account, kind)
);

-- Who was active on a day, by the day's beginning in Bangkok. Its number is a row of tally_hour.
CREATE TABLE tally_member (
    day    BIGINT NOT NULL,
    member TEXT   NOT NULL,
    PRIMARY KEY (day, member)
);

-- The newest seal whose batches are added. A store of before is added up from its first seal.
CREATE TABLE tally_mark (
    id   BIGINT PRIMARY KEY CHECK (id = 1),
    seal BIGINT NOT NULL,
    at   BIGINT NOT NULL
);
INSERT INTO tally_mark (id, seal, at) VALUES (1, 0, 0);

-- +goose Down
DROP TABLE tally_mark;
DROP TABLE tally_member;
DROP TABLE tally_total;
DROP TABLE tally_hour;
DROP VIEW tally_account;
