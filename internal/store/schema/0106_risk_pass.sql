-- +goose Up

-- What the last pass over all that members have in common found (docs/founding/OPERATOR-API.md, section 11). Each pass writes rows of
-- its own, lists show the last whole one, and what is of a pass before it is removed. There is a row for each group of two members
-- and more, and for each inviter below whom such members are.
CREATE TABLE risk_pass (
    id       BIGINT PRIMARY KEY CHECK (id = 1),
    begun    BIGINT NOT NULL, -- the pass that began last
    shown    BIGINT NOT NULL, -- the last whole one; 0: none yet
    ended_at BIGINT NOT NULL
);
INSERT INTO risk_pass (id, begun, shown, ended_at) VALUES (1, 0, 0, 0);

CREATE TABLE risk_group (
    pass    BIGINT NOT NULL,
    way     TEXT   NOT NULL,
    key     TEXT   NOT NULL,
    members BIGINT NOT NULL,
    lately  BIGINT NOT NULL, -- how many of them registered within the 7 days before
    PRIMARY KEY (pass, way, key)
);
CREATE INDEX risk_group_size ON risk_group (pass, way, members DESC, key);

-- Invitees of an inviter, of it or of an invitee, who have something in common with the inviter or with another of them.
CREATE TABLE risk_invitee (
    pass    BIGINT NOT NULL,
    inviter TEXT   NOT NULL,
    invitee TEXT   NOT NULL,
    depth   BIGINT NOT NULL, -- of how many steps the invitations are that have both
    PRIMARY KEY (pass, inviter, invitee)
);

-- The same by inviter and depth, with what it cost.
CREATE TABLE risk_ring (
    pass     BIGINT NOT NULL,
    depth    BIGINT NOT NULL,
    inviter  TEXT   NOT NULL,
    invitees BIGINT NOT NULL, -- all of them, at most 1,000 are counted
    linked   BIGINT NOT NULL,
    earned   BIGINT NOT NULL, -- what the inviter got for its invitees, over its life
    deposits BIGINT NOT NULL, -- of those linked, over their lives
    PRIMARY KEY (pass, depth, inviter)
);
CREATE INDEX risk_ring_linked ON risk_ring (pass, depth, linked DESC, inviter);

-- +goose Down
DROP TABLE risk_ring;
DROP TABLE risk_invitee;
DROP TABLE risk_group;
DROP TABLE risk_pass;
