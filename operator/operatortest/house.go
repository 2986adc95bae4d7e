// Package operatortest builds the operator area for its tests: with the real deposits, withdrawals, ledger and payout bank, and
// two chiefs. Only tests use it.
package operatortest

import (
	"bytes"
	"context"
	"testing"
	"time"

	stops "krapao/brake"
	"krapao/connect/payout"
	"krapao/deposit/deposittest"
	"krapao/deposit/record"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/secret"
	"krapao/internal/settle"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/ledger/tally"
	"krapao/money"
	"krapao/operator"
	"krapao/operator/adjustment"
	"krapao/operator/arrival"
	"krapao/operator/audit"
	"krapao/operator/care"
	"krapao/operator/cli"
	"krapao/operator/gamecase"
	"krapao/operator/halt"
	"krapao/operator/queue"
	"krapao/operator/receivable"
	"krapao/operator/withdrawal"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
	"krapao/withdraw"
	"krapao/withdraw/approval"
	"krapao/withdraw/brake"
	payouts "krapao/withdraw/payout"
)

// House is the operator area with the areas that it decides about.
type House struct {
	*cli.Services
	T        *testing.T
	Now      *clock.Fake
	Store    *store.Store
	Ledger   *ledger.Ledger
	Outside  *sandboxtest.Sandbox
	People   *People
	Deposits *deposittest.Node
	Requests *withdraw.Service
	Review   *approval.Service
	Payouts  *payouts.Service
	Brake    *brake.Brake
	// Stands says of a system why it may not go on.
	Stands map[string][]stops.Against
	// Games are what decisions about transfers with games ask, besides People. A test that has them rebuilds the rooms.
	Games gamecase.Deps
	// Links are the members that are linked.
	Links *Links
	// Keys are what operators confirm with.
	Keys *Keys
	// Soon is operator.Deps.Soon. A test that sets it rebuilds the rooms.
	Soon bool
}

// Names of three operators: Nok and Lek are the house's chiefs, and a test adds Mai.
const (
	Nok = "nok"
	Lek = "lek"
	Mai = "mai"
)

// Each runs a test on both engines, in a bubble of its own.
func Each(t *testing.T, test func(t *testing.T, h *House)) {
	t.Helper()
	began := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	storetest.EachAt(t, began, func(t *testing.T, s *store.Store, now *clock.Fake) { test(t, newHouse(t, s, now)) })
}

func newHouse(t *testing.T, s *store.Store, now *clock.Fake) *House {
	t.Helper()
	l, err := ledger.Open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	box := Box(t)
	outside := sandboxtest.Start(t, sandboxtest.Options{Clock: now})
	known := sandbox.DemoCredentials().Payout
	h := &House{
		T: t, Now: now, Store: s, Ledger: l, Outside: outside, Links: new(Links), Keys: &Keys{made: map[[3]string]bool{}},
		People:   &People{Passwords: map[string]string{}},
		Deposits: deposittest.New(deposittest.Deps{Store: s, Books: l, Members: Registered{}, Box: box}),
		Requests: withdraw.New(withdraw.Deps{Store: s, Books: l, Members: Registered{}, Box: box}), Brake: brake.New(s),
	}
	bank := payout.New(payout.Config{
		BaseURL: outside.URL + "/payout", Key: known.Key, Secret: known.Secret, Now: now.Now, Outbound: outside.Outbound(0),
	})
	h.Review = approval.New(approval.Deps{
		Store: s, Books: l, Members: Registered{}, Names: bank, Brake: h.Brake, Stops: stops.New(s, h.Brake), Box: box,
		Settings: h.Requests.Settings,
	})
	h.Payouts = payouts.New(payouts.Deps{
		Store: s, Books: l, Bank: bank, Brake: h.Brake, Stops: stops.New(s, h.Brake), Box: box,
	})
	h.Services = h.services()
	h.Queue = h.Waiting(s)
	for _, name := range []string{Nok, Lek} {
		if err := s.Write(t.Context(), func(tx *store.Tx) error {
			if err := h.Staff.ChiefTx(t.Context(), tx, name, tx.Now); err != nil {
				return err
			}
			return h.Audit.AppendTx(t.Context(), tx, audit.Entry{
				By: operator.Node, Action: "operator.init", Subject: name, Reason: "the first two",
			})
		}); err != nil {
			t.Fatalf("add %s: %v", name, err)
		}
	}
	return h
}

// services are the rooms whose areas this package has. Tests add what they need besides.
func (h *House) services() *cli.Services {
	log, brakes := audit.New(h.Store, nil), stops.New(h.Store, h.Brake)
	approvals := operator.NewApprovals(operator.Deps{
		Store: h.Store, Audit: log, Links: h.Links, Claims: queue.NewClaims(h.Store), Confirmations: h.Keys, Soon: h.Soon,
	})
	games := h.Games
	games.Approvals, games.Now, games.Transfers = approvals, h.Now.Now, h.People
	adjustment.Register(adjustment.Deps{Approvals: approvals, Books: h.Ledger, Members: h.People, Conditions: h.People})
	return &cli.Services{
		Staff: operator.NewStaff(approvals, nil), Approvals: approvals, Audit: log, Tallies: tally.New(h.Store),
		Withdrawals: withdrawal.New(withdrawal.Deps{
			Approvals: approvals, Requests: h.Requests, Review: h.Review, Payouts: h.Payouts, Brake: h.Brake,
		}),
		Brakes: halt.New(halt.Deps{
			Approvals: approvals, Brakes: brakes, Systems: Systems,
			Credentials: stops.NewCredentials(h.Store, brakes, nil, operator.CountTx),
			Stands:      func(_ context.Context, system string) ([]stops.Against, error) { return h.Stands[system], nil },
		}),
		Arrivals: arrival.New(arrival.Deps{
			Approvals: approvals, Deposits: h.Deposits.Service, Slip: h.Deposits.Slips, Link: h.Deposits.Links,
			Feed: h.Deposits.Feeds, Declared: h.Deposits.Declared,
			Records: record.New(h.Store, h.Deposits.Service), Finder: record.NewFinder(h.Store, h.Deposits.Service, nil),
		}),
		Receivables: receivable.New(approvals, h.Ledger),
		Cases:       gamecase.New(games),
		Care:        care.New(care.Deps{Approvals: approvals, Members: h.People}),
	}
}

// Rebuild builds the rooms anew, as another node does.
func (h *House) Rebuild() { h.Services = h.services() }

// Systems are the names of systems that an operator of a test may stop.
func Systems(context.Context) ([]string, error) {
	return []string{stops.Payouts, stops.Provider("joker"), stops.Provider("pg")}, nil
}

// Box is the key of all secrets of a test.
func Box(t *testing.T) *secret.Box {
	t.Helper()
	box, err := secret.FromMaster(bytes.Repeat([]byte{7}, secret.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	return box
}

// By is a decision of an operator about something, with a reason and evidence.
func By(name, subject string) operator.Decision {
	return Sure(operator.Decision{By: name, Subject: subject, Reason: "because", Evidence: "a line of the bank's statement"})
}

// InReview makes a withdrawal that waits for an operator.
func (h *House) InReview(amount money.Amount) withdraw.Withdrawal {
	h.T.Helper()
	ctx, m := h.T.Context(), id.Member()
	if err := h.Store.Write(ctx, func(tx *store.Tx) error { return h.Ledger.OpenTx(ctx, tx, ledger.Wallet(m)) }); err != nil {
		h.T.Fatal(err)
	}
	if _, err := h.Ledger.Move(ctx, ledger.Order{
		Key: ledger.InternalKey("test", m), Kind: "deposit", Debit: ledger.Bank("KBANK"), Credit: ledger.Wallet(m), Amount: amount,
		Member: m,
	}); err != nil {
		h.T.Fatal(err)
	}
	r, err := h.Requests.Request(ctx, m, amount, ledger.ClientKey(m, "withdraw", "1"))
	if err != nil {
		h.T.Fatal(err)
	}
	h.Settle(r.Reference)
	w, err := h.Requests.Find(ctx, r.Reference)
	if err != nil || w.State != withdraw.Review {
		h.T.Fatalf("%+v, %v", w, err)
	}
	return w
}

// Settle carries on with a withdrawal as the settle worker does.
func (h *House) Settle(reference string) settle.Result {
	h.T.Helper()
	number, _ := h.Ledger.ParseReference(reference)
	x, err := h.Ledger.Find(h.T.Context(), number)
	if err != nil {
		h.T.Fatal(err)
	}
	r, _ := withdraw.Settler{Store: h.Store, Approval: h.Review, Payouts: h.Payouts}.Settle(h.T.Context(), x)
	return r
}

// State is a withdrawal's state.
func (h *House) State(reference string) withdraw.State {
	h.T.Helper()
	w, err := h.Requests.Find(h.T.Context(), reference)
	if err != nil {
		h.T.Fatal(err)
	}
	return w.State
}

// Opened opens a member's accounts in the ledger.
func (h *House) Opened(member string) {
	h.T.Helper()
	err := h.Store.Write(h.T.Context(), func(tx *store.Tx) error {
		return h.Ledger.OpenTx(h.T.Context(), tx, ledger.Wallet(member), ledger.Held(member))
	})
	if err != nil {
		h.T.Fatal(err)
	}
}
