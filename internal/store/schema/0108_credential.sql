-- +goose Up

-- What two persons have approved of the file of outside systems (KRAPAO_OUTSIDE), for each system that can be stopped
-- (docs/architecture/0024, section 8). A digest is keyed: nobody finds a secret by trying. A node compares its file at its start.
CREATE TABLE credential_mark (
    system   TEXT   NOT NULL PRIMARY KEY, -- as in system_brake, and payouts
    digest   TEXT   NOT NULL, -- what is approved; '': nothing yet
    found    TEXT   NOT NULL, -- what a node has that is not approved; '': no node has another
    since    BIGINT NOT NULL, -- since when it is so
    proposal TEXT   NOT NULL  -- by which the digest was approved; '': it was accepted as it was found
);

-- +goose Down
DROP TABLE credential_mark;
