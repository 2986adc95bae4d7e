package gamecase_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"krapao/connect/provider"
	"krapao/connect/provider/betflix"
	"krapao/connect/provider/joker"
	"krapao/connect/provider/watched"
	"krapao/fault"
	"krapao/game"
	"krapao/game/gametest"
	"krapao/internal/store"
	"krapao/internal/telemetry"
	"krapao/internal/testkit/bubble"
	"krapao/ledger"
	"krapao/money"
	"krapao/operator"
	"krapao/operator/cli"
	"krapao/operator/gamecase"
	"krapao/operator/operatortest"
	"krapao/reconcile"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet"
	"krapao/wallet/doubt"
	"krapao/wallet/doubt/clue"
	"krapao/wallet/wallettest"
)

const (
	baht     = money.Baht
	nok, lek = operatortest.Nok, operatortest.Lek
)

func by(name, subject string) operator.Decision { return operatortest.By(name, subject) }

// house is the operator area, with what these tests do in it.
type house struct{ *operatortest.House }

func each(t *testing.T, test func(t *testing.T, h *house)) {
	t.Helper()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) { test(t, &house{h}) })
}

// gaming is the house with a game provider.
type gaming struct {
	*house
	games  *gametest.Node
	wallet *wallet.Service
	job    *reconcile.Service
	keys   int
	// game is the provider, which the sandbox calls there. username is the member's account.
	game, there, username string
}

// free allows the reading of every total.
type free struct{}

func (free) Hold(context.Context, string) (wallet.Hold, error) { return free{}, nil }

func (free) Release(context.Context) {}

func (free) LockTx(context.Context, *store.Tx) (bool, error) { return true, nil }

func (free) ReleaseTx(context.Context, *store.Tx) error { return nil }

// withGames is the house with joker, which is asked about one transfer at a time.
func (h *house) withGames() *gaming {
	h.T.Helper()
	known := sandbox.DemoCredentials().Joker
	return h.playing("joker", "joker", func(terms provider.Terms) game.Provider {
		return joker.New(joker.Config{
			BaseURL: h.Outside.URL + "/games/joker/joker", LaunchURL: h.Outside.URL + "/lobby/joker",
			AppID: known.AppID, Secret: known.Secret, Terms: terms,
		})
	})
}

// withLists is the house with betflix, which lists all that it moved.
func (h *house) withLists() *gaming {
	h.T.Helper()
	known := sandbox.DemoCredentials().BETFLIX
	return h.playing("betflix", "tbetflix", func(terms provider.Terms) game.Provider {
		return betflix.New(betflix.Config{
			BaseURL: h.Outside.URL + "/games/tbetflix/betflix", ID: known.ID, Key: known.Key, Prefix: known.Prefix,
			Prompt: true, List: true, Terms: terms,
		})
	})
}

// playing is the house with a game provider that the sandbox calls there, over real HTTP.
func (h *house) playing(code, there string, connect func(provider.Terms) game.Provider) *gaming {
	h.T.Helper()
	metrics := telemetry.NewMetrics()
	settings := h.Outside.Outbound(0)
	settings.Now, settings.FailureThreshold, settings.OpenFor = h.Now.Now, 3, alone
	settings.Observe = func(_ time.Duration, _ error, alone bool) { metrics.ProviderCircuit(code, alone) }
	games := gametest.New(h.T, h.Store, h.Ledger, map[string]game.Connection{
		code: {Provider: watched.Watch(code, connect(provider.Terms{Outbound: settings}), metrics)},
	}, game.Timeouts{})
	section, _ := json.Marshal([]map[string]any{{"code": code, "name": code, "category": "slot", "family": code}})
	if err := h.Store.Write(h.T.Context(), func(tx *store.Tx) error {
		_, err := games.Catalogue.Apply(h.T.Context(), tx, section)
		return err
	}); err != nil {
		h.T.Fatal(err)
	}
	compared := reconcile.Games{
		Providers: games.Providers, Catalogue: games.Catalogue, Accounts: games.Accounts, Reports: games.Reports,
	}
	g := &gaming{
		house: h, game: code, there: there, games: games,
		wallet: wallet.New(h.Store, h.Ledger, wallettest.Games(games), free{}, wallet.Settings{}),
	}
	g.job = reconcile.New(h.Store, h.Ledger, compared, g.wallet.Doubts(), reconcile.Settings{Pause: time.Millisecond})
	h.Games = gamecase.Deps{
		Reconciliation: g.job, Differences: g.wallet.Doubts().Cases(), Reports: games.Reports.States, Health: metrics.ProviderHealth,
	}
	h.Rebuild()
	slot, err := games.Visits.Activate(h.T.Context(), gambler, code)
	if err != nil {
		h.T.Fatal(err)
	}
	g.username = slot.Username
	return g
}

// alone is how long the circuit breaker of a failing provider stays open.
const alone = 5 * time.Second

// gambler is the member whose transfers are compared.
const gambler = "MEMBER000001"

// differing makes a transfer into the game that the provider forgets, and returns its case after the next comparison.
func (g *gaming) differing(amount money.Amount) gamecase.Line {
	g.T.Helper()
	g.keys++
	ctx, key := g.T.Context(), ledger.InternalKey("test", "in", time.Duration(g.keys).String())
	if _, err := g.Ledger.Move(ctx, ledger.Order{
		Key: ledger.InternalKey("test", key.String()), Kind: "deposit", Debit: ledger.Bank("KBANK"), Credit: ledger.Wallet(gambler),
		Amount: amount, Member: gambler,
	}); err != nil {
		g.T.Fatal(err)
	}
	answer, err := g.wallet.Transfer(ctx, gambler, key, wallet.Request{From: ledger.LabelWallet, To: g.game, Amount: amount})
	if err != nil || answer.Status != wallet.Success {
		g.T.Fatal(answer, err)
	}
	g.Outside.Forget(g.there, answer.Reference)
	g.Now.Advance(24 * time.Hour)
	if _, err := g.job.Run(ctx); err != nil {
		g.T.Fatal(err)
	}
	list, err := g.Cases.List(ctx, doubt.Filter{Limit: 100})
	if err != nil {
		g.T.Fatal(err)
	}
	for _, c := range list {
		if c.Reference == answer.Reference {
			return c
		}
	}
	states, err := g.Cases.Providers(ctx)
	g.T.Fatalf("no case of %s: %+v; the provider %+v, %v", answer.Reference, list, states, err)
	return gamecase.Line{}
}

func (g *gaming) purse() money.Amount {
	g.T.Helper()
	b, err := g.Ledger.Balance(g.T.Context(), ledger.Wallet(gambler))
	if err != nil {
		g.T.Fatal(err)
	}
	return b.Available()
}

// One cashier decides a case up to 1,000 baht; above it two decide who found the same. It takes evidence, happens once, and
// nobody decides about its own account.
func TestACaseIsDecidedByOneOrTwo(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		h.Opened(gambler)
		g, ctx := h.withGames(), t.Context()
		small := g.differing(1_000 * baht)
		bare := by(nok, small.ID)
		bare.Evidence = ""
		if _, err := h.decide(ctx, bare, "not-moved"); !errors.Is(err, operator.ErrReasonRequired) {
			t.Errorf("without evidence: %v", err)
		}
		if out, err := h.decide(ctx, by(nok, small.ID), "not-moved"); err != nil || !out.Done || g.purse() != 1_000*baht {
			t.Fatalf("1,000 by one: %+v, %v, the wallet has %s", out, err, g.purse())
		}
		if _, err := h.decide(ctx, by(lek, small.ID), "not-moved"); !fault.Is(err, fault.NO_DATA) ||
			g.purse() != 1_000*baht {
			t.Errorf("again: %v, the wallet has %s", err, g.purse())
		}
		large := g.differing(1_000*baht + 1)
		if out, err := h.decide(ctx, by(nok, large.ID), "not-moved"); err != nil || out.Done {
			t.Errorf("1,000.01 by one: %+v, %v", out, err)
		}
		if _, err := h.decide(ctx, by(nok, large.ID), "not-moved"); !errors.Is(err, operator.ErrSecondApproval) {
			t.Errorf("the same person twice: %v", err)
		}
		if out, err := h.decide(ctx, by(lek, large.ID), "close"); err != nil || out.Done {
			t.Errorf("the second finds something else: %+v, %v", out, err)
		}
		if g.purse() != 1_000*baht {
			t.Errorf("one was enough: the wallet has %s", g.purse())
		}
		if out, err := h.decide(ctx, by(lek, large.ID), "not-moved"); err != nil || !out.Done ||
			g.purse() != 2_000*baht+1 {
			t.Errorf("by two: %+v, %v, the wallet has %s", out, err, g.purse())
		}
		// Nobody decides about its own account, and support only looks.
		for name, role := range map[string]operator.Role{"som": operator.Cashier, "tan": operator.Support} {
			of := map[string]string{"som": gambler}[name]
			h.Hire(name, role, of)
		}
		own := g.differing(10 * baht)
		if _, err := h.decide(ctx, by("som", own.ID), "not-moved"); !errors.Is(err, operator.ErrSelfDecision) {
			t.Errorf("its own: %v", err)
		}
		if _, err := h.decide(ctx, by("tan", own.ID), "not-moved"); !errors.Is(err, operator.ErrRole) {
			t.Errorf("support: %v", err)
		}
		x, err := h.Cases.Open(ctx, operator.Person{Name: "tan", Role: operator.Support}, own.ID)
		wallet := operator.Fact{Name: "walletNow", Kind: operator.FactAmount, After: g.purse().String()}
		if err != nil || !slices.Contains(x.Facts, wallet) || len(x.Choices) != 3 || x.Choices[1].Two {
			t.Errorf("%+v, %v", x, err)
		}
		if _, err := h.Audit.Verify(ctx); err != nil {
			t.Error(err)
		}
	})
}

// Unsettled transfers are in the same list, and the same commands decide them.
func TestAnUnsettledTransferIsACaseToo(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		h.Opened(gambler)
		h.withGames()
		ctx := t.Context()
		h.People.Cases = []gamecase.Unsettled{{
			ID: 7, Reference: "aa0000000000007", Member: gambler, Amount: 50 * baht, From: ledger.LabelWallet, To: "pg", Provider: "pg",
			Username: "kabc", Reason: clue.BalanceUnread.With("pg: 502: x"), Since: h.Now.Now(),
			Evidence: doubt.Evidence{
				Ours: &doubt.OwnSide{
					Kind: game.KindIn, State: ledger.Pending, Username: "kabc", Amount: 50 * baht, CreatedAt: h.Now.Now(),
				},
				Doubt: &doubt.Doubted{
					State: "case", Reason: clue.BalanceUnread.With("pg: 502: x"), Asked: 9, Reading: "57.00",
					ReadingSince: h.Now.Now(), Rounds: 2,
				},
				Entries: []doubt.EntryAt{{Account: "wallet:" + gambler, Version: 3, Batch: 4, Step: "reserve"}},
			},
		}}
		list, err := h.Cases.List(ctx, doubt.Filter{Kind: gamecase.KindUnsettled, Limit: 10})
		if err != nil || len(list) != 1 || list[0].ID != "aa0000000000007" || list[0].Provider != "pg" ||
			list[0].Username != "kabc" || list[0].Ours != 50*baht {
			t.Fatalf("%+v, %v", list, err)
		}
		if list, err := h.Cases.List(ctx, doubt.Filter{Provider: "joker", Limit: 10}); err != nil || len(list) != 0 {
			t.Errorf("another provider's: %+v, %v", list, err)
		}
		look, err := h.Cases.Open(ctx, operator.Person{Name: nok, Role: operator.Cashier}, list[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []operator.Fact{
			{Name: "entry", Kind: operator.FactText, After: "wallet:" + gambler + " #3 · reserve · 4"},
			{Name: "reading", Kind: operator.FactText, After: "57.00"},
			{Name: "readingSince", Kind: operator.FactTime, After: h.Now.Now().UTC().Format(time.RFC3339)},
			{Name: "readingRounds", Kind: operator.FactText, After: "2"},
			{Name: "found", Kind: operator.FactFound, After: string(clue.BalanceUnread)},
			{Name: "said", Kind: operator.FactText, After: "pg: 502: x"},
		} {
			if !slices.Contains(look.Facts, want) {
				t.Errorf("opened, it says %+v, without %+v", look.Facts, want)
			}
		}
		if slices.ContainsFunc(look.Facts, func(f operator.Fact) bool { return f.Name == "theirs" }) {
			t.Errorf("nobody knows what the provider did: %+v", look.Facts)
		}
		if kind, err := h.Cases.KindOf(ctx, list[0].ID, "close"); !fault.Is(err, fault.INVALID_INPUT) {
			t.Errorf("the call closes it by %s: %v", kind, err)
		}
		if _, err := h.decide(ctx, by(nok, list[0].ID), "close"); !fault.Is(err, fault.INVALID_INPUT) {
			t.Errorf("closed: %v", err)
		}
		if out, err := h.decide(ctx, by(nok, list[0].ID), "moved"); err != nil || !out.Done ||
			len(h.People.Decided) != 1 || !h.People.Decided[0] {
			t.Errorf("%+v, %v", out, err)
		}
		if _, err := h.Cases.Open(ctx, operator.Person{Name: nok, Role: operator.Chief}, "nosuch"); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("no case: %v", err)
		}
	})
}

// It is one list, oldest first. A filter by provider finds cases however many older ones others have.
func TestTheListOfCasesIsOne(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		h.Opened(gambler)
		g := h.withGames()
		begun := h.Now.Now()
		older := g.differing(10 * baht)
		for i, provider := range []string{"pg", "pg", "joker"} {
			h.People.Cases = append(h.People.Cases, gamecase.Unsettled{
				Reference: fmt.Sprintf("ref%d", i), Member: gambler, Amount: baht, From: ledger.LabelWallet, Provider: provider,
				Since: begun.Add(time.Duration(i-1) * 100 * time.Hour), // one before the difference, one with it, one after it
			})
		}
		ids := func(f doubt.Filter) (text string) {
			list, err := h.Cases.List(t.Context(), f)
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
		h.Opened(gambler)
		g := h.withGames()
		says := func(calls int, want string) {
			t.Helper()
			for range calls {
				if _, err := g.games.Balances.Refresh(t.Context(), gambler); err != nil {
					t.Fatal(err)
				}
				bubble.Pass(alone)
			}
			var out bytes.Buffer
			err := cli.Run(t.Context(), h.Services, []string{"providers"}, &out)
			if err != nil || !strings.Contains(out.String(), want) {
				t.Errorf("%v: %s\nlacks %q", err, out.String(), want)
			}
		}
		says(1, "yes")
		h.Outside.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "balance", Mode: "down", Count: 1000})
		says(1, "no answer since "+time.Now().UTC().Format("2006-"))
		says(3, "circuit open, no answer since "+time.Now().UTC().Format("2006-"))
		h.Outside.ClearFaults()
		says(1, "yes")
	})
}

// What an operator opens says what it needs, and the owner of the machine reads which cases there are.
func TestWhatACaseShows(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		h.Opened(gambler)
		g := h.withGames()
		c := g.differing(500 * baht)
		lists := func(want string, args ...string) {
			t.Helper()
			var out bytes.Buffer
			err := cli.Run(t.Context(), h.Services, args, &out)
			for _, part := range strings.Split(want, "|") {
				if err != nil || !strings.Contains(out.String(), part) {
					t.Errorf("%v: %v: %s\nlacks %q", args, err, out.String(), part)
				}
			}
		}
		lists("missing_there|joker|"+c.Reference+"|500.00|open", "cases", "list")
		for what, f := range map[string]doubt.Filter{"of pg": {Provider: "pg", Limit: 10}, "twice": {Kind: doubt.Twice, Limit: 10}} {
			if list, err := h.Cases.List(t.Context(), f); err != nil || len(list) != 0 {
				t.Errorf("%s: %+v, %v", what, list, err)
			}
		}
		lists("joker|yes|reference|1 of 1", "providers")
		look, err := h.Cases.Open(t.Context(), operator.Person{Name: nok, Role: operator.Cashier}, c.ID)
		if err != nil || !slices.Equal(look.Why, []string{"missing_there"}) {
			t.Fatalf("%+v, %v", look, err)
		}
		for _, want := range []operator.Fact{
			{Name: "provider", Kind: operator.FactSystem, After: "joker"},
			{Name: "ours", Kind: operator.FactAmount, After: "500.00"},
			{Name: "theirs", Kind: operator.FactAmount, After: "0.00"},
			{Name: "reference", Kind: operator.FactText, After: c.Reference},
			{Name: "ask", Kind: operator.FactState, After: "ask_moved"},
			{Name: "books.not-moved.to_wallet", Kind: operator.FactAmount, After: "500.00"},
			{Name: "walletNow", Kind: operator.FactAmount, After: "0.00"},
		} {
			if !slices.Contains(look.Facts, want) {
				t.Errorf("it says %+v, without %+v", look.Facts, want)
			}
		}
		if !slices.ContainsFunc(look.Facts, func(f operator.Fact) bool { return f.Name == "entry" }) {
			t.Errorf("no entry of the ledger: %+v", look.Facts)
		}
		bare := by(nok, c.ID)
		bare.Evidence = ""
		if _, err := h.decide(t.Context(), bare, "not-moved"); !errors.Is(err, operator.ErrReasonRequired) {
			t.Errorf("without evidence: %v", err)
		}
		out, err := h.decide(t.Context(), by(nok, c.ID), "not-moved")
		if err != nil || out.Says != "the case is closed; booked: 500.00 baht from the provider's result to the member's wallet" {
			t.Errorf("%+v, %v", out, err)
		}
		_, err = h.decide(t.Context(), by(lek, c.ID), "close")
		if err == nil || !strings.Contains(err.Error(), "ended as not_moved: by nok: because") {
			t.Errorf("it has ended: %v", err)
		}
		lists("none", "cases", "list")
		ended, err := h.Cases.List(t.Context(), doubt.Filter{All: true, Limit: 10})
		if err != nil || len(ended) != 1 || ended[0].Outcome != doubt.ItDidNotMove || ended[0].Reason != "by nok: because" {
			t.Errorf("%+v, %v", ended, err)
		}
		lists("case.not_moved|case.show", "audit", "list")
	})
}

// decide ends a case by a command, as the call of this name does.
func (h *house) decide(ctx context.Context, d operator.Decision, command string) (operator.Outcome, error) {
	kind, err := h.Cases.KindOf(ctx, d.Subject, command)
	if err != nil {
		return operator.Outcome{}, err
	}
	return h.Decide(ctx, kind, d, nil)
}

// TestUnsettledTransfersAreSettledByTwo goes with them through the checks of all that two decide.
func TestUnsettledTransfersAreSettledByTwo(t *testing.T) {
	t.Parallel()
	for _, applied := range []bool{true, false} {
		each(t, func(_ *testing.T, h *house) {
			open := func(reference string) (n int) {
				return slices.IndexFunc(h.People.Cases, func(c gamecase.Unsettled) bool { return c.Reference == reference })
			}
			h.NeedsTwo(operatortest.Two{
				Below: operator.Support, Evidence: true, Open: h.Cases.Open,
				Make: func() (string, string) {
					n := len(h.People.Settled) + len(h.People.Cases) + 1
					c := gamecase.Unsettled{ID: ledger.ID(n), Reference: fmt.Sprint("r", n), Member: fmt.Sprint("M", n), Amount: 1_001 * baht}
					h.People.Cases = append(h.People.Cases, c)
					return c.Reference, c.Member
				},
				Do: func(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
					if applied {
						return h.Decide(ctx, "transfer.post", d, nil)
					}
					return h.Decide(ctx, "transfer.void", d, nil)
				},
				Times: func(reference string) (n int) {
					for _, id := range h.People.Settled {
						if fmt.Sprint("r", id) == reference {
							n++
						}
					}
					return n
				},
				Change: func(reference string) { // the provider has answered after all
					h.People.Cases[open(reference)].Reference += " (known)"
				},
			})
		})
	}
}

// TestACaseIsDecidedAsItWasSeen: a proposal about a case rests on what it says. Nothing is booked once it says something else.
func TestACaseIsDecidedAsItWasSeen(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		h.Opened(gambler)
		g, ctx := h.withGames(), t.Context()
		large := g.differing(2_000 * baht)
		opened, err := h.Cases.Open(ctx, operator.Person{Name: nok, Role: operator.Chief}, large.ID)
		if err != nil || opened.Kind != operator.ItemCase || len(opened.Choices) == 0 {
			t.Fatalf("opened: %+v, %v", opened, err)
		}
		for _, choice := range opened.Choices {
			if choice.Evidence != operator.ProviderSaid {
				t.Errorf("%s asks for %q", choice.Kind, string(choice.Evidence))
			}
		}
		for _, f := range opened.Facts {
			if (f.Name == "ask" || strings.HasPrefix(f.Name, "books.")) && strings.Contains(f.After, " ") {
				t.Errorf("%s is a sentence, and no code: %s", f.Name, f.After)
			}
		}
		for _, seen := range []string{opened.Seen, "another"} {
			d := by("mai", large.ID)
			d.Seen = seen
			_, err := h.decide(ctx, d, "not-moved")
			if errors.Is(err, operator.ErrChanged) != (seen == "another") { // mai is nobody: as it was seen, it is refused as that
				t.Errorf("seen as %s: %v", seen, err)
			}
		}
		for _, change := range []string{
			"theirs = theirs - 5", // the provider's list says another amount now
			"state = 'closed', outcome = 'agrees'",
		} {
			out, err := h.decide(ctx, by(nok, large.ID), "not-moved")
			if err != nil || out.Proposal == nil {
				t.Fatalf("%s: %+v, %v", change, out, err)
			}
			err = h.Store.Write(ctx, func(tx *store.Tx) error {
				_, err := tx.ExecContext(ctx, "UPDATE reconcile_case SET "+change+" WHERE id = $1", large.ID)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := h.Approvals.Approve(ctx, by(lek, ""), out.Proposal.ID, ""); !errors.Is(err, operator.ErrProposalChanged) ||
				g.purse() != 0 {
				t.Errorf("%s: %v, the wallet has %s", change, err, g.purse())
			}
		}
	})
}

func TestUnsettledTransfers(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		ctx := t.Context()
		h.People.Cases = []gamecase.Unsettled{
			{ID: 1, Reference: "r1", Amount: 1_000 * baht}, {ID: 2, Reference: "r2", Amount: 1_001 * baht},
		}
		if out, err := h.decide(ctx, by(nok, "r1"), "moved"); err != nil || !out.Done {
			t.Errorf("1,000 by one: %+v, %v", out, err)
		}
		if out, err := h.decide(ctx, by(nok, "r2"), "moved"); err != nil || out.Done {
			t.Errorf("1,001 by one: %+v, %v", out, err)
		}
		if out, err := h.decide(ctx, by(lek, "r2"), "not-moved"); err != nil || out.Done {
			t.Errorf("two who disagree: %+v, %v", out, err)
		}
		if out, err := h.decide(ctx, by(lek, "r2"), "moved"); err != nil || !out.Done || len(h.People.Decided) != 2 {
			t.Errorf("two who agree: %+v, %v; %v", out, err, h.People.Decided)
		}
		if _, err := h.decide(ctx, by(lek, "r3"), "moved"); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("no case: %v", err)
		}
	})
}
