package operator_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"krapao/connect/provider"
	"krapao/connect/provider/joker"
	"krapao/connect/provider/watched"
	"krapao/fault"
	"krapao/game"
	"krapao/game/gametest"
	"krapao/internal/store"
	"krapao/internal/telemetry"
	"krapao/ledger"
	"krapao/money"
	"krapao/operator"
	"krapao/operator/cli"
	"krapao/reconcile"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet"
	"krapao/wallet/doubt"
	"krapao/wallet/wallettest"
)

// gaming is the house with a game provider: joker, over real HTTP.
type gaming struct {
	*house
	games  *gametest.Node
	wallet *wallet.Service
	job    *reconcile.Service
	keys   int
}

// free allows the reading of every total.
type free struct{}

func (free) Hold(context.Context, string) (wallet.Hold, error) { return free{}, nil }

func (free) Release(context.Context) {}

func (free) LockTx(context.Context, *store.Tx) (bool, error) { return true, nil }

func (free) ReleaseTx(context.Context, *store.Tx) error { return nil }

func (h *house) withGames() *gaming {
	h.t.Helper()
	known := sandbox.DemoCredentials().Joker
	metrics := telemetry.NewMetrics()
	h.s.Health = metrics.ProviderHealth
	settings := h.outside.Outbound(0)
	settings.Now, settings.FailureThreshold, settings.OpenFor = h.now.Now, 3, alone
	settings.Observe = func(_ time.Duration, _ error, alone bool) { metrics.ProviderCircuit("joker", alone) }
	adapter := joker.New(joker.Config{
		BaseURL: h.outside.URL + "/games/joker/joker", LaunchURL: h.outside.URL + "/lobby/joker",
		AppID: known.AppID, Secret: known.Secret,
		Terms: provider.Terms{Outbound: settings},
	})
	games := gametest.New(h.t, h.store, h.ledger, map[string]game.Connection{
		"joker": {Provider: watched.Watch("joker", adapter, metrics)},
	}, game.Timeouts{})
	section, _ := json.Marshal([]map[string]any{{"code": "joker", "name": "Joker", "category": "slot", "family": "joker"}})
	if err := h.store.Write(h.t.Context(), func(tx *store.Tx) error {
		_, err := games.Catalogue.Apply(h.t.Context(), tx, section)
		return err
	}); err != nil {
		h.t.Fatal(err)
	}
	compared := reconcile.Games{
		Providers: games.Providers, Catalogue: games.Catalogue, Accounts: games.Accounts, Reports: games.Reports,
	}
	g := &gaming{house: h, games: games, wallet: wallet.New(h.store, h.ledger, wallettest.Games(games), free{}, wallet.Settings{})}
	g.job = reconcile.New(h.store, h.ledger, compared, g.wallet.Doubts(), reconcile.Settings{Pause: time.Millisecond})
	h.s.Reconciliation, h.s.Differences, h.s.Reports = g.job, g.wallet.Doubts().Cases(), games.Reports.States
	if _, err := games.Visits.Activate(h.t.Context(), gambler, "joker"); err != nil {
		h.t.Fatal(err)
	}
	return g
}

// alone is how long the circuit breaker of a failing provider stays open.
const alone = 5 * time.Second

// gambler is the member whose transfers are compared.
const gambler = "MEMBER000001"

// differing makes a transfer into the game that the provider forgets, and returns its case after the next comparison.
func (g *gaming) differing(amount money.Amount) operator.CaseLine {
	g.t.Helper()
	g.keys++
	ctx, key := g.t.Context(), ledger.InternalKey("test", "in", time.Duration(g.keys).String())
	if _, err := g.ledger.Move(ctx, ledger.Order{
		Key: ledger.InternalKey("test", key.String()), Kind: "deposit", Debit: ledger.Bank("KBANK"), Credit: ledger.Wallet(gambler),
		Amount: amount, Member: gambler,
	}); err != nil {
		g.t.Fatal(err)
	}
	answer, err := g.wallet.Transfer(ctx, gambler, key, wallet.Request{From: ledger.LabelWallet, To: "joker", Amount: amount})
	if err != nil || answer.Status != wallet.Success {
		g.t.Fatal(answer, err)
	}
	g.outside.Forget("joker", answer.Reference)
	g.now.Advance(24 * time.Hour)
	if _, err := g.job.Run(ctx); err != nil {
		g.t.Fatal(err)
	}
	list, err := g.s.ProviderCases(ctx, doubt.Filter{Limit: 100})
	if err != nil {
		g.t.Fatal(err)
	}
	for _, c := range list {
		if c.Reference == answer.Reference {
			return c
		}
	}
	states, err := g.s.Providers(ctx)
	g.t.Fatalf("no case of %s: %+v; the provider %+v, %v", answer.Reference, list, states, err)
	return operator.CaseLine{}
}

func (g *gaming) purse() money.Amount {
	g.t.Helper()
	b, err := g.ledger.Balance(g.t.Context(), ledger.Wallet(gambler))
	if err != nil {
		g.t.Fatal(err)
	}
	return b.Available()
}

// One cashier decides a case up to 1,000 baht; above it two decide who found the same. It takes evidence, happens once, and
// nobody decides about its own account.
func TestACaseIsDecidedByOneOrTwo(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		h.opened(gambler)
		g, ctx := h.withGames(), t.Context()
		small := g.differing(1_000 * baht)
		bare := by(nok, small.ID)
		bare.Evidence = ""
		if _, err := h.s.DecideCase(ctx, bare, doubt.ItDidNotMove); !errors.Is(err, operator.ErrReasonRequired) {
			t.Errorf("without evidence: %v", err)
		}
		if out, err := h.s.DecideCase(ctx, by(nok, small.ID), doubt.ItDidNotMove); err != nil || !out.Done || g.purse() != 1_000*baht {
			t.Fatalf("1,000 by one: %+v, %v, the wallet has %s", out, err, g.purse())
		}
		if _, err := h.s.DecideCase(ctx, by(lek, small.ID), doubt.ItDidNotMove); !fault.Is(err, fault.NO_DATA) ||
			g.purse() != 1_000*baht {
			t.Errorf("again: %v, the wallet has %s", err, g.purse())
		}
		large := g.differing(1_000*baht + 1)
		if out, err := h.s.DecideCase(ctx, by(nok, large.ID), doubt.ItDidNotMove); err != nil || out.Done {
			t.Errorf("1,000.01 by one: %+v, %v", out, err)
		}
		if _, err := h.s.DecideCase(ctx, by(nok, large.ID), doubt.ItDidNotMove); !errors.Is(err, operator.ErrSecondApproval) {
			t.Errorf("the same person twice: %v", err)
		}
		if out, err := h.s.DecideCase(ctx, by(lek, large.ID), doubt.Dismissed); err != nil || out.Done {
			t.Errorf("the second finds something else: %+v, %v", out, err)
		}
		if g.purse() != 1_000*baht {
			t.Errorf("one was enough: the wallet has %s", g.purse())
		}
		if out, err := h.s.DecideCase(ctx, by(lek, large.ID), doubt.ItDidNotMove); err != nil || !out.Done ||
			g.purse() != 2_000*baht+1 {
			t.Errorf("by two: %+v, %v, the wallet has %s", out, err, g.purse())
		}
		// Nobody decides about its own account, and support only looks.
		for name, role := range map[string]operator.Role{"som": operator.Cashier, "tan": operator.Support} {
			of := map[string]string{"som": gambler}[name]
			for _, chief := range []string{nok, lek} {
				if _, err := h.s.Add(ctx, by(chief, name), role, of); err != nil {
					t.Fatal(err)
				}
			}
		}
		own := g.differing(10 * baht)
		if _, err := h.s.DecideCase(ctx, by("som", own.ID), doubt.ItDidNotMove); !errors.Is(err, operator.ErrSelfDecision) {
			t.Errorf("its own: %v", err)
		}
		if _, err := h.s.DecideCase(ctx, by("tan", own.ID), doubt.ItDidNotMove); !errors.Is(err, operator.ErrRole) {
			t.Errorf("support: %v", err)
		}
		if v, err := h.s.ShowCase(ctx, by("tan", own.ID)); err != nil || v.Around.Wallet != g.purse() ||
			len(v.Choices) != 3 || v.Choices[1].Two {
			t.Errorf("%+v, %v", v, err)
		}
		if _, err := operator.VerifyAudit(ctx, h.store); err != nil {
			t.Error(err)
		}
	})
}

// Unsettled transfers are in the same list, and the same commands decide them.
func TestAnUnsettledTransferIsACaseToo(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		h.opened(gambler)
		h.withGames()
		ctx := t.Context()
		h.people.cases = []operator.Unsettled{{
			ID: 7, Reference: "aa0000000000007", Member: gambler, Amount: 50 * baht, From: ledger.LabelWallet, To: "pg", Provider: "pg",
			Username: "kabc", Reason: "it fits neither", Since: h.now.Now(),
			Evidence: doubt.Evidence{
				Ours: &doubt.OwnSide{
					Kind: game.KindIn, State: ledger.Pending, Username: "kabc", Amount: 50 * baht, CreatedAt: h.now.Now(),
				},
				Doubt: &doubt.Doubted{
					State: "case", Reason: "it fits neither", Asked: 9, Reading: "57.00", ReadingSince: h.now.Now(), Rounds: 2,
				},
				Entries: []doubt.EntryAt{{Account: "wallet:" + gambler, Version: 3, Batch: 4, Step: "reserve"}},
			},
		}}
		list, err := h.s.ProviderCases(ctx, doubt.Filter{Kind: operator.KindUnsettled, Limit: 10})
		if err != nil || len(list) != 1 || list[0].ID != "aa0000000000007" || list[0].Provider != "pg" ||
			list[0].Username != "kabc" || list[0].Ours != 50*baht {
			t.Fatalf("%+v, %v", list, err)
		}
		if list, err := h.s.ProviderCases(ctx, doubt.Filter{Provider: "joker", Limit: 10}); err != nil || len(list) != 0 {
			t.Errorf("another provider's: %+v, %v", list, err)
		}
		var shown bytes.Buffer
		if err := cli.Run(ctx, h.s, []string{"cases", "show", list[0].ID, "--as=nok", "--reason=looking"}, &shown); err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{
			"game_in pending, ordered 50.00", "asked 9 times", "57.00 credits since", "with 2 rounds", "entry 3 of wallet:",
			"theirs     ? baht",
		} {
			if !strings.Contains(shown.String(), part) {
				t.Errorf("%s\nlacks %q", shown.String(), part)
			}
		}
		if _, err := h.s.DecideCase(ctx, by(nok, list[0].ID), doubt.Dismissed); !fault.Is(err, fault.INVALID_INPUT) {
			t.Errorf("closed: %v", err)
		}
		if out, err := h.s.DecideCase(ctx, by(nok, list[0].ID), doubt.ItMoved); err != nil || !out.Done ||
			len(h.people.decided) != 1 || !h.people.decided[0] {
			t.Errorf("%+v, %v", out, err)
		}
		if _, err := h.s.ShowCase(ctx, by(nok, "nosuch")); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("no case: %v", err)
		}
	})
}

// It is one list, oldest first. A filter by provider finds cases however many older ones others have.
func TestTheListOfCasesIsOne(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		h.opened(gambler)
		g := h.withGames()
		begun := h.now.Now()
		older := g.differing(10 * baht)
		for i, provider := range []string{"pg", "pg", "joker"} {
			h.people.cases = append(h.people.cases, operator.Unsettled{
				Reference: fmt.Sprintf("ref%d", i), Member: gambler, Amount: baht, From: ledger.LabelWallet, Provider: provider,
				Since: begun.Add(time.Duration(i-1) * 100 * time.Hour), // one before the difference, one with it, one after it
			})
		}
		ids := func(f doubt.Filter) (text string) {
			list, err := h.s.ProviderCases(t.Context(), f)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range list {
				text += c.ID + " "
			}
			return text
		}
		if got := ids(doubt.Filter{Limit: 3}); got != "ref0 ref1 "+older.ID+" " {
			t.Errorf("all: %s", got)
		}
		if got := ids(doubt.Filter{Limit: 2, Provider: "joker"}); got != older.ID+" ref2 " {
			t.Errorf("joker's: %s", got)
		}
	})
}

// Operators see since when a provider does not answer, and that its circuit breaker is open.
func TestProvidersTellWhetherTheyAnswer(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		h.opened(gambler)
		g := h.withGames()
		says := func(calls int, want string) {
			t.Helper()
			for range calls {
				if _, err := g.games.Balances.Refresh(t.Context(), gambler); err != nil {
					t.Fatal(err)
				}
				pass(alone)
			}
			var out bytes.Buffer
			if err := cli.Run(t.Context(), h.s, []string{"providers"}, &out); err != nil || !strings.Contains(out.String(), want) {
				t.Errorf("%v: %s\nlacks %q", err, out.String(), want)
			}
		}
		says(1, "yes")
		h.outside.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "balance", Mode: "down", Count: 1000})
		says(1, "no answer since "+time.Now().UTC().Format("2006-"))
		says(3, "circuit open, no answer since "+time.Now().UTC().Format("2006-"))
		h.outside.ClearFaults()
		says(1, "yes")
	})
}

// The commands show what an operator needs and carry out its decisions.
func TestCasesOnTheShell(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		h.opened(gambler)
		g := h.withGames()
		c := g.differing(500 * baht)
		try := func(want string, args ...string) {
			t.Helper()
			var out bytes.Buffer
			err := cli.Run(t.Context(), h.s, args, &out)
			text := out.String()
			if err != nil {
				text += err.Error()
			}
			for _, part := range strings.Split(want, "|") {
				if !strings.Contains(text, part) {
					t.Errorf("%v: %s\nlacks %q", args, text, part)
				}
			}
		}
		try("missing_there|joker|"+c.Reference+"|500.00|open", "cases", "list")
		try("none", "cases", "list", "--provider=pg")
		try("none", "cases", "list", "--kind=twice")
		try("missing_there of joker|ours       500.00 baht|theirs     0.00|game_in posted|entry |"+
			"ask        whether it ever moved|cases not-moved "+c.ID+"|500.00 baht from the provider's result|wallet 0.00",
			"cases", "show", c.ID, "--as=nok", "--reason=looking")
		try("joker|yes|reference|1 of 1", "providers")
		try("evidence", "cases", "not-moved", c.ID, "--as=nok", "--reason=x")
		try("will be compared within 10 minutes", "cases", "compare", c.Day, "--as=nok", "--reason=once more")
		try("no day of the past", "cases", "compare", "2030-01-01", "--as=nok", "--reason=x")
		try("no game of the catalogue", "cases", "compare", "--provider=nosuch", "--as=nok", "--reason=x")
		try("the case is closed; booked: 500.00 baht", "cases", "not-moved", c.ID, "--as=nok", "--reason=x", "--evidence=ticket 7")
		try("ended as not_moved: by nok: x", "cases", "close", c.ID, "--as=lek", "--reason=x", "--evidence=ticket 7")
		try("none", "cases", "list")
		try("closed not_moved|by nok: x", "cases", "list", "--all")
		try("case.not_moved", "audit", "list")
	})
}
