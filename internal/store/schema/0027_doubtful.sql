-- +goose Up

-- Each decision by a member's total asks what of its transfers was given back and may prove applied, and for its cases.
CREATE INDEX game_doubt_member ON game_doubt (member, transfer) WHERE state IN ('open', 'case', 'returned');
CREATE INDEX reconcile_case_member ON reconcile_case (member) WHERE state <> 'closed';

-- +goose Down
DROP INDEX reconcile_case_member;
DROP INDEX game_doubt_member;
