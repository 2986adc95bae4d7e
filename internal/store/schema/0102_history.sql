-- +goose Up
-- What operators list of the past, newest first (internal/history): all of it, of one state, of one account of ours, of one member.
-- The state in which nearly all rows end has no index of its own: it is found by time. On PostgreSQL each is built in seconds for a
-- million rows, of which it takes some 50 MB, and writes wait meanwhile; a deposit writes two rows more, a withdrawal one.
CREATE INDEX withdrawal_requested ON withdrawal (requested_at, reference);
CREATE INDEX withdrawal_unpaid ON withdrawal (state, requested_at, reference) WHERE state <> 'paid';
CREATE INDEX inflow_seen ON inflow (seen_at, id);
CREATE INDEX inflow_uncredited ON inflow (state, seen_at, id) WHERE state <> 'credited';
CREATE INDEX inflow_account ON inflow (account, seen_at, id);
CREATE INDEX slip_uploaded ON slip (uploaded_at, id);
CREATE INDEX slip_uncredited ON slip (state, uploaded_at, id) WHERE state <> 'credited';
CREATE INDEX declaration_created ON declaration (created_at, reference);
CREATE INDEX declaration_unmatched ON declaration (state, created_at, reference) WHERE state <> 'matched';
CREATE INDEX wallet_link_created ON wallet_link (created_at, reference);
CREATE INDEX wallet_link_uncredited ON wallet_link (state, created_at, reference) WHERE state <> 'credited';
CREATE INDEX feed_case_found ON feed_case (found_at, id);
CREATE INDEX feed_case_ours ON feed_case (account, found_at, id);
CREATE INDEX reversal_told ON reversal (told_at);
CREATE INDEX reconcile_case_found ON reconcile_case (found_at, id);
CREATE INDEX reconcile_case_provider ON reconcile_case (provider, found_at, id);
CREATE INDEX reconcile_case_of ON reconcile_case (member, found_at, id) WHERE member <> '';
CREATE INDEX holder_case_found ON holder_case (found_at, id);
CREATE INDEX holder_case_other ON holder_case (other);

-- +goose Down
DROP INDEX holder_case_other;
DROP INDEX holder_case_found;
DROP INDEX reconcile_case_of;
DROP INDEX reconcile_case_provider;
DROP INDEX reconcile_case_found;
DROP INDEX reversal_told;
DROP INDEX feed_case_ours;
DROP INDEX feed_case_found;
DROP INDEX wallet_link_uncredited;
DROP INDEX wallet_link_created;
DROP INDEX declaration_unmatched;
DROP INDEX declaration_created;
DROP INDEX slip_uncredited;
DROP INDEX slip_uploaded;
DROP INDEX inflow_account;
DROP INDEX inflow_uncredited;
DROP INDEX inflow_seen;
DROP INDEX withdrawal_unpaid;
DROP INDEX withdrawal_requested;
