package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"krapao/bench/program"
	"krapao/deposit"
	"krapao/internal/clock"
	"krapao/internal/keyring"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/witness"
	"krapao/ledger/ledgertest"
	"krapao/operator/audit"
)

// papers is what a house has beside its books, for its number of members and of the last thirty days: withdrawals, arrivals,
// slips, chats, sessions, notices. The rows are as the product writes them, but that nothing in the books belongs to them.
type papers struct {
	known []string
	// members are all of them. regulars are the first hundredth, and at least those that are known: a tenth of all rows is theirs.
	members, regulars int
	box               *secret.Box
	now, began        time.Time
	// failed is the first error of a row; nil: none has failed.
	failed error
}

// month is how long the past is; it ended yesterday, as that of the books.
const month = 30 * 24 * time.Hour

// table is one that is filled with so many rows; row makes the n-th.
type table struct {
	name   string
	fields []string
	count  int
	row    func(n int) []any
}

// chunk is how many rows are put at once.
const chunk = 20_000

// write writes all of it.
func (p *papers) write(ctx context.Context, s *store.Store, tell func(what string)) error {
	crowd, err := p.crowd(ctx, s)
	if err != nil {
		return err
	}
	tables := slices.Concat(crowd, p.payments(), p.people())
	sink := ledgertest.Sink{Tell: tell}
	for _, t := range tables {
		sink.Packed = append(sink.Packed, t.name)
	}
	if err := sink.Fill(ctx, s, func(put ledgertest.Put) error {
		for _, t := range tables {
			for from := 0; from < t.count; from += chunk {
				tell(fmt.Sprintf("%d of %d rows of %s", from, t.count, t.name))
				rows := make([][]any, 0, chunk)
				for n := from; n < min(from+chunk, t.count); n++ {
					rows = append(rows, t.row(n))
				}
				if err := errors.Join(p.failed, put(t.name, t.fields, rows)); err != nil {
					return fmt.Errorf("%s: %w", t.name, err)
				}
			}
		}
		return nil
	}); err != nil {
		return err
	}
	if err := windows(ctx, s); err != nil {
		return err
	}
	return p.audit(ctx, s, tell)
}

// windows adds the hours up, as the product does when it adds to one.
func windows(ctx context.Context, s *store.Store) error {
	statements := []string{
		"UPDATE pace_mark SET hour = (SELECT MAX(hour) FROM member_hour)",
		`INSERT INTO member_window (what, hours, member, times, amount)
		SELECT h.what, s.hours, h.member, SUM(h.times), SUM(h.amount)
		FROM pace_mark m CROSS JOIN pace_window s JOIN member_hour h
			ON h.what = s.what AND h.hour > m.hour - s.hours * 3600000000
		GROUP BY h.what, s.hours, h.member`,
	}
	return s.Write(ctx, func(tx *store.Tx) error {
		for _, text := range statements {
			if _, err := tx.ExecContext(ctx, text); err != nil {
				return fmt.Errorf("windows: %w", err)
			}
		}
		return nil
	})
}

// newPapers reads the keys of the database: what operators' lists open is sealed, as it is in a house.
func newPapers(ctx context.Context, s *store.Store, known []string, members int) (*papers, error) {
	keys, err := keyring.Open(ctx, s, program.Masters())
	if err != nil {
		return nil, err
	}
	now := s.Now()
	return &papers{
		known: known, members: members, regulars: max(members/100, len(known)), box: keys.Box, now: now,
		began: now.Add(-month - 24*time.Hour),
	}, nil
}

// member is whose the n-th row is.
func (p *papers) member(n int) string {
	if n%10 == 0 {
		return p.one(n / 10 % p.regulars)
	}
	return p.one(n * 7919 % p.members)
}

// one is a member by its place: first those that are known, then the crowd.
func (p *papers) one(place int) string {
	if place < len(p.known) {
		return p.known[place]
	}
	return crowdID(place - len(p.known))
}

// at is the moment of the n-th row of a count.
func (p *papers) at(n, count int) time.Time {
	return p.began.Add(time.Duration(float64(month) * float64(n) / float64(count)))
}

func micros(at time.Time) int64 { return int64(clock.MicrosOf(at)) }

// number is a transfer's that no ledger has made: of a node that there is not.
func number(at time.Time, n int) int64 {
	const node = 1023
	since := at.Sub(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)).Milliseconds()
	return since<<22 | node<<12 | int64(n%4096)
}

// amount is between 1 and 5,000 baht.
func amount(n int) int64 { return int64(1+n*31%5000) * 100 }

// rare chooses a row in so many.
func rare(n, in int) bool { return n%in == in/2 }

// payer seals who paid, for the row of an arrival.
func (p *papers) payer(inflow, member string) string {
	text, err := json.Marshal(deposit.Payer{BankCode: "KBANK", AccountNo: "1234567890", Name: "Somchai of " + member})
	p.failed = errors.Join(p.failed, err)
	return p.seal("inflow", "payer_sealed", inflow, string(text))
}

// audit writes the audit log by its own code, since each row has the hash of the one before. Its rows are of today.
func (p *papers) audit(ctx context.Context, s *store.Store, tell func(what string)) error {
	log := audit.New(s, witness.Signer(p.box, witness.Audit))
	const together = 500
	for from, count := 0, p.members/10; from < count; from += together {
		tell(fmt.Sprintf("%d of %d rows of the audit log", from, count))
		if err := s.Write(ctx, func(tx *store.Tx) error {
			for n := from; n < min(from+together, count); n++ {
				if err := log.AppendTx(ctx, tx, audit.Entry{
					By: fmt.Sprint("past", n%12), Action: "withdrawal.approve", Subject: fmt.Sprintf("w%014d", n), Member: p.member(n),
					Reason: "the account is the member's, and the deposits are played",
				}); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}
