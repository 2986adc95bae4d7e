-- +goose Up

-- What the operator's content offers, by code. Terms are frozen into the condition at the grant.
CREATE TABLE campaign (
    source     TEXT    NOT NULL, -- bonus, promotion
    code       TEXT    NOT NULL, -- a promotion's in upper case
    body       TEXT    NOT NULL, -- JSON, as content gave it
    open       BOOLEAN NOT NULL, -- false: content no longer lists it, or an operator closed it
    position   BIGINT  NOT NULL,
    grants     BIGINT  NOT NULL, -- ever; against the quota
    spent      BIGINT  NOT NULL, -- satang granted less given back; against the campaign's budget
    updated_at BIGINT  NOT NULL,
    PRIMARY KEY (source, code)
);

-- One row per conditional credit (RULES.md section 7). It never changes but for its end.
CREATE TABLE bonus_condition (
    id         TEXT   PRIMARY KEY,
    operation  TEXT   NOT NULL, -- the key of the call that granted it
    member     TEXT   NOT NULL,
    source     TEXT   NOT NULL, -- bonus, promotion, invite, refund, luckydraw
    campaign   TEXT   NOT NULL, -- a campaign's code, a coupon's id, '' for invite and refund
    state      TEXT   NOT NULL, -- active, ending, success, failed, expired, given_up, reversed, free
    terms      TEXT   NOT NULL, -- JSON: end, percents, turnover, keep, games, weights, names and description
    credit     BIGINT NOT NULL,
    matched    TEXT   NOT NULL, -- the arrival that it matched; '' without
    deposit    BIGINT NOT NULL, -- D
    base       BIGINT NOT NULL, -- D + credit
    own        BIGINT NOT NULL, -- T before the credit, less D
    wallet_at  BIGINT NOT NULL, -- the wallet's version after the grant: what came from outside later adds to own
    required   BIGINT NOT NULL, -- weighted turnover; 0: none
    outcome    TEXT   NOT NULL, -- while ending: what it ends as
    due        BIGINT NOT NULL, -- while ending: what is to go back at most
    returned   BIGINT NOT NULL,
    grant_transfer  BIGINT NOT NULL,
    finish_transfer BIGINT NOT NULL, -- 0 until then
    granted_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL, -- without outages, which are added
    ended_at   BIGINT NOT NULL, -- 0 while active or ending
    undone_at  BIGINT NOT NULL  -- its matched deposit was taken back, and the credit with it; 0: it was not
);
CREATE UNIQUE INDEX bonus_condition_operation ON bonus_condition (operation);
CREATE UNIQUE INDEX bonus_condition_active ON bonus_condition (member) WHERE state IN ('active', 'ending');
CREATE UNIQUE INDEX bonus_condition_matched ON bonus_condition (matched) WHERE matched <> '';
CREATE UNIQUE INDEX bonus_condition_promotion ON bonus_condition (member, campaign) WHERE source = 'promotion';
CREATE INDEX bonus_condition_member ON bonus_condition (member, granted_at);
CREATE INDEX bonus_condition_due ON bonus_condition (expires_at) WHERE state IN ('active', 'ending');
CREATE INDEX bonus_condition_grant ON bonus_condition (grant_transfer);
CREATE INDEX bonus_condition_finish ON bonus_condition (finish_transfer) WHERE finish_transfer > 0;

-- Spans in which a game, or all deposits, could not be used: over 30 minutes they are added to expiry.
CREATE TABLE outage (
    subject  TEXT   NOT NULL, -- game:{code}, deposits
    began_at BIGINT NOT NULL,
    ended_at BIGINT NOT NULL, -- 0 while it lasts
    PRIMARY KEY (subject, began_at)
);
CREATE UNIQUE INDEX outage_open ON outage (subject) WHERE ended_at = 0;

-- Each area's numbers, as content sets them; what is not set has the strict default. One row each, id 1.
CREATE TABLE bonus_setting (id BIGINT PRIMARY KEY, body TEXT NOT NULL, updated_at BIGINT NOT NULL);
CREATE TABLE refund_setting (id BIGINT PRIMARY KEY, body TEXT NOT NULL, updated_at BIGINT NOT NULL);
CREATE TABLE invite_setting (id BIGINT PRIMARY KEY, body TEXT NOT NULL, updated_at BIGINT NOT NULL);

-- One row per member, locked by every change of its lots.
CREATE TABLE play_member (
    member  TEXT   PRIMARY KEY,
    changes BIGINT NOT NULL
);

-- U, by deposit: what of it is not played (RULES.md section 1).
CREATE TABLE play_lot (
    inflow      TEXT   PRIMARY KEY,
    member      TEXT   NOT NULL,
    amount      BIGINT NOT NULL,
    rest        BIGINT NOT NULL CHECK (rest BETWEEN 0 AND amount),
    credited_at BIGINT NOT NULL
);
CREATE INDEX play_lot_open ON play_lot (member, credited_at) WHERE rest > 0;

-- The play lies between since and bet_at; equal for a round, for a counter the reading before it.
ALTER TABLE game_play ADD COLUMN since BIGINT NOT NULL DEFAULT 0;
UPDATE game_play SET since = bet_at WHERE kind = 'round';

-- Who paid for whom, and what was taken back lately.
CREATE INDEX inflow_payer ON inflow (payer_index) WHERE payer_index <> '';
CREATE INDEX deposit_credit_reversed ON deposit_credit (reversed_at) WHERE reversed_at > 0;

-- Refund of losses (RULES.md section 8).
CREATE TABLE refund_member (
    member  TEXT   PRIMARY KEY,
    star    BIGINT NOT NULL, -- C*
    number  BIGINT NOT NULL, -- receives so far
    last_at BIGINT NOT NULL
);
CREATE TABLE refund_receive (
    member        TEXT   NOT NULL,
    number        BIGINT NOT NULL,
    operation     TEXT   NOT NULL,
    amount        BIGINT NOT NULL,
    loss          BIGINT NOT NULL,
    deposits      BIGINT NOT NULL,
    withdrawals   BIGINT NOT NULL,
    total         BIGINT NOT NULL, -- T
    star          BIGINT NOT NULL, -- C* after it
    transfer      BIGINT NOT NULL,
    received_week TEXT   NOT NULL, -- 2026-W47, Bangkok: one receive a week
    received_at   BIGINT NOT NULL,
    PRIMARY KEY (member, number)
);
CREATE UNIQUE INDEX refund_receive_operation ON refund_receive (operation);
CREATE UNIQUE INDEX refund_receive_week ON refund_receive (member, received_week);

-- Invitations (RULES.md section 9).
CREATE TABLE invite_invitee (
    invitee      TEXT    PRIMARY KEY,
    inviter      TEXT    NOT NULL,
    high         BIGINT  NOT NULL, -- the highest C so far
    qualified_at BIGINT  NOT NULL, -- first own verified deposit of 100 baht; 0: not yet
    shadow       BOOLEAN NOT NULL, -- a condition was active at the last look: the rise since counts 0
    turnover_at  BIGINT  NOT NULL, -- basis turnover: counted up to here
    seen_at      BIGINT  NOT NULL
);
CREATE INDEX invite_invitee_inviter ON invite_invitee (inviter, invitee);
CREATE INDEX invite_invitee_seen ON invite_invitee (seen_at);
CREATE TABLE invite_earning (
    inviter    TEXT   NOT NULL,
    invitee    TEXT   NOT NULL,
    day        TEXT   NOT NULL, -- 2026-11-22, Bangkok
    amount     BIGINT NOT NULL,
    moved      BIGINT NOT NULL CHECK (moved BETWEEN 0 AND amount), -- into the purse
    ripe_at    BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (inviter, invitee, day)
);
CREATE INDEX invite_earning_list ON invite_earning (inviter, created_at);
CREATE INDEX invite_earning_invitee ON invite_earning (invitee);
CREATE INDEX invite_earning_ripe ON invite_earning (ripe_at) WHERE moved < amount;
CREATE TABLE invite_receive (
    member    TEXT   NOT NULL,
    day       TEXT   NOT NULL, -- 2026-11-22, Bangkok: one receive a day
    operation TEXT   NOT NULL,
    amount    BIGINT NOT NULL,
    at        BIGINT NOT NULL,
    PRIMARY KEY (member, day)
);
CREATE UNIQUE INDEX invite_receive_operation ON invite_receive (operation);

-- The wheel (RULES.md section 10). A table of slices is never changed: a new version ends the one in force.
CREATE TABLE wheel_table (
    version     BIGINT PRIMARY KEY,
    body        TEXT   NOT NULL, -- JSON, as content gave it
    valid_from  BIGINT NOT NULL,
    valid_until BIGINT NOT NULL -- 0: in force
);
CREATE UNIQUE INDEX wheel_table_in_force ON wheel_table (valid_until) WHERE valid_until = 0;
CREATE TABLE wheel_seed (
    member      TEXT   NOT NULL,
    number      BIGINT NOT NULL,
    sealed      TEXT   NOT NULL,
    hash        TEXT   NOT NULL, -- SHA-256 of the seed, shown from the start
    client      TEXT   NOT NULL,
    nonces      BIGINT NOT NULL, -- how many were used: the next one is this
    created_at  BIGINT NOT NULL,
    revealed_at BIGINT NOT NULL, -- 0 while in use
    PRIMARY KEY (member, number)
);
CREATE UNIQUE INDEX wheel_seed_in_use ON wheel_seed (member) WHERE revealed_at = 0;
CREATE TABLE wheel_draw (
    member        TEXT   NOT NULL,
    seed          BIGINT NOT NULL,
    nonce         BIGINT NOT NULL,
    operation     TEXT   NOT NULL,
    table_version BIGINT NOT NULL,
    slice         TEXT   NOT NULL,
    coupon        TEXT   NOT NULL, -- '' for nothing
    coins_left    BIGINT NOT NULL,
    drawn_at      BIGINT NOT NULL,
    PRIMARY KEY (member, seed, nonce)
);
CREATE UNIQUE INDEX wheel_draw_operation ON wheel_draw (operation);
CREATE TABLE coupon (
    id         TEXT   PRIMARY KEY,
    member     TEXT   NOT NULL,
    kind       TEXT   NOT NULL, -- cash, bonus, coin
    slice      TEXT   NOT NULL, -- JSON: code, label, htmlDescription, name as drawn
    amount     BIGINT NOT NULL, -- satang of cash and bonus, coins of coin
    bonus      TEXT   NOT NULL, -- the campaign of a fixed grant
    state      TEXT   NOT NULL, -- open, claimed, expired
    operation  TEXT   NOT NULL, -- of the claim; '' while open
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    ended_at   BIGINT NOT NULL
);
CREATE INDEX coupon_member ON coupon (member, created_at);
CREATE INDEX coupon_expiry ON coupon (expires_at) WHERE state = 'open';
CREATE UNIQUE INDEX coupon_operation ON coupon (operation) WHERE operation <> '';

-- Below alarm, an operator is told. The budget itself is the account's floor.
CREATE TABLE house_budget (
    account   TEXT   PRIMARY KEY,
    alarm     BIGINT NOT NULL,
    low_since BIGINT NOT NULL -- 0: there is enough
);
-- They exist from here on, so that content can set a budget before the first use. Ids of our own are far above.
INSERT INTO account (number, name, floor) VALUES (1, 'house:bonus', 0), (2, 'house:promotion', 0), (3, 'house:invite', 0),
    (4, 'house:refund', 0), (5, 'house:prize', 0), (6, 'house:coupons', 0)
ON CONFLICT (name) DO NOTHING;
-- One that paid already pays nothing more until it has a budget.
UPDATE account SET floor = CASE WHEN credits_posted - debits_posted - debits_pending < 0
    THEN credits_posted - debits_posted - debits_pending ELSE 0 END
WHERE name IN ('house:bonus', 'house:promotion', 'house:invite', 'house:refund', 'house:prize');

-- +goose Down
DELETE FROM account WHERE number BETWEEN 1 AND 6 AND version = 0;
UPDATE account SET floor = -9223372036854775808
WHERE name IN ('house:bonus', 'house:promotion', 'house:invite', 'house:refund', 'house:prize');
DROP TABLE house_budget;
DROP TABLE coupon;
DROP TABLE wheel_draw;
DROP TABLE wheel_seed;
DROP TABLE wheel_table;
DROP TABLE invite_receive;
DROP TABLE invite_earning;
DROP TABLE invite_invitee;
DROP TABLE refund_receive;
DROP TABLE refund_member;
DROP INDEX deposit_credit_reversed;
DROP INDEX inflow_payer;
ALTER TABLE game_play DROP COLUMN since;
DROP TABLE play_lot;
DROP TABLE play_member;
DROP TABLE invite_setting;
DROP TABLE refund_setting;
DROP TABLE bonus_setting;
DROP TABLE outage;
DROP TABLE bonus_condition;
DROP TABLE campaign;
