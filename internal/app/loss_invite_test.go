package app_test

import (
	"fmt"
	"slices"
	"testing"

	"krapao/deposit"
	"krapao/fault"
	"krapao/ledger"
	"krapao/money"
)

// look lets the chore see everybody again.
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

// earned demands a member's rows, newest first.
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

// Only a rise of what was lost, above its highest so far, earns; commissions are no loss.
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
		w.earned(inviter, 28*baht) // of 300 less 20 that it cost, 80 are above 200
		if rows, _, err := w.Invitations.List(w.t.Context(), inviter, 1, 1); err != nil || rows[0].From != "BER***" {
			w.t.Errorf("the invitee is shown as %+v, %v", rows, err)
		}
		w.whole()
	})
}

// A look that finds nothing new writes nothing of the member: neither its state nor its wallet is touched.
func TestALookThatFindsNothingNewWritesNothing(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{}, func(w *lossWorld) {
		inviter := w.person("ANNA A", "")
		invitee := w.person("BERT B", inviter)
		row := func() (version, seen int64) {
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
			if version, seen := row(); version != before || seen != w.clock.Now().UnixMicro() {
				w.t.Errorf("its state is of version %d, it was %d; looked at at %d", version, before, seen)
			}
		}
		w.earned(inviter, 20*baht)
		w.lose(invitee, 300*baht)
		w.look()
		if version, _ := row(); version == before {
			w.t.Error("what it lost was not looked at")
		}
		w.earned(inviter, 48*baht) // of 500 less 20 that it cost
		w.whole()
	})
}

// A stable total accrues too, before anything is granted by it.
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

// An operator who pays no invite bonuses now says so.
func TestInvitationsThatAreOff(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{}, func(w *lossWorld) {
		m := w.person("ANNA A", "")
		w.apply(lossContent{invite: `{"on": false}`})
		_, err := w.Invitations.Receive(w.t.Context(), m, w.key())
		refused(w.t, err, fault.INVITE_INACTIVE)
	})
}

// What is earned of a day ripens seven whole days later, and is received once a day.
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

// It counts from a verified deposit of the invitee's own: not of 99.99, not of an unnamed payer.
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
		w.earned(inviter) // what was lost before never counts
		w.lose(invitee, 100*baht)
		w.look()
		w.earned(inviter, 10*baht)
	})
}

// The strongly linked earn nothing, also where the link shows only before it ripens.
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

// A month's earnings bring so much at most; what is beyond is gone, and the next month's are not.
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
		w.lose(two, 580*baht) // of which 80 go for the commissions of before
		w.look()
		w.at("2026-12-04 00:00:00")
		w.ripen()
		if brought := w.purse(inviter) - 100*baht; brought <= 0 || brought > 60*baht {
			w.t.Errorf("December brought %s", brought)
		}
		w.whole()
	})
}

// What is lost under a condition earns nothing, whenever it is seen.
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
		if err := w.Bonuses.Settle(w.t.Context(), invitee); err != nil { // it is lost, which ends it
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

// A deposit that is taken back lessens what is not ripe, and is earned again only by another one.
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

// Where the budget is used up, what is ripe stays in its row.
func TestCommissionsBeyondTheBudget(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{budgets: `{"invite": {"left": 50, "alarm": 1}}`, invite: `{"on": true, "ripenDays": 0}`}, func(w *lossWorld) {
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

// A member is bound once: nobody can bind it to another later, and nobody's code is known before it is there, so a ring of
// invitations can't be.
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
