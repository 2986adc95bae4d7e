-- +goose Up
-- Who does the periodic tasks. A node that lives raises its beat; one whose beat stands still is removed by another, and a node
-- that finds itself removed comes back under a new id. A task belongs to the node that holds it, for as long as that node is
-- here. The plan itself, what is due when, is in the memory of the node. No time is written, so no clock matters.
-- Nodes of the version before go on by the table periodic, and do a task beside this version's node: that does no harm.
CREATE TABLE periodic_node (
    id   TEXT   PRIMARY KEY,
    beat BIGINT NOT NULL
);

CREATE TABLE periodic_holder (
    name TEXT PRIMARY KEY,
    node TEXT NOT NULL -- '': nobody
);

-- +goose Down
DROP TABLE periodic_holder;
DROP TABLE periodic_node;
