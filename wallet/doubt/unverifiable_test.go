package doubt_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"krapao/connect/provider"
	"krapao/connect/provider/amb"
	ambwire "krapao/connect/provider/amb/wire"
	"krapao/game"
	"krapao/internal/clock"
	"krapao/internal/settle"
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

// unasked is a world with a provider that can't verify a transfer, and whose rounds come only by its report: slotxo. The
// test moves its clock, and decides when its report is read.
type unasked struct {
	*world
	clock *wallettest.Ahead
	job   *reconcile.Service
	// code is the game, there the sandbox's game behind it.
	code, there string
	name        string
	task        settle.Task
}

func newUnasked(t *testing.T, engine store.Engine) *unasked {
	t.Helper()
	return newUnaskedAt(t, engine, "slotxo", "tgsc3")
}

// newUnaskedAt is newUnasked at another provider; changes apply to the connections.
func newUnaskedAt(t *testing.T, engine store.Engine, code, there string, changes ...adapt) *unasked {
	t.Helper()
	u := &unasked{clock: &wallettest.Ahead{}, code: code, there: there}
	changes = slices.Concat([]adapt{wallettest.ConnectFamilies}, changes)
	outside := sandboxtest.Start(t, sandboxtest.Options{Clock: u.clock})
	u.world = newWorldWith(t, storetest.OpenAt(t, engine, u.clock), outside, changes...)
	games := reconcile.Games{
		Providers: u.Games.Providers, Catalogue: u.Games.Catalogue, Accounts: u.Games.Accounts, Reports: u.Games.Reports,
	}
	u.job = reconcile.New(u.Store, u.Ledger, games, u.Wallet.Doubts(), reconcile.Settings{})
	u.task = u.Report(code)
	u.name = u.Open(member, code)
	u.MustTransfer(ledger.LabelWallet, code, baht(500))
	return u
}

func eachUnasked(t *testing.T, test func(t *testing.T, u *unasked)) {
	t.Helper()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
		test(t, newUnasked(t, engine))
	})
}

// read reads the report once.
func (u *unasked) read() {
	u.T.Helper()
	if err := u.task.Run(u.T.Context()); err != nil {
		u.T.Fatal(err)
	}
}

// reading reads the report again and again until the test ends, or until it is stopped.
func (u *unasked) reading() (stop func()) {
	return u.Reads(u.task)
}

// returned makes a transfer without an answer that is given back: by the balance and the rounds, or by an operator if
// rounds are not reported. It returns the reference. Later play is clearly after the moment at which the transfer
// certainly was not applied.
func (u *unasked) returned(in bool, amount money.Amount) string {
	u.T.Helper()
	from, to := u.code, ledger.LabelWallet
	if in {
		from, to = to, from
	}
	u.Outside.AddFault(sandboxtest.Fault{Target: "game:" + u.there, Op: "move", Mode: "timeout"})
	reference := u.Unanswered(from, to, amount)
	if caps := u.Games.Provider(u.code).Capabilities(); caps.Rounds || caps.Report == game.ReportRounds {
		stop := u.reading()
		u.Settled(member, 30*time.Second)
		stop()
	} else {
		u.decide(u.waitForCase(30*time.Second).Transfer.ID, false)
	}
	id, _ := u.Ledger.ParseReference(reference)
	of := " FROM game_doubt WHERE state = 'returned' AND transfer = " + strconv.FormatInt(int64(id), 10)
	u.WaitFor("SELECT count(*)"+of, 1)
	var since clock.Micros
	if err := u.Store.DB().QueryRowContext(u.T.Context(), "SELECT reading_since"+of).Scan(&since); err != nil {
		u.T.Fatal(err)
	}
	rest(since.Time().Add(3500 * time.Millisecond).Sub(u.clock.Now()))
	return reference
}

// applies has the provider do something late.
func (u *unasked) applies(reference string, in bool, amount money.Amount) {
	u.T.Helper()
	text := fmt.Sprint(int64(amount / money.Baht))
	if !in {
		text = "-" + text
	}
	u.Outside.Move(u.there, u.name, json.Number(text), reference)
}

// doubts counts the doubts in a state, with or without further checks.
func (u *unasked) doubts(state string) int {
	return u.Count("SELECT count(*) FROM game_doubt WHERE state = '" + state + "'")
}

// over waits until no check is left.
func (u *unasked) over() {
	u.T.Helper()
	u.waitLong("SELECT count(*) FROM game_doubt WHERE check_at > 0", 0)
}

// waitLong is WaitFor with the time that all re-checks need.
func (u *unasked) waitLong(query string, n int) {
	u.T.Helper()
	u.Until(2*time.Minute, fmt.Sprintf("%s is %d", query, n), func() bool { return u.Count(query) == n })
}

// whole checks that the books agree with the provider, that no money appeared or vanished, and the provider's result.
func (u *unasked) whole(result money.Amount) {
	u.T.Helper()
	u.Settled(member, 10*time.Second)
	slot := u.Slot(u.code)
	a, err := u.Games.Accounts.Named(u.T.Context(), slot.Game.Provider, u.name)
	if err != nil {
		u.T.Fatal(err)
	}
	c, err := u.Games.Balances.Confirm(u.T.Context(), a)
	if err != nil {
		u.T.Fatal(err)
	}
	if says := credits(u.T, u.Outside.Account(u.there, u.name).Balance).Baht(a.Factor); c.Memo != says {
		u.T.Errorf("the books say %s, the provider %s", c.Memo, says)
	}
	u.Conserved()
	if got := u.Balance(ledger.GameResult(u.code)).Posted; got != result {
		u.T.Errorf("the provider's result is %s, want %s", got, result)
	}
}

func (u *unasked) foundLong() {
	u.T.Helper()
	u.waitLong("SELECT count(*) FROM game_doubt WHERE state = 'late'", 1)
}

// unproven waits for the cases of returned transfers.
func (u *unasked) unproven(n int) []doubt.Difference {
	u.T.Helper()
	u.waitLong("SELECT count(*) FROM reconcile_case WHERE kind = 'unproved' AND state = 'open'", n)
	list, err := u.Wallet.Doubts().Cases().Differences(u.T.Context(), doubt.Filter{Kind: doubt.Unproved, Limit: 10})
	if err != nil || len(list) != n {
		u.T.Fatalf("%+v, %v", list, err)
	}
	return list
}

// end decides a case, and books the decision.
func (u *unasked) end(x doubt.Difference, outcome doubt.CaseOutcome) {
	u.T.Helper()
	u.Write(func(tx *store.Tx) error {
		return u.Wallet.Doubts().Cases().DecideTx(u.T.Context(), tx, x.ID, outcome, "nok", "the provider's journal")
	})
	u.booked()
}

// booked waits until no case is being booked any more.
func (u *unasked) booked() {
	u.T.Helper()
	u.Until(time.Minute, "the correction is booked", func() bool {
		if _, err := u.Wallet.Doubts().Cases().Correct(u.T.Context()); err != nil {
			u.T.Fatal(err)
		}
		if u.Count("SELECT count(*) FROM reconcile_case WHERE state = 'booking'") == 0 {
			return true
		}
		u.clock.Move(2 * time.Minute)
		return false
	})
}

// newLagging is newUnaskedAt at a provider that lists a round late, and whose rounds are requested at once: pgslot.
func newLagging(t *testing.T, engine store.Engine, lag time.Duration) *unasked {
	t.Helper()
	u := newUnaskedAt(t, engine, "pgslot", "pgslot", func(outside *sandboxtest.Sandbox, all map[string]game.Connection) {
		credentials := sandbox.DemoCredentials().AMB
		all["pgslot"] = game.Connection{Provider: amb.New(amb.Config{
			BaseURL: outside.URL + "/games/pgslot/amb", Agent: credentials.Agent, Secret: credentials.Secret, Refusals: ambwire.Refusals,
			Terms: provider.Terms{
				Stakes: game.StakesNone, ReportLag: lag + time.Second, Outbound: patient(outside),
			},
		})}
	})
	u.Outside.AddFault(sandboxtest.Fault{
		Target: "game:pgslot", Op: "report", Mode: "late_apply", DelayMS: ms(lag), Count: 1_000_000,
	})
	return u
}
