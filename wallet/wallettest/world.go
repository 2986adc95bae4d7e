// Package wallettest has the whole path of a transfer for tests: the wallet, its doubts, real adapters and the sandbox.
package wallettest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/game"
	"krapao/game/gametest"
	"krapao/internal/settle"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/games"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet"
	"krapao/wallet/doubt"
)

// The windows of RULES.md sections 3 and 6, made small: time costs nothing in a bubble, but each poll of the settle
// worker, of the sweeps and of a test is a query. One call may take CallTime. A longer fault is a timeout, and one that
// lasts longer than Window is never waited for.
const (
	CallTime = 1500 * time.Millisecond
	SendBy   = 1500 * time.Millisecond
	Window   = 1500 * time.Millisecond
	beginBy  = 5 * time.Second
	// poll is how often the settle worker polls, give or take a quarter; sweepEvery is the interval of the sweeps.
	poll       = 400 * time.Millisecond
	sweepEvery = 800 * time.Millisecond
	// look is how often a test looks for what it waits for.
	look = 200 * time.Millisecond
)

// Member is the member of a test, unless it has several.
const Member = "NOK0MEMBER00"

// World is the whole path: a wallet on a real store, its ledger and settle worker, real adapters, and the real sandbox
// over HTTP on a network in memory. It lives in a bubble (storetest.Bubble): all times are the bubble's.
type World struct {
	T       *testing.T
	Store   *store.Store
	Ledger  *ledger.Ledger
	Games   *gametest.Node
	Wallet  *wallet.Service
	Outside *sandboxtest.Sandbox
	keys    atomic.Int64
	// Member is whose money moves; Members are all that have some.
	Member  string
	Members []string
	// Deposited is what came into wallets from outside.
	Deposited money.Amount
	// Unswept pauses both sweeps: interrupted movements, and the re-checks of returned transfers.
	Unswept atomic.Bool
}

// Factors of the games under test; all others are 1.
var Factors = map[string]string{"askmebet": "10"}

// Adapt changes the connections before the world is made.
type Adapt = func(outside *sandboxtest.Sandbox, all map[string]game.Connection)

// OnSQLite runs a test in a bubble on one engine only: it is about a provider's protocol and not about the store.
func OnSQLite(t *testing.T, test func(t *testing.T, s *store.Store)) {
	t.Helper()
	storetest.On(t, store.SQLite, func(t *testing.T, engine store.Engine) { test(t, storetest.Open(t, engine)) })
}

// New makes a world with a sandbox of its own.
func New(t *testing.T, s *store.Store, changes ...Adapt) *World {
	t.Helper()
	return NewWith(t, s, sandboxtest.Start(t, sandboxtest.Options{}), changes...)
}

// NewWith makes a world with a sandbox that runs already.
func NewWith(t *testing.T, s *store.Store, outside *sandboxtest.Sandbox, changes ...Adapt) *World {
	t.Helper()
	w := &World{T: t, Store: s, Outside: outside, Member: Member}
	l, err := ledger.Open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	w.Ledger = l
	all := Connections(w.Outside)
	for _, change := range changes {
		change(w.Outside, all)
	}
	w.Games = gametest.New(t, s, l, all, game.Timeouts{Call: CallTime})
	w.Wallet = wallet.New(s, l, Games(w.Games), NewHolder(s, l), Settings())
	w.ApplyCatalogue(Told)
	w.Deposit(Member, 1000*money.Baht)
	w.work()
	return w
}

// Games are the rooms of a node that the wallet needs.
func Games(n *gametest.Node) doubt.Games {
	return doubt.Games{
		Providers: n.Providers, Catalogue: n.Catalogue, Accounts: n.Accounts, Balances: n.Balances, Reports: n.Reports,
	}
}

// Settings are the small windows.
func Settings() wallet.Settings {
	return wallet.Settings{BeginBy: beginBy, Settings: doubt.Settings{
		SendBy: SendBy, NotFoundWindow: Window, Idle: 50 * time.Millisecond, Still: 200 * time.Millisecond,
		ReplayAfter: 100 * time.Millisecond, PerProvider: 4, MaxConcurrent: 16,
		FirstAsk: 50 * time.Millisecond, NextAsk: 400 * time.Millisecond,
		Rechecks: []time.Duration{300 * time.Millisecond, time.Second, 3 * time.Second, 6 * time.Second},
	}}
}

// Hurried is the wallet of a second node on the same store, which has hardly any time for a request.
func (w *World) Hurried() *wallet.Service {
	s := Settings()
	s.BeginBy = time.Second
	return wallet.New(w.Store, w.Ledger, Games(w.Games), NewHolder(w.Store, w.Ledger), s)
}

// Told and Untold are what is known of open stakes at the sport game. Where they are not reported, a lost answer is an
// operator's case.
var (
	Told   = stakes(game.StakesNone)
	Untold = stakes(game.StakesUnknown)
)

func stakes(known game.Stakes) map[string]map[string]any {
	return map[string]map[string]any{"askmebet": {"stakes": known}}
}

// ApplyCatalogue makes all of the sandbox's games the catalogue. known adds fields to some.
func (w *World) ApplyCatalogue(known map[string]map[string]any) {
	w.T.Helper()
	var entries []map[string]any
	for _, g := range games.All() {
		e := map[string]any{"code": g.Code, "name": g.Name, "category": g.Kind, "family": g.Family}
		if f := Factors[g.Code]; f != "" {
			e["factor"] = f
		}
		maps.Copy(e, known[g.Code])
		entries = append(entries, e)
	}
	section, _ := json.Marshal(entries)
	w.Write(func(tx *store.Tx) error {
		_, err := w.Games.Catalogue.Apply(w.T.Context(), tx, section)
		return err
	})
}

// Write writes in one transaction.
func (w *World) Write(body func(tx *store.Tx) error) {
	w.T.Helper()
	if err := w.Store.Write(w.T.Context(), body); err != nil {
		w.T.Fatal(err)
	}
}

// Deposit puts money from a bank into a wallet, which is opened first.
func (w *World) Deposit(member string, amount money.Amount) {
	w.T.Helper()
	w.Write(func(tx *store.Tx) error {
		_, err := tx.ExecContext(w.T.Context(), `INSERT INTO member_state
			(member, version, gates, hold, hold_until, break_until, excluded_until)
			VALUES ($1, 1, 0, '', 0, 0, 0) ON CONFLICT DO NOTHING`, member)
		if err != nil {
			return err
		}
		return w.Ledger.OpenTx(w.T.Context(), tx, ledger.Wallet(member), ledger.Held(member), ledger.InvitePurse(member))
	})
	_, err := w.Ledger.Move(w.T.Context(), ledger.Order{
		Key: w.Key(), Kind: "deposit", Debit: ledger.Bank("KBANK"), Credit: ledger.Wallet(member), Amount: amount, Member: member,
	})
	if err != nil {
		w.T.Fatal(err)
	}
	w.Deposited += amount
	if !slices.Contains(w.Members, member) {
		w.Members = append(w.Members, member)
	}
}

// Next has another member's money move from now on, so that what happened before does not matter: the next case of a
// table needs no world of its own.
func (w *World) Next() {
	w.T.Helper()
	w.Member = fmt.Sprintf("NEXT0MEMBE%02d", len(w.Members))
	w.Deposit(w.Member, 1000*money.Baht)
}

// work runs the settle worker and both sweeps until the test ends.
func (w *World) work() {
	w.T.Helper()
	worker, err := settle.New(w.Ledger, settle.Settings{
		Poll: poll, Timeout: 3 * time.Second, Lease: 5 * time.Second, FirstDelay: poll, MaxDelay: 2 * poll, StaleDelay: 2 * poll,
		Grace: time.Second, Clock: storeClock{w.Store},
	})
	if err != nil {
		w.T.Fatal(err)
	}
	worker.Handle(game.KindIn, w.Wallet.Doubts().Lane())
	worker.Handle(game.KindOut, w.Wallet.Doubts().Lane())
	ctx, stop := context.WithCancel(context.Background())
	var wait sync.WaitGroup
	wait.Go(func() { worker.Run(ctx) })
	sweeps := map[string]func(context.Context) (int, error){"sweep": w.Wallet.Sweep, "recheck": w.Wallet.Doubts().Recheck}
	for name, sweep := range sweeps {
		wait.Go(func() {
			for ctx.Err() == nil {
				if !w.Unswept.Load() {
					if _, err := sweep(ctx); err != nil && ctx.Err() == nil {
						w.T.Errorf("%s: %v", name, err)
					}
				}
				select {
				case <-ctx.Done():
				case <-time.After(sweepEvery):
				}
			}
		})
	}
	w.T.Cleanup(func() { stop(); wait.Wait() })
}

// storeClock is the clock that a store has.
type storeClock struct{ *store.Store }

// Balance returns the balance of an account in the books.
func (w *World) Balance(account ledger.Account) ledger.Balance {
	w.T.Helper()
	b, err := w.Ledger.Balance(w.T.Context(), account)
	if err != nil {
		w.T.Fatal(err)
	}
	return b
}

// Baht returns n baht, so that tables of tests read like SPEC.md.
func Baht(n int64) money.Amount { return money.Amount(n) * money.Baht }

// MS returns d in milliseconds.
func MS(d time.Duration) int { return int(d / time.Millisecond) }
