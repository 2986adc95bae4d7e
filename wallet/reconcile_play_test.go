package wallet_test

import (
	"fmt"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/wallet"
)

// What readings found and what rounds add up to must be one: credits that went without a round and without us are told.
func TestWhatNoRoundExplains(t *testing.T) {
	t.Parallel()
	eachNight(t, []method{byReference}, func(t *testing.T, n *nights) {
		n.done(wallet.Place, n.game, baht(100))
		n.outside.Round(n.there, n.name, "10", "2.5")
		n.agree()
		n.night()
		if list := n.cases(true); len(list) != 0 {
			t.Fatalf("cases: %+v", list)
		}
		n.outside.Move(n.there, n.name, "-7.25", "") // not in its report of play, and by no transfer of ours
		n.agree()
		n.night()
		list := n.cases(false)
		if len(list) != 1 || list[0].Kind != wallet.Unexplained || list[0].Ours != -(baht(14)+75) || list[0].Theirs != -(baht(7)+50) ||
			list[0].Username != n.name || list[0].Member != member || list[0].Evidence.Play == nil {
			t.Fatalf("cases: %+v", list)
		}
		if err := n.end(list[0].ID, wallet.ItMoved); !fault.Is(err, fault.INVALID_INPUT) {
			t.Errorf("booked: %v", err)
		}
		n.purse(baht(900))
	})
}

// A difference stays in the sums for ever, so it is told once, whether a person has decided about it or not; another one
// is told anew. However many accounts there are.
func TestWhatNoRoundExplainsIsToldOnce(t *testing.T) {
	t.Parallel()
	eachNight(t, []method{byReference}, func(t *testing.T, n *nights) {
		n.done(wallet.Place, n.game, baht(100))
		n.outside.Round(n.there, n.name, "10", "2.5")
		n.outside.Move(n.there, n.name, "-7.25", "")
		n.agree()
		n.crowd()
		n.night()
		list := n.cases(true)
		if len(list) != 1 || list[0].Kind != wallet.Unexplained || list[0].Username != n.name {
			t.Fatalf("cases: %+v", list)
		}
		n.agree() // read on another day
		n.night()
		if err := n.end(list[0].ID, wallet.Dismissed); err != nil {
			t.Fatal(err)
		}
		n.agree()
		n.night()
		if list := n.cases(true); len(list) != 1 {
			t.Fatalf("the same difference again: %+v", list)
		}
		n.outside.Move(n.there, n.name, "-1", "")
		n.agree()
		n.night()
		if list := n.cases(false); len(list) != 1 || list[0].Evidence.Play.Found != "-15.75" {
			t.Errorf("another difference: %+v", list)
		}
	})
}

// crowd opens accounts at the provider that were read when the member's was, with names before it, and nothing to explain:
// more than are looked at in one query.
func (n *nights) crowd() {
	n.t.Helper()
	n.write(func(tx *store.Tx) error {
		for i := range 501 {
			_, err := tx.ExecContext(n.t.Context(), `INSERT INTO game_account (id, member, provider, username, factor, state, password, next_password,
				password_due, residue, outstanding, read_at, changed_at, fell_at, launched_at, result, turns, created_at)
				SELECT $1, $1, provider, $1, factor, state, password, '', 0, 0, 0, read_at, 0, 0, 0, 0, 0, created_at
				FROM game_account WHERE provider = $2 AND username = $3`, fmt.Sprintf("a%03d", i), n.game, n.name)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// night reads the reports of play and compares, until what was read is two days old.
func (n *nights) night() {
	n.t.Helper()
	for range 3 {
		n.clock.move(26 * time.Hour)
		for _, task := range n.games.ReportTasks() {
			if task.Name == "report:"+n.game {
				err := task.Run(n.t.Context())
				for tries := 1; err != nil && tries < 5; tries++ { // too slow
					err = task.Run(n.t.Context())
				}
				if err != nil {
					n.t.Fatal(err)
				}
			}
		}
		n.run()
	}
}
