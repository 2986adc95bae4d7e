package privacy_test

import (
	"fmt"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/privacy"
)

// Rows of each rule, by the times that they end by. A row is one of many: $1 is its number, $2 its time.
var (
	code = `INSERT INTO otp (token_hash, phone, state, outside_token, ref, tries, calls, unanswered, address, created_at, expires_at,
		verified_at) VALUES ($1, '', '', '', '', 0, 0, '', '', $2, $2, 0)`
	expired = `INSERT INTO session (id, token_hash, audience, subject, stamp, remembered, address, agent, created_at, seen_at,
		expires_at, ended_at) VALUES ($1, $1, '', '', 0, FALSE, '', '', 0, 0, $2, 0)`
	ended = `INSERT INTO session (id, token_hash, audience, subject, stamp, remembered, address, agent, created_at, seen_at,
		expires_at, ended_at) VALUES ($1, $1, '', '', 0, FALSE, '', '', 0, 0, 9000000000000000, $2)`
	picture = `INSERT INTO blob (id, size, sealed, created_at, expires_at) VALUES ($1, 0, '', 0, $2)`
	message = `INSERT INTO chat_message (id, owner, number, sender, client_id, operator, session, type, payload, username, name,
		device_token, created_at) VALUES ($1, $1, 0, '', '', '', '', '', '', '', '', '', $2)`
	allowance = `INSERT INTO rate_limit (key, whole_at) VALUES ($1, $2)`
	arrival   = `INSERT INTO inflow (id, account, source, channel, reference, member, amount, state, reason, flag, transfer,
		payer_named, payer_sealed, payer_index, paid_at, seen_at, ended_at)
		VALUES ($1, '', $1, '', $1, '', 1, 'credited', '', '', 0, FALSE, 'k1:x', '', 0, $2, $2)`
	unclaimed = `INSERT INTO inflow (id, account, source, channel, reference, member, amount, state, reason, flag, transfer,
		payer_named, payer_sealed, payer_index, paid_at, seen_at, ended_at)
		VALUES ($1, '', $1, '', $1, '', 1, 'unmatched', '', '', 0, FALSE, 'k1:x', '', 0, $2, $2)`
	emptied = `INSERT INTO inflow (id, account, source, channel, reference, member, amount, state, reason, flag, transfer,
		payer_named, payer_sealed, payer_index, paid_at, seen_at, ended_at)
		VALUES ($1, '', $1, '', $1, '', 1, 'credited', '', '', 0, FALSE, '', '', 0, $2, $2)`
	declared = `INSERT INTO declaration (reference, key, member, amount, state, inflow, reason, created_at, lapses_at, ended_at)
		VALUES ($1, $1, '', 1, '', '', 'x', $2, 0, $2)`
)

// TestWhatHasOutlivedItsRule: rows that are older than their rule are counted, each rule's own; those within it, and those that
// its job has ended, are not. More than 10,000 are told as more.
func TestWhatHasOutlivedItsRule(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		const day = 24 * time.Hour
		now, n := s.Now(), 0
		kept := privacy.New(privacy.Deps{Now: func() time.Time { return now }, Store: s})
		add := func(query string, many int, ago time.Duration) {
			t.Helper()
			if err := s.Write(t.Context(), func(tx *store.Tx) error {
				for range many {
					n++
					if _, err := tx.ExecContext(t.Context(), query, fmt.Sprint("row", n), clock.MicrosOf(now.Add(-ago))); err != nil {
						return err
					}
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		is := func(want map[string]privacy.Due) {
			t.Helper()
			got, err := kept.Due(t.Context())
			if err != nil || len(got) != 6 {
				t.Fatalf("%v, %v", got, err)
			}
			for rule, due := range got {
				if due != want[rule] {
					t.Errorf("%s: %+v, want %+v", rule, due, want[rule])
				}
			}
		}
		for query, limit := range map[string]time.Duration{
			code: 7 * day, expired: 30 * day, ended: 30 * day, picture: 0, message: 90 * day, allowance: 0,
		} {
			add(query, 1, limit-time.Hour)
		}
		add(arrival, 1, 1825*day)
		add(unclaimed, 1, 2000*day)
		add(emptied, 1, 2000*day)
		is(nil)
		for query, limit := range map[string]time.Duration{
			code: 7 * day, expired: 30 * day, ended: 30 * day, picture: 0, message: 90 * day, allowance: 0,
		} {
			add(query, 2, limit+time.Hour)
		}
		add(arrival, 3, 1830*day)
		add(declared, 1, 1830*day)
		is(map[string]privacy.Due{
			"payments": {Rows: 4}, "slips": {Rows: 2}, "chat": {Rows: 2}, "sessions": {Rows: 4}, "codes": {Rows: 2}, "short": {Rows: 2},
		})
		add(allowance, privacy.MostDue, time.Hour)
		if got, err := kept.Due(t.Context()); err != nil || got["short"] != (privacy.Due{Rows: privacy.MostDue, More: true}) {
			t.Errorf("%+v, %v", got["short"], err)
		}
	})
}
