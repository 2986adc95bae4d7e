package bonus_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"krapao/bonus"
	"krapao/bonus/campaign"
	"krapao/bonus/outage"
	"krapao/connect/provider"
	"krapao/connect/provider/joker"
	"krapao/fault"
	"krapao/game"
	"krapao/game/gametest"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/ledger/budget"
	"krapao/ledger/figures"
	"krapao/ledger/proof"
	"krapao/member/state"
	"krapao/money"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet"
	"krapao/wallet/wallettest"
)

// campaigns is a name of its own, beside bonus.Service.
type campaigns = campaign.Service

// shop runs the service on real parts: store, ledger, members' states, the wallet's decisions, a catalogue. Money is in
// wallets only.
type shop struct {
	*bonus.Service
	*bonus.Jobs
	*campaigns
	outages outage.Log
	t       *testing.T
	store   *store.Store
	ledger  *ledger.Ledger
	wallet  *wallet.Service
	clock   *clock.Fake
	keys    int
	// latest holds members' newest deposits, down the subjects of outages, reversed when arrivals were taken back.
	latest   map[string]bonus.Latest
	down     []string
	reversed map[string]time.Time
	// outside is the sandbox that tests play in; connections lead to it.
	outside     *sandboxtest.Sandbox
	connections map[string]game.Connection
	reports     *reports
}

const (
	nok = "NOK0MEMBER00"
	lek = "LEK0MEMBER00"
)

// sunday is a Sunday evening in Bangkok.
var sunday = time.Date(2026, 11, 22, 13, 0, 0, 0, time.UTC)

func eachShop(t *testing.T, test func(t *testing.T, s *shop)) {
	t.Helper()
	eachShopFrom(t, sunday, test)
}

// eachShopFrom is eachShop from a time on: the store's clock never goes back.
func eachShopFrom(t *testing.T, opens time.Time, test func(t *testing.T, s *shop)) {
	t.Helper()
	storetest.EachAt(t, opens, func(t *testing.T, st *store.Store, c *clock.Fake) { test(t, newShop(t, st, c)) })
}

// eachCasino is eachShop with the sandbox's game behind joker.
func eachCasino(t *testing.T, test func(t *testing.T, s *shop)) {
	t.Helper()
	storetest.EachAt(t, sunday, func(t *testing.T, st *store.Store, c *clock.Fake) {
		outside := sandboxtest.Start(t, sandboxtest.Options{Clock: c})
		credentials, settings := sandbox.DemoCredentials().Joker, outside.Outbound(5*time.Second)
		settings.FailureThreshold, settings.Now = 1000, c.Now
		test(t, newShop(t, st, c, func(s *shop) {
			s.outside = outside
			s.connections["joker"] = game.Connection{Family: "joker", Provider: joker.New(joker.Config{
				BaseURL: outside.URL + "/games/joker/joker", LaunchURL: outside.URL + "/lobby/joker", AppID: credentials.AppID,
				Secret: credentials.Secret, Terms: provider.Terms{Outbound: settings},
			})}
		}))
	})
}

func newShop(t *testing.T, st *store.Store, c *clock.Fake, changes ...func(*shop)) *shop {
	t.Helper()
	l, err := ledger.Open(t.Context(), st)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	s := &shop{
		t: t, store: st, ledger: l, clock: c,
		latest: map[string]bonus.Latest{}, connections: map[string]game.Connection{}, reports: &reports{},
	}
	for _, change := range changes {
		change(s)
	}
	s.campaigns = s.node()
	s.Service = s.Conditions
	s.Jobs, s.outages = bonus.NewJobs(s.Service), outage.Log{Store: st, Subjects: s}
	s.write(func(tx *store.Tx) error {
		_, err := s.games().Catalogue.Apply(t.Context(), tx, json.RawMessage(`[
			{"code": "joker", "name": "Joker", "category": "slot", "family": "joker"},
			{"code": "sbo", "name": "SBO", "category": "sport", "family": "sbo"}]`))
		if err == nil {
			_, err = budget.Apply(t.Context(), tx, json.RawMessage(`{"bonus": {"left": 100000}, "promotion": {"left": 100000}}`))
		}
		return err
	})
	s.deposit(nok, 1000)
	s.deposit(lek, 1000)
	return s
}

// node is another node on the same store.
func (s *shop) node() *campaigns {
	locks := state.New(s.store, s.ledger)
	games := s.games()
	s.wallet = wallet.New(s.store, s.ledger, wallettest.Games(games), holder{locks}, wallet.Settings{})
	b := bonus.New(bonus.Deps{
		Store: s.store, Books: s.ledger, Figures: figures.New(s.store, s.ledger), Totals: decisions{s.wallet}, Known: s,
		Members: states{locks}, Deposits: s, Play: s.reports,
		Games: catalogue{games, s.wallet, s.reports}, Budgets: campaign.Budgets{},
	})
	s.wallet.AddTotalObservers(seen{b})
	return campaign.New(s.store, b)
}

func (s *shop) games() *gametest.Node {
	return gametest.New(s.t, s.store, s.ledger, s.connections, game.Timeouts{Call: 5 * time.Second})
}

func (s *shop) write(body func(tx *store.Tx) error) {
	s.t.Helper()
	if err := s.store.Write(s.t.Context(), body); err != nil {
		s.t.Fatal(err)
	}
}

// deposit opens a member's wallet and puts baht into it.
func (s *shop) deposit(name string, baht int64) {
	s.t.Helper()
	s.write(func(tx *store.Tx) error {
		_, err := tx.ExecContext(s.t.Context(), `
			INSERT INTO member_state (member, version, gates, hold, hold_until, break_until, excluded_until)
			VALUES ($1, 1, 0, '', 0, 0, 0) ON CONFLICT DO NOTHING`, name)
		if err != nil {
			return err
		}
		return s.ledger.OpenTx(s.t.Context(), tx, ledger.Wallet(name))
	})
	s.keys++
	r, err := s.ledger.Move(s.t.Context(), ledger.Order{
		Key: ledger.InternalKey("deposit", fmt.Sprint(s.keys)), Kind: "deposit", Member: name,
		Debit: ledger.Bank("KBANK"), Credit: ledger.Wallet(name), Amount: money.Amount(baht) * money.Baht,
	})
	if err != nil {
		s.t.Fatal(err)
	}
	s.latest[name] = bonus.Latest{
		Inflow: fmt.Sprint("inflow", s.keys), Transfer: r.Transfer.ID, Amount: r.Transfer.Amount, CreditedAt: r.Transfer.CreatedAt,
	}
}

func (s *shop) balance(name ledger.Account) money.Amount {
	s.t.Helper()
	b, err := s.ledger.Balance(s.t.Context(), name)
	if err != nil {
		s.t.Fatal(err)
	}
	return b.Available()
}

// offers applies the section "bonus" with these entries.
func (s *shop) offers(entries string) (changes []string, err error) {
	err = s.store.Write(s.t.Context(), func(tx *store.Tx) error {
		changes, err = s.ApplyBonuses(s.t.Context(), tx, json.RawMessage(`{"bonuses": [`+entries+`]}`))
		return err
	})
	return changes, err
}

func (s *shop) promotions(entries string) (changes []string, err error) {
	err = s.store.Write(s.t.Context(), func(tx *store.Tx) error {
		changes, err = s.ApplyPromotions(s.t.Context(), tx, json.RawMessage(`[`+entries+`]`))
		return err
	})
	return changes, err
}

func (s *shop) mustOffer(entries string) {
	s.t.Helper()
	if _, err := s.offers(entries); err != nil {
		s.t.Fatal(err)
	}
}

func (s *shop) mustPromote(entries string) {
	s.t.Helper()
	if _, err := s.promotions(entries); err != nil {
		s.t.Fatal(err)
	}
}

// activate takes a bonus under a new key, and returns the code of the error.
func (s *shop) activate(name, code string) string {
	s.keys++
	_, err := s.Activate(s.t.Context(), name, code, ledger.InternalKey("activate", fmt.Sprint(s.keys)))
	return codeOf(err)
}

func (s *shop) redeem(name, code string) string {
	s.keys++
	_, err := s.Redeem(s.t.Context(), name, code, ledger.InternalKey("redeem", fmt.Sprint(s.keys)))
	return codeOf(err)
}

// is compares the code of an error, "" for none.
func (s *shop) is(what, got, want string) {
	s.t.Helper()
	if got != want {
		s.t.Errorf("%s: %q, want %q", what, got, want)
	}
}

func (s *shop) campaign(source bonus.Source, code string) campaign.Status {
	s.t.Helper()
	list, err := s.Campaigns(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	for _, c := range list {
		if c.Source == source && c.Code == code {
			return c
		}
	}
	s.t.Fatalf("no campaign %s", code)
	return campaign.Status{}
}

// verified checks the books, and that the campaigns spent what the house accounts paid.
func (s *shop) verified() {
	s.t.Helper()
	if r, err := proof.Verify(s.t.Context(), s.store); err != nil || !r.OK() {
		s.t.Errorf("verify: %v, %v", r.Problems, err)
	}
	list, err := s.Campaigns(s.t.Context())
	if err != nil {
		s.t.Error(err)
	}
	spent := map[bonus.Source]money.Amount{}
	for _, c := range list {
		spent[c.Source] += c.Spent
	}
	for source, account := range map[bonus.Source]ledger.Account{
		bonus.SourceBonus: ledger.Bonus, bonus.SourcePromotion: ledger.Promotion,
	} {
		b, err := s.ledger.Balance(s.t.Context(), account)
		if err != nil || -b.Posted != spent[source] {
			s.t.Errorf("campaigns spent %s, %s paid %s, %v", spent[source], account, -b.Posted, err)
		}
	}
}

func codeOf(err error) string {
	var f *fault.Error
	switch {
	case err == nil:
		return ""
	case errors.As(err, &f):
		return string(f.Code)
	}
	return "error: " + err.Error()
}

// LatestTx implements bonus.Deposits.
func (s *shop) LatestTx(_ context.Context, _ *store.Tx, name string) (bonus.Latest, bool, error) {
	latest, yes := s.latest[name]
	return latest, yes, nil
}

// TotalTx implements bonus.Known.
func (s *shop) TotalTx(ctx context.Context, tx *store.Tx, name string) (money.Amount, error) {
	t, err := figures.New(s.store, s.ledger).MemberTotalsTx(ctx, tx, name)
	return t.Sum(), err
}

// ReadAt implements bonus.Known: no game holds anything.
func (s *shop) ReadAt(context.Context, string) (time.Time, error) { return time.Time{}, nil }

// Reversed implements bonus.Deposits.
func (s *shop) Reversed(_ context.Context, since time.Time) (inflows []string, _ error) {
	for inflow, at := range s.reversed {
		if !at.Before(since) {
			inflows = append(inflows, inflow)
		}
	}
	return inflows, nil
}

// reports implements bonus.Play with what a test says was played, at one provider that lists rounds an hour late.
type reports struct {
	turned money.Amount
	lag    time.Duration
	upTo   time.Time
	// counters: the provider reports counters, not rounds. silent are the providers that report nothing.
	counters bool
	silent   []string
}

func (r *reports) TurnoverTx(_ context.Context, _ *store.Tx, _ string, _, _ time.Time, _ []string) ([]bonus.Turned, error) {
	return []bonus.Turned{{Provider: "joker", Play: "slot", Amount: r.turned}}, nil
}

func (r *reports) Lag(string) time.Duration                                { return r.lag }
func (r *reports) ReportedUpTo(context.Context, string) (time.Time, error) { return r.upTo, nil }
func (r *reports) Reports(p string) bool                                   { return !slices.Contains(r.silent, p) }

func (r *reports) Rounds(p string) bool { return r.Reports(p) && !r.counters }

// Now implements outage.Subjects.
func (s *shop) Now(context.Context) ([]string, error) { return s.down, nil }

// The adapters that cmd/krapao wires.

type holder struct{ states *state.Service }

func (h holder) Hold(ctx context.Context, name string) (wallet.Hold, error) {
	hold, err := h.states.Hold(ctx, name)
	return held{h.states, hold}, err
}

type held struct {
	states *state.Service
	hold   state.Hold
}

func (h held) Release(ctx context.Context) { _ = h.states.Release(ctx, h.hold) }

func (h held) LockTx(ctx context.Context, tx *store.Tx) (bool, error) {
	return state.HoldStillTx(ctx, tx, h.hold)
}

func (h held) ReleaseTx(ctx context.Context, tx *store.Tx) error {
	_, err := h.states.ReleaseTx(ctx, tx, h.hold)
	return err
}

type decisions struct{ wallet *wallet.Service }

func (d decisions) Decide(
	ctx context.Context, name string, lock []ledger.Account, body func(context.Context, *store.Tx, bonus.Total) error,
) error {
	return d.wallet.Decide(ctx, name, lock, func(ctx context.Context, tx *store.Tx, t wallet.Total) error {
		return body(ctx, tx, total(t))
	})
}

func (d decisions) StableTotal(ctx context.Context, name string) (bonus.Total, error) {
	t, err := d.wallet.StableTotal(ctx, name)
	return total(t), err
}

func total(t wallet.Total) bonus.Total {
	most, known := t.Most()
	x := bonus.Total{Wallet: t.Wallet, Least: t.Least(), Most: most, MostKnown: known, At: t.At}
	if doubtful := slices.Concat(t.Unread, t.Doubtful, t.Staked); len(doubtful) > 0 {
		x.Doubtful = doubtful[0].Code
	}
	return x
}

type seen struct{ *bonus.Service }

func (s seen) ObserveTx(ctx context.Context, tx *store.Tx, name string, t wallet.Total) (bool, error) {
	return s.Service.ObserveTx(ctx, tx, name, total(t))
}

type states struct{ *state.Service }

func (s states) LockTx(ctx context.Context, tx *store.Tx, name string) (bool, error) {
	locked, err := state.LockTx(ctx, tx, name)
	return locked.Excluded(tx.Now), err
}

func (s states) SetGatesTx(ctx context.Context, tx *store.Tx, name string, raise, lower ledger.Gate) error {
	locked, err := state.LockTx(ctx, tx, name)
	if err != nil {
		return err
	}
	return s.Service.SetGatesTx(ctx, tx, locked, raise, lower)
}

type catalogue struct {
	games   *gametest.Node
	wallet  *wallet.Service
	reports *reports
}

func (c catalogue) List(ctx context.Context) ([]bonus.Game, error) {
	return c.gamesOf(c.games.Catalogue.Games(ctx))
}

func (c catalogue) ListTx(ctx context.Context, tx *store.Tx) ([]bonus.Game, error) {
	return c.gamesOf(c.games.Catalogue.GamesTx(ctx, tx))
}

func (c catalogue) gamesOf(games []game.Game, err error) (list []bonus.Game, _ error) {
	for _, g := range games {
		list = append(list, bonus.Game{
			Code: g.Code, Provider: g.Provider, Category: string(g.Category), Reports: c.reports.Reports(g.Provider),
			NoStakes: g.Stakes == game.StakesNone, Open: g.State == game.Open,
		})
	}
	return list, err
}

func (c catalogue) Collect(ctx context.Context, name string, key ledger.Key) (bool, error) {
	got, err := c.wallet.Collect(ctx, name, key)
	return err == nil && got.Status == wallet.Success && len(got.Failed()) == 0, err
}
