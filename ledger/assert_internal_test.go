package ledger

import (
	"strings"
	"testing"
)

// twoAccounts returns a sound book: one reservation of 5 from account 1, which has 10, to account 2.
func twoAccounts() *book {
	b := &book{accounts: map[int64]*account{
		1: {number: 1, creditsPosted: 10}, 2: {number: 2},
	}}
	t := &record{Transfer: Transfer{ID: 7, Amount: 5, State: Pending}, debit: 1, credit: 2}
	b.created = []*record{t}
	b.write(t, stepReserve, 5, 0)
	return b
}

// TestABookThatIsUnsoundIsNotWritten: each case breaks one thing that the sound book has right.
func TestABookThatIsUnsoundIsNotWritten(t *testing.T) {
	t.Parallel()
	if err := twoAccounts().check(); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, want string
		spoil      func(*book)
	}{
		{"one side changes by less", "different amounts", func(b *book) { b.entries[0].pending-- }},
		{"one side is missing", "different amounts", func(b *book) { b.entries = b.entries[:1] }},
		{"two errors that cancel out", "different amounts", func(b *book) {
			other := &record{Transfer: Transfer{ID: 8, Amount: 5}, debit: 1, credit: 2}
			b.write(other, stepReserve, 5, 0)
			b.entries[0].pending, b.entries[2].pending = 4, 6
		}},
		{"more leaves than is there", "its floor", func(b *book) { b.accounts[1].debitsPending = 11 }},
		{"a counter falls below zero", "below zero", func(b *book) { b.accounts[2].creditsPending = -1 }},
		{"more is moved than was reserved", "6 moved", func(b *book) { b.created[0].State, b.created[0].Moved = Posted, 6 }},
		{"posted without a movement", "0 moved", func(b *book) { b.created[0].State = Posted }},
		{"moved while it is pending", "5 moved", func(b *book) { b.created[0].Moved = 5 }},
		{"from an account to itself", "from 1 to 1", func(b *book) { b.created[0].credit = 1 }},
		{"settled with more than reserved", "6 moved", func(b *book) {
			b.settled, b.created = b.created, nil
			b.settled[0].State, b.settled[0].Moved = Posted, 6
		}},
	} {
		b := twoAccounts()
		tt.spoil(b)
		if err := b.check(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}
