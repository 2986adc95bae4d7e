-- +goose Up

-- A wallet link that a member handed in. The row is committed, and with it the claim of the voucher, before its issuer is
-- asked; it stays until it is certain whether our wallet took a share (RULES.md section 4).
CREATE TABLE wallet_link (
    reference   TEXT    PRIMARY KEY,
    member      TEXT    NOT NULL,
    operation   TEXT    NOT NULL, -- the member's call: the same one again gets this row's outcome
    account     TEXT    NOT NULL, -- deposit_account.code
    code        TEXT    NOT NULL, -- blind index of the voucher's code; '' where the text was no link
    code_sealed TEXT    NOT NULL, -- '' from the end on: whoever holds the code can take what is left of a voucher
    voucher     TEXT    NOT NULL, -- the issuer's own number, once it is known
    state       TEXT    NOT NULL, -- asking, taking, credited, refused
    amount      BIGINT  NOT NULL, -- taking: what we expect; credited: what we got
    clean       BOOLEAN NOT NULL, -- taking: before, no share of the voucher was ours; so one that is now came by this link
    reason      TEXT    NOT NULL, -- a code of the catalogue: why it was refused
    said        TEXT    NOT NULL, -- the last word of the issuer, or what went wrong, for operators
    sends       BIGINT  NOT NULL, -- how often a redemption may have gone out
    send_by     BIGINT  NOT NULL, -- when the last of them was too late to go out
    tries       BIGINT  NOT NULL, -- how often the job looked at it
    turn        BIGINT  NOT NULL, -- counts who works on it; whoever has an older one has lost it
    due_at      BIGINT  NOT NULL, -- when the next one may work on it; 0: ended
    created_at  BIGINT  NOT NULL,
    ended_at    BIGINT  NOT NULL  -- 0 until it is certain
);
-- A claim ends only where it is certain that nothing was redeemed: then anybody may try the voucher again.
CREATE UNIQUE INDEX wallet_link_claim ON wallet_link (code) WHERE code <> '' AND state <> 'refused';
CREATE UNIQUE INDEX wallet_link_voucher ON wallet_link (account, voucher) WHERE voucher <> '' AND state <> 'refused';
CREATE UNIQUE INDEX wallet_link_operation ON wallet_link (operation);
CREATE INDEX wallet_link_due ON wallet_link (due_at) WHERE due_at > 0;
CREATE INDEX wallet_link_open ON wallet_link (created_at) WHERE state IN ('asking', 'taking');
CREATE INDEX wallet_link_member ON wallet_link (member, ended_at);

-- +goose Down
DROP TABLE wallet_link;
