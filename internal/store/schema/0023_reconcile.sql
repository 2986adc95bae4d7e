-- +goose Up

-- A provider's day (Asia/Bangkok) against our own transfers of it: how it is compared, how far that is, and what came of it.
CREATE TABLE reconcile_day (
    provider    TEXT   NOT NULL,
    day         TEXT   NOT NULL, -- YYYY-MM-DD
    method      TEXT   NOT NULL, -- list, reference, none; '' until it is begun
    state       TEXT   NOT NULL, -- open, done
    due_at      BIGINT NOT NULL, -- when it is compared (again); whoever does so makes it the end of its lease
    tries       BIGINT NOT NULL, -- failures in a row
    times       BIGINT NOT NULL, -- how often it was compared to the end
    seed        TEXT   NOT NULL, -- draws the lot of what is asked about by reference
    asked       TEXT   NOT NULL, -- how far this comparison is: the last transfer or account that was asked about; '' at its beginning
    ours        BIGINT NOT NULL, -- transfers of ours
    theirs      BIGINT NOT NULL, -- rows of the provider's list, or answers to questions by reference
    compared    BIGINT NOT NULL, -- transfers of ours that were compared
    waiting     BIGINT NOT NULL, -- those that could not be compared yet
    differences BIGINT NOT NULL, -- cases of the day that are not decided
    reason      TEXT   NOT NULL, -- why it is tried again, for operators
    updated_at  BIGINT NOT NULL,
    PRIMARY KEY (provider, day)
);
CREATE INDEX reconcile_day_due ON reconcile_day (due_at) WHERE state = 'open';

-- A difference, for an operator. Amounts are satang, positive into the game and negative out of it.
CREATE TABLE reconcile_case (
    id         TEXT   NOT NULL PRIMARY KEY,
    provider   TEXT   NOT NULL,
    day        TEXT   NOT NULL,
    kind       TEXT   NOT NULL, -- missing_there, missing_here, amount, account, direction, twice, unexplained
    reference  TEXT   NOT NULL, -- ours, or what the provider calls it; the day of the account's last change where unexplained
    transfer   BIGINT NOT NULL, -- ours; 0 where we have none
    username   TEXT   NOT NULL, -- the game account that the provider says it was
    member     TEXT   NOT NULL, -- '' where the account is nobody's here
    ours       BIGINT NOT NULL,
    theirs     BIGINT NOT NULL,
    detail     TEXT   NOT NULL, -- JSON: what is needed to decide
    state      TEXT   NOT NULL, -- open, booking (decided; money is still on its way back), closed
    outcome    TEXT   NOT NULL, -- '' while open; moved, not_moved, closed by operators; agrees: the next comparison was whole
    booking    BIGINT NOT NULL, -- satang that the member has twice and that are being taken back
    due_at     BIGINT NOT NULL, -- when a booking is tried again
    note       TEXT   NOT NULL, -- who decided it and why
    found_at   BIGINT NOT NULL,
    decided_by TEXT   NOT NULL,
    decided_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX reconcile_case_once ON reconcile_case (provider, kind, reference, username);
CREATE INDEX reconcile_case_state ON reconcile_case (state, found_at);
CREATE INDEX reconcile_case_day ON reconcile_case (provider, day);

-- A provider's doubts are counted, and those of a day's transfers are looked up.
CREATE INDEX game_doubt_provider ON game_doubt (provider, transfer);

-- +goose Down
DROP INDEX game_doubt_provider;
DROP TABLE reconcile_case;
DROP TABLE reconcile_day;
