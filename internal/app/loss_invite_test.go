package app_test

import (
	"fmt"
	"slices"
	"testing"

	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/ledger"
	"krapao/money"
)

// look lets the job look at every invitee again.
func (w *lossWorld) look() {
	w.t.Helper()
	w.clock.Advance(w.Invitations.Every)
	if _, err := w.Invitations.Accrue(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

func (w *lossWorld) ripen() {
	w.t.Helper()
	if _, err := w.Invitations.Ripen(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// earned checks a member's rows, newest first.
func (w *lossWorld) earned(memberID string, want ...money.Amount) {
	w.t.Helper()
	rows, n, err := w.Invitations.List(w.t.Context(), memberID, 1, 100)
	if err != nil || n != len(rows) {
		w.t.Fatalf("%d rows, %d told, %v", len(rows), n, err)
	}
	var got []money.Amount
	for _, row := range rows {
		got = append(got, row.Amount)
	}
	if !slices.Equal(got, want) {
		w.t.Errorf("earned %v, want %v", got, want)
	}
}

func (w *lossWorld) purse(memberID string) money.Amount {
	w.t.Helper()
	return w.balance(ledger.InvitePurse(memberID))
}

// Only losses above the highest sum so far earn. Commissions are no loss.
func TestARiseOfTheLossEarns(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{}, func(w *lossWorld) {
		inviter := w.person("ANNA A", "")
		invitee := w.person("BERT B", inviter)
		w.deposit(invitee, 1000)
		w.look()
		w.earned(inviter)
		w.lose(invitee, 200*baht)
		w.look()
		w.earned(inviter, 20*baht)
		for range 5 { // wash play
			w.win(invitee, 150*baht)
			w.look()
			w.lose(invitee, 150*baht)
			w.look()
		}
		w.earned(inviter, 20*baht)
		w.lose(invitee, 100*baht)
		w.look()
		w.earned(inviter, 28*baht) // 300 less the 20 of commissions is 280: 80 above 200
		if rows, _, err := w.Invitations.List(w.t.Context(), inviter, 1, 1); err != nil || rows[0].From != "BER***" {
			w.t.Errorf("the invitee is shown as %+v, %v", rows, err)
		}
		w.whole()
	})
}

// A look that finds nothing new writes nothing of the member, neither its state nor its wallet.
func TestALookThatFindsNothingNewWritesNothing(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{}, func(w *lossWorld) {
		inviter := w.person("ANNA A", "")
		invitee := w.person("BERT B", inviter)
		row := func() (version int64, seen clock.Micros) {
			w.t.Helper()
			err := w.Store.DB().QueryRowContext(w.t.Context(), `SELECT s.version, i.seen_at FROM member_state s
				JOIN invite_invitee i ON i.invitee = s.member WHERE s.member = $1`, invitee).Scan(&version, &seen)
			if err != nil {
				w.t.Fatal(err)
			}
			return version, seen
		}
		w.deposit(invitee, 1000)
		w.lose(invitee, 200*baht)
		w.look()
		before, _ := row()
		for range 3 {
			w.look()
			if version, seen := row(); version != before || seen != clock.MicrosOf(w.clock.Now()) {
				w.t.Errorf("its state has version %d, it had %d; the last look was at %d", version, before, seen)
			}
		}
		w.earned(inviter, 20*baht)
		w.lose(invitee, 300*baht)
		w.look()
		w.earned(inviter, 48*baht) // 500 less the 20 of commissions
		w.whole()
	})
}

// A stable total accrues too, before a grant is decided by it.
func TestEveryTotalAccrues(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{}, func(w *lossWorld) {
		inviter := w.person("ANNA A", "")
		invitee := w.person("BERT B", inviter)
		w.deposit(invitee, 1000)
		w.lose(invitee, 400*baht)
		w.paid(invitee, 20*baht)
		w.earned(inviter, 40*baht)
	})
}

// A member learns that the operator pays no invite bonuses now.
func TestInvitationsThatAreOff(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{}, func(w *lossWorld) {
		m := w.person("ANNA A", "")
		w.apply(lossContent{invite: `{"on": false}`})
		_, err := w.Invitations.Receive(w.t.Context(), m, w.key())
		refused(w.t, err, fault.INVITE_INACTIVE)
	})
}

// A day's commissions ripen seven whole days later, and are received once a day.
func TestCommissionsRipenAndAreReceived(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{}, func(w *lossWorld) {
		inviter := w.person("ANNA A", "")
		invitee := w.person("BERT B", inviter)
		receive := func() (money.Amount, error) { return w.Invitations.Receive(w.t.Context(), inviter, w.key()) }
		_, err := receive()
		refused(w.t, err, fault.NO_INVITEE_PLAY_INFO)
		w.deposit(invitee, 10_000)
		w.at("2026-11-18 23:49:59.9")
		w.lose(invitee, 100*baht)
		w.look() // 23:59:59.9
		w.lose(invitee, 110*baht)
		w.at("2026-11-19 00:00:00")
		w.look()
		w.earned(inviter, 10*baht, 10*baht) // a row of each day
		w.at("2026-11-25 23:59:59.9")
		w.ripen()
		if w.purse(inviter) != 0 {
			w.t.Errorf("%s came before their time", w.purse(inviter))
		}
		_, err = receive()
		refused(w.t, err, fault.NO_INVITE_BONUS)
		w.at("2026-11-26 00:00:00")
		w.ripen()
		w.ripen()
		if w.purse(inviter) != 10*baht {
			w.t.Errorf("the purse has %s", w.purse(inviter))
		}
		w.at("2026-11-27 23:59:59.9")
		w.ripen()
		key := w.key()
		for range 2 {
			if got, err := w.Invitations.Receive(w.t.Context(), inviter, key); err != nil || got != 20*baht {
				w.t.Errorf("received %s, %v", got, err)
			}
		}
		if w.balance(ledger.Wallet(inviter)) != 20*baht || w.purse(inviter) != 0 {
			w.t.Errorf("the wallet has %s, the purse %s", w.balance(ledger.Wallet(inviter)), w.purse(inviter))
		}
		_, err = receive()
		if next := refused(w.t, err, fault.INVITE_COLLECT).Params["next"]; next != "2026-11-27T17:00:00Z" {
			w.t.Errorf("the next one is %v", next)
		}
		w.at("2026-11-28 00:00:00")
		_, err = receive()
		refused(w.t, err, fault.NO_INVITE_BONUS)
		w.whole()
	})
}

// Losses count from a verified deposit of the invitee's own: not of 99.99, not of an unnamed payer.
func TestOnlyAVerifiedDepositQualifies(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{}, func(w *lossWorld) {
		inviter := w.person("ANNA A", "")
		invitee := w.person("BERT B", inviter)
		w.pay(invitee, 500, deposit.Payer{})
		w.deposit(invitee, 99)
		w.lose(invitee, 400*baht)
		w.look()
		w.earned(inviter)
		w.deposit(invitee, 100)
		w.look()
		w.earned(inviter) // losses before it never count
		w.lose(invitee, 100*baht)
		w.look()
		w.earned(inviter, 10*baht)
	})
}

// Strongly linked members earn nothing, also where the link is found only before the commission ripens.
func TestTheLinkedEarnNothing(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{}, func(w *lossWorld) {
		inviter := w.person("ANNA A", "")
		twin, friend := w.person("Anna A", inviter), w.person("BERT B", inviter)
		w.deposit(twin, 1000)
		w.deposit(friend, 1000)
		w.lose(twin, 500*baht)
		w.lose(friend, 500*baht)
		w.look()
		w.earned(inviter, 50*baht)
		w.pay(friend, 50, deposit.Payer{BankCode: "SCB", AccountNo: "4000000001", Name: "ANNA A"})
		w.at("2026-12-01 00:00:00")
		w.ripen()
		if w.purse(inviter) != 0 {
			w.t.Errorf("the purse has %s of a linked invitee", w.purse(inviter))
		}
		w.earned(inviter, 0)
		w.whole()
	})
}

// A month pays up to a limit. What is beyond it is lost, and the next month starts anew.
func TestTheMonthHasACap(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{invite: `{"on": true, "monthCap": 100, "ripenDays": 1}`}, func(w *lossWorld) {
		inviter := w.person("ANNA A", "")
		one, two := w.person("BERT B", inviter), w.person("CARL C", inviter)
		w.deposit(one, 100_000)
		w.deposit(two, 100_000)
		w.lose(one, 800*baht)
		w.look()
		w.at("2026-11-20 00:00:00")
		w.ripen()
		w.lose(two, 800*baht)
		w.at("2026-11-30 23:49:59.9")
		w.look() // 23:59:59.9
		w.at("2026-12-02 00:00:00")
		w.ripen()
		if w.purse(inviter) != 100*baht {
			w.t.Errorf("November brought %s", w.purse(inviter))
		}
		w.lose(two, 580*baht) // 80 of them make up for the commissions before
		w.look()
		w.at("2026-12-04 00:00:00")
		w.ripen()
		if brought := w.purse(inviter) - 100*baht; brought <= 0 || brought > 60*baht {
			w.t.Errorf("December brought %s", brought)
		}
		w.whole()
	})
}

// Losses under a condition earn nothing, whenever they are found.
func TestPlayUnderAConditionEarnsNothing(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{}, func(w *lossWorld) {
		inviter := w.person("ANNA A", "")
		invitee := w.person("BERT B", inviter)
		w.deposit(invitee, 2000)
		w.lose(invitee, 1000*baht)
		w.paid(invitee, 50*baht)
		w.earned(inviter, 100*baht)
		if _, err := w.Refunds.AddWallet(w.t.Context(), invitee, w.key()); err != nil {
			w.t.Fatal(err)
		}
		w.lose(invitee, 900*baht)
		w.look()
		w.earned(inviter, 100*baht)
		if err := w.Bonuses.Settle(w.t.Context(), invitee); err != nil { // the credit is lost, which ends the condition
			w.t.Fatal(err)
		}
		w.look()
		w.earned(inviter, 100*baht)
		w.deposit(invitee, 1000)
		w.lose(invitee, 500*baht)
		w.look()
		w.earned(inviter, 150*baht)
		w.whole()
	})
}

// A reversed deposit reduces commissions that are not ripe. They are earned again only by another deposit.
func TestADepositTakenBackEarnsNothing(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{}, func(w *lossWorld) {
		inviter := w.person("ANNA A", "")
		invitee := w.person("BERT B", inviter)
		source := w.deposit(invitee, 1000)
		w.lose(invitee, 1000*baht)
		w.look()
		w.earned(inviter, 100*baht)
		r := deposit.ReverseRequest{Account: "KTB-SLIP", Source: source, Reference: "back"}
		if err := w.Deposits.Reverse(w.t.Context(), r); err != nil {
			w.t.Fatal(err)
		}
		w.look()
		w.earned(inviter, 0)
		w.at("2026-12-01 00:00:00")
		w.ripen()
		if w.purse(inviter) != 0 {
			w.t.Errorf("the purse has %s", w.purse(inviter))
		}
		w.whole()
	})
}

// Where the budget is used up, ripe commissions stay in their row.
func TestCommissionsBeyondTheBudget(t *testing.T) {
	t.Parallel()
	small := lossContent{budgets: `{"invite": {"left": 50, "alarm": 1}}`, invite: `{"on": true, "ripenDays": 0}`}
	eachLoss(t, small, func(w *lossWorld) {
		inviter := w.person("ANNA A", "")
		invitee := w.person("BERT B", inviter)
		w.deposit(invitee, 1000)
		w.lose(invitee, 600*baht)
		w.look()
		w.ripen()
		if w.purse(inviter) != 0 {
			w.t.Errorf("the purse has %s", w.purse(inviter))
		}
		w.earned(inviter, 60*baht)
		w.whole()
	})
}

// A member is bound to an inviter once, for good. A code is known only when its member exists, so invitations can't form a
// ring.
func TestARingIsImpossible(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{}, func(w *lossWorld) {
		anna := w.person("ANNA A", "")
		bert := w.person("BERT B", anna)
		carl := w.person("CARL C", bert)
		above := map[string]string{bert: anna, carl: bert}
		rows, err := w.Store.DB().QueryContext(w.t.Context(), `SELECT invitee, inviter FROM invite_invitee`)
		if err != nil {
			w.t.Fatal(err)
		}
		defer func() { _ = rows.Close() }()
		found := map[string]string{}
		for rows.Next() {
			var invitee, inviter string
			if err := rows.Scan(&invitee, &inviter); err != nil {
				w.t.Fatal(err)
			}
			found[invitee] = inviter
		}
		if fmt.Sprint(found) != fmt.Sprint(above) || rows.Err() != nil {
			w.t.Errorf("bound %v, want %v", found, above)
		}
		w.deposit(carl, 1000)
		w.lose(carl, 500*baht)
		w.look()
		w.earned(anna) // one step only
		w.earned(bert, 50*baht)
	})
}
