package protection_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/protection"
)

// games are a member's games. A test sets whether they are empty.
type games struct{ home bool }

// Kick implements protection.Games.
func (*games) Kick(context.Context, string) error { return nil }

// BringHome implements protection.Games.
func (g *games) BringHome(context.Context, string, string) (bool, error) {
	if !g.home {
		return false, errors.New("the provider does not answer")
	}
	return true, nil
}

// PayOut implements protection.Games.
func (*games) PayOut(context.Context, string, time.Time) error { return nil }

// members are all shut out until the same time.
type members struct{ until time.Time }

// ShutTx implements protection.Members.
func (m *members) ShutTx(_ context.Context, _ *store.Tx, _ string, breakUntil, _ time.Time) (time.Time, error) {
	m.until = breakUntil
	return m.until, nil
}

// OpenTx implements protection.Members.
func (m *members) OpenTx(_ context.Context, tx *store.Tx, _ string) (bool, time.Time, error) {
	return !tx.Now.Before(m.until), m.until, nil
}

// SecureTx implements protection.Members.
func (*members) SecureTx(context.Context, *store.Tx, string) error { return nil }

// Money is away since the member was shut out, however often that is tried or decided again. If all was home and a later check
// fails, it is away since that check.
func TestSinceWhenMoneyIsAway(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *desk) {
		held := &games{}
		d.s = protection.New(protection.Deps{Store: d.db, Deposits: d, Books: d, Members: &members{}, Games: held})
		away := func(what string, count int64, since time.Time) {
			d.t.Helper()
			if got, err := d.s.Away(d.t.Context()); err != nil || got.Members != count || !got.Since.Equal(since) {
				d.t.Errorf("%s: %+v, %v, want %d since %s", what, got, err, count, since)
			}
		}
		rest := func() {
			d.t.Helper()
			if _, err := d.s.Break(d.t.Context(), "A", protection.LongestBreak); err != nil {
				d.t.Fatal(err)
			}
		}
		follow := func(after time.Duration) time.Time {
			d.t.Helper()
			d.now.Advance(after)
			if _, err := d.s.Follow(d.t.Context()); err != nil {
				d.t.Fatal(err)
			}
			return d.now.Now()
		}
		away("nobody", 0, time.Time{})
		began := d.now.Now()
		rest()
		away("at once", 1, began)
		follow(0)
		follow(time.Hour)
		away("however often it is tried", 1, began)
		rest()
		away("decided again", 1, began)
		held.home = true
		follow(time.Hour)
		away("home", 0, time.Time{})
		held.home = false
		later := follow(24 * time.Hour)
		away("a look that fails", 1, later)
		follow(time.Hour)
		away("tried again", 1, later)
		held.home = true
		follow(time.Hour)
		away("home again", 0, time.Time{})
		again := d.now.Now()
		rest()
		away("decided when all was home", 1, again)
		follow(protection.LongestBreak * 24 * time.Hour)
		away("over", 0, time.Time{})
	})
}
