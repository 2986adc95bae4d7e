package reconcile_test

import (
	"testing"
	"time"

	"krapao/connect/provider"
	"krapao/connect/provider/betflix"
	"krapao/connect/provider/joker"
	"krapao/game"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/reconcile"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet/doubt"
	"krapao/wallet/wallettest"
)

// nights is a world whose days are compared with one provider.
type nights struct {
	*world
	clock *wallettest.Ahead
	job   *reconcile.Service
	// game is the provider's code here, there the sandbox's game that speaks its protocol.
	game, there string
	name        string
}

// method is how the days are compared: by joker's references, or by BETFLIX's list.
type method string

const (
	byReference method = "reference"
	byList      method = "list"
)

func eachNight(t *testing.T, methods []method, test func(t *testing.T, n *nights)) {
	t.Helper()
	for _, m := range methods {
		t.Run(string(m), func(t *testing.T) {
			t.Parallel()
			storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
				test(t, newNights(t, m, engine, nil))
			})
		})
	}
}

// newNights starts one. between, if not nil, is a proxy before the provider; changes apply to the connections.
func newNights(
	t *testing.T, m method, engine store.Engine, between func(outside *sandboxtest.Sandbox, base string) string,
	changes ...func(all map[string]game.Connection),
) *nights {
	t.Helper()
	n := &nights{clock: &wallettest.Ahead{}, game: "joker", there: "joker"}
	if m == byList {
		n.game, n.there = "betflix", "tbetflix"
	}
	outside := sandboxtest.Start(t, sandboxtest.Options{Clock: n.clock})
	known, jokers := sandbox.DemoCredentials().BETFLIX, sandbox.DemoCredentials().Joker
	s := storetest.OpenAt(t, engine, n.clock)
	n.world = newWorldWith(t, s, outside, func(outside *sandboxtest.Sandbox, all map[string]game.Connection) {
		settings := patient(outside)
		settings.Now = n.clock.Now
		for _, code := range []string{"joker", "joker2"} { // they take no call whose time is not their own
			all[code] = game.Connection{Provider: joker.New(joker.Config{
				BaseURL: outside.URL + "/games/" + code + "/joker", AppID: jokers.AppID, Secret: jokers.Secret,
				Terms: provider.Terms{Outbound: settings},
			})}
		}
		base := outside.URL + "/games/tbetflix/betflix"
		if between != nil {
			base = between(outside, base)
		}
		all["betflix"] = game.Connection{Provider: betflix.New(betflix.Config{
			BaseURL: base, ID: known.ID, Key: known.Key, Prefix: known.Prefix, Prompt: true, List: true,
			Terms: provider.Terms{Outbound: settings},
		})}
		for _, change := range changes {
			change(all)
		}
	})
	n.name = n.Open(member, n.game)
	n.job = n.node()
	return n
}

// node is another node's job on the same store.
func (n *nights) node() *reconcile.Service {
	return n.nodeWith(reconcile.Settings{Pause: time.Millisecond, MinGap: time.Microsecond})
}

// nodeWith is a node with other settings.
func (n *nights) nodeWith(settings reconcile.Settings) *reconcile.Service {
	games := reconcile.Games{
		Providers: n.Games.Providers, Catalogue: n.Games.Catalogue, Accounts: n.Games.Accounts, Reports: n.Games.Reports,
	}
	return reconcile.New(n.Store, n.Ledger, games, n.Wallet.Doubts(), settings)
}

var both = []method{byReference, byList}

// pass lets two days pass, since the transfers may be on either side of midnight, and compares after each.
func (n *nights) pass() {
	n.T.Helper()
	n.twoNights()
	n.retry()
}

// retry repeats failed comparisons.
func (n *nights) retry() {
	n.T.Helper()
	failing := "SELECT count(*) FROM reconcile_day WHERE tries > 0 AND provider = '" + n.game + "'"
	for tries := 0; tries < 5 && n.Count(failing) > 0; tries++ {
		n.clock.Move(3 * time.Hour)
		n.run()
	}
}

func (n *nights) twoNights() {
	n.T.Helper()
	for range 2 {
		n.clock.Move(26 * time.Hour)
		n.run()
	}
}

func (n *nights) run() {
	n.T.Helper()
	if _, err := n.job.Run(n.T.Context()); err != nil {
		n.T.Fatal(err)
	}
}

// done makes a transfer that is certainly done, and returns its reference.
func (n *nights) done(from, to string, amount money.Amount) string {
	n.T.Helper()
	before := len(n.Outside.Moves(n.there))
	n.MustTransfer(from, to, amount)
	moves := n.Outside.Moves(n.there)
	if len(moves) != before+1 {
		n.T.Fatalf("%d movements, want one more than %d", len(moves), before)
	}
	return moves[before].Ref
}

func (n *nights) cases(all bool) []doubt.Difference {
	n.T.Helper()
	list, err := n.Wallet.Doubts().Cases().Differences(n.T.Context(), doubt.Filter{All: all, Limit: 100})
	if err != nil {
		n.T.Fatal(err)
	}
	return list
}

// one returns the only open case.
func (n *nights) one(kind doubt.DifferenceKind, reference string) doubt.Difference {
	n.T.Helper()
	list := n.cases(false)
	if len(list) != 1 || list[0].Kind != kind || list[0].Reference != reference {
		n.T.Fatalf("cases: %+v, want one of %s about %s", list, kind, reference)
	}
	return list[0]
}

func (n *nights) end(id string, outcome doubt.CaseOutcome) error {
	n.T.Helper()
	err := n.Store.Write(n.T.Context(), func(tx *store.Tx) error {
		return n.Wallet.Doubts().Cases().DecideTx(n.T.Context(), tx, id, outcome, "nok", "by nok: the provider's list, by mail")
	})
	if err != nil {
		return err
	}
	_, err = n.Wallet.Doubts().Cases().Correct(n.T.Context())
	return err
}

// days returns the progress of the provider's days.
func (n *nights) days() reconcile.ProviderState {
	n.T.Helper()
	list, err := n.job.Providers(n.T.Context())
	if err != nil {
		n.T.Fatal(err)
	}
	for _, p := range list {
		if p.Provider == n.game {
			return p
		}
	}
	n.T.Fatal("the provider is not told of")
	return reconcile.ProviderState{}
}

// agree checks that the books and the provider have the same balance of the game account.
func (n *nights) agree() {
	n.T.Helper()
	rest(time.Millisecond) // a round at the very instant of a reading would be one that may be in it or not
	a, err := n.Games.Accounts.Named(n.T.Context(), n.game, n.name)
	if err != nil {
		n.T.Fatal(err)
	}
	c, err := n.Games.Balances.Confirm(n.T.Context(), a)
	if err != nil {
		n.T.Errorf("it can't be confirmed: %v", err)
		return
	}
	if says := credits(n.T, n.Outside.Account(n.there, n.name).Balance); c.Memo != says.Baht(a.Factor) {
		n.T.Errorf("the books say %s baht, the provider %s credits", c.Memo, says)
	}
}

// whole checks that no money appeared or vanished, and that the books agree with the provider.
func (n *nights) whole() {
	n.T.Helper()
	n.Settled(member, 10*time.Second)
	n.agree()
	n.Conserved()
	if result := n.Balance(ledger.GameResult(n.game)).Posted; result != 0 {
		n.T.Errorf("nobody played, and the provider's result is %s", result)
	}
}

func (n *nights) purse(want money.Amount) {
	n.T.Helper()
	if got := n.Balance(ledger.Wallet(member)).Available(); got != want {
		n.T.Errorf("the wallet has %s, want %s", got, want)
	}
}
