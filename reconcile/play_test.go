package reconcile_test

import (
	"fmt"
	"testing"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet/doubt"
)

// What readings found must equal the sum of the rounds: credits that went without a round and without us become a case.
func TestWhatNoRoundExplains(t *testing.T) {
	t.Parallel()
	eachNight(t, []method{byReference}, func(t *testing.T, n *nights) {
		n.done(ledger.LabelWallet, n.game, baht(100))
		n.Outside.Round(n.there, n.name, "10", "2.5")
		n.agree()
		n.night()
		if list := n.cases(true); len(list) != 0 {
			t.Fatalf("cases: %+v", list)
		}
		n.Outside.Move(n.there, n.name, "-7.25", "") // not in its report of play, and by no transfer of ours
		n.agree()
		n.ended("unproved", doubt.ItDidNotMove, baht(5), n.clock.Now().Add(time.Hour)) // books nothing
		n.night()
		list := n.cases(false)
		if len(list) != 1 || list[0].Kind != doubt.Unexplained || list[0].Ours != -(baht(14)+75) || list[0].Theirs != -(baht(7)+50) ||
			list[0].Username != n.name || list[0].Member != member || list[0].Evidence.Play == nil {
			t.Fatalf("cases: %+v", list)
		}
		if err := n.end(list[0].ID, doubt.ItMoved); !fault.Is(err, fault.INVALID_INPUT) {
			t.Errorf("booked: %v", err)
		}
		n.purse(baht(900))
	})
}

// A difference stays in the sums for ever, so it is one case, whether or not an operator has decided it; another
// difference is a new case. The number of accounts does not matter.
func TestWhatNoRoundExplainsIsToldOnce(t *testing.T) {
	t.Parallel()
	eachNight(t, []method{byReference}, func(t *testing.T, n *nights) {
		n.done(ledger.LabelWallet, n.game, baht(100))
		n.Outside.Round(n.there, n.name, "10", "2.5")
		n.Outside.Move(n.there, n.name, "-7.25", "")
		n.agree()
		n.crowd()
		n.night()
		list := n.cases(true)
		if len(list) != 1 || list[0].Kind != doubt.Unexplained || list[0].Username != n.name {
			t.Fatalf("cases: %+v", list)
		}
		n.agree() // read on another day
		n.night()
		if err := n.end(list[0].ID, doubt.Dismissed); err != nil {
			t.Fatal(err)
		}
		n.agree()
		n.night()
		if list := n.cases(true); len(list) != 1 {
			t.Fatalf("the same difference again: %+v", list)
		}
		n.Outside.Move(n.there, n.name, "-1", "")
		n.agree()
		n.night()
		if list := n.cases(false); len(list) != 1 || list[0].Evidence.Play.Found != "-15.75" {
			t.Errorf("another difference: %+v", list)
		}
	})
}

// What linked transfers booked as the provider's doing is no difference for ever: neither a late transfer, nor an
// operator's decision, nor a case that closed by itself. What they don't explain is a case.
func TestWhatWasCorrectedIsExplained(t *testing.T) {
	t.Parallel()
	eachNight(t, []method{byReference}, func(t *testing.T, n *nights) {
		n.done(ledger.LabelWallet, n.game, baht(300))
		n.Outside.AddFault(sandboxtest.Fault{Target: "game:" + n.there, Mode: "timeout"})
		reference := n.Unanswered(ledger.LabelWallet, n.game, baht(100))
		n.Settled(member, 20*time.Second)
		late := game.Move{Reference: reference, Player: game.Player{Username: n.name}, Credits: 100 * money.Credit}
		if o := n.Games.Provider(n.game).Move(t.Context(), late); o.Kind != game.Done {
			t.Fatalf("apply it late: %+v", o)
		}
		n.FoundLate()
		n.Settled(member, 10*time.Second)
		n.Outside.Move(n.there, n.name, "5", "")
		n.ended("missing_here", doubt.ItMoved, baht(5), clock.Micros(1).Time())
		n.ended("missing_there", doubt.Agreeing, baht(40), clock.Micros(1).Time())
		n.agree()
		n.night()
		if n.Count("SELECT count(*) FROM reconcile_case WHERE kind = 'unexplained'") != 0 {
			t.Fatalf("cases: %+v", n.cases(true))
		}
		n.Outside.Move(n.there, n.name, "-7.25", "")
		n.agree()
		n.night()
		list := n.cases(false)
		if len(list) != 1 || list[0].Kind != doubt.Unexplained ||
			list[0].Evidence.Play.Corrected != "105.00" || list[0].Ours != -(baht(7)+25) {
			t.Errorf("cases: %+v", list)
		}
	})
}

// A correction after an account was read may not be in the reading yet: the next reading is compared.
func TestACorrectionAfterTheReading(t *testing.T) {
	t.Parallel()
	eachNight(t, []method{byReference}, func(t *testing.T, n *nights) {
		n.done(ledger.LabelWallet, n.game, baht(100))
		n.Outside.Move(n.there, n.name, "-7.25", "")
		n.agree()
		n.Outside.Move(n.there, n.name, "5", "")
		n.ended("missing_here", doubt.ItMoved, baht(5), n.clock.Now().Add(time.Hour))
		n.night()
		if list := n.cases(false); len(list) != 0 {
			t.Fatalf("cases: %+v", list)
		}
		n.agree()
		n.night()
		list := n.cases(false)
		if len(list) != 1 || list[0].Kind != doubt.Unexplained || list[0].Ours != -(baht(7)+25) {
			t.Errorf("cases: %+v", list)
		}
	})
}

// ended stores a case about a transfer on the member's account that ended in some way, at that time.
func (n *nights) ended(kind string, outcome doubt.CaseOutcome, theirs money.Amount, at time.Time) {
	n.T.Helper()
	n.Write(func(tx *store.Tx) error {
		_, err := tx.ExecContext(n.T.Context(), `INSERT INTO reconcile_case (id, provider, day, kind, reference, transfer, username,
			member, ours, theirs, detail, state, outcome, booking, due_at, note, found_at, decided_by, decided_at)
			VALUES ($1, $2, '2026-01-01', $1, 'r', (SELECT MIN(id) FROM transfer WHERE kind = 'game_in'), $3,
			        $4, 0, $5, '{}', 'closed', $6, 0, 0, '', 1, 'nok', $7)`,
			kind, n.game, n.name, member, int64(theirs), string(outcome), clock.MicrosOf(at))
		return err
	})
}

// A turn that ends among the accounts continues where it was, and asks the provider about no transfer again.
func TestTheNextTurnGoesOnAmongTheAccounts(t *testing.T) {
	t.Parallel()
	eachNight(t, []method{byReference}, func(t *testing.T, n *nights) {
		n.done(ledger.LabelWallet, n.game, baht(100))
		n.agree()
		n.crowd()
		n.pastReadings(2)
		n.retry()
		factor := func(text string) {
			n.Write(func(tx *store.Tx) error {
				_, err := tx.ExecContext(t.Context(), "UPDATE game_account SET factor = $1 WHERE username = 'a250'", text)
				return err
			})
		}
		factor("none")
		n.done(ledger.LabelWallet, n.game, baht(100))
		n.pastReadings(1)
		asked := n.text("SELECT asked FROM reconcile_day WHERE state = 'open' AND tries > 0 AND provider = '" + n.game + "'")
		if asked != "play a249" {
			t.Fatalf("the day is at %q: %q", asked, n.reason())
		}
		factor("1")
		untried := "SELECT count(*) FROM reconcile_day WHERE state = 'open' AND tries = 0 AND provider = '" + n.game + "'"
		if untried := n.Count(untried); untried != 0 {
			t.Errorf("%d days were not tried", untried)
		}
		calls := n.calls()
		n.clock.Move(3 * time.Hour)
		n.run()
		if n.openDays() != 0 || n.calls() != calls {
			t.Errorf("%d days are open: %q; the provider was asked %d times more", n.openDays(), n.reason(), n.calls()-calls)
		}
	})
}

// crowd opens accounts at the provider that were read when the member's was, with names before it, and no difference:
// more than one query reads.
func (n *nights) crowd() {
	n.T.Helper()
	n.Write(func(tx *store.Tx) error {
		for i := range 501 {
			_, err := tx.ExecContext(n.T.Context(), `INSERT INTO game_account
				(id, member, provider, username, factor, state, password, next_password, password_due,
				 residue, outstanding, read_at, changed_at, fell_at, launched_at, result, turns, created_at)
				SELECT $1, $1, provider, $1, factor, state, password, '', 0, 0, 0, read_at, 0, 0, 0, 0, 0, created_at
				FROM game_account WHERE provider = $2 AND username = $3`, fmt.Sprintf("a%03d", i), n.game, n.name)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// night reads the reports of play and compares, until the last reading is two days old.
func (n *nights) night() {
	n.T.Helper()
	n.pastReadings(3)
}

// pastReadings is night for so many days.
func (n *nights) pastReadings(days int) {
	n.T.Helper()
	for range days {
		n.clock.Move(26 * time.Hour)
		for _, task := range n.Games.Reports.Tasks() {
			if task.Name == "report:"+n.game {
				if err := task.Run(n.T.Context()); err != nil {
					n.T.Fatal(err)
				}
			}
		}
		n.run()
	}
}
