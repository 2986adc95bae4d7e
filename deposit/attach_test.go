package deposit_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// slip is the claim that a member's slip of a transfer makes.
func (w *bankWorld) slip(member, reference, bankReference string, amount money.Amount, payer deposit.Payer) deposit.AttachRequest {
	r := deposit.AttachRequest{
		Account: autoAccount, Member: member, Reference: reference, Payer: payer, Amount: amount, At: w.now.Now(),
	}
	if bankReference != "" {
		r.Also = []deposit.Identifier{{Kind: "bank:014", Value: bankReference}}
	}
	return r
}

func (w *bankWorld) attach(r deposit.AttachRequest, want deposit.AttachResult) deposit.Attached {
	w.t.Helper()
	got, err := w.nodes[0].Attach(w.t.Context(), r)
	if err != nil {
		w.t.Fatal(err)
	}
	if got.Result != want {
		w.t.Errorf("%s of %s: %s, want %s", r.Reference, r.Member, got.Result, want)
	}
	return got
}

func TestASlipAttachesItsMemberToTheLine(t *testing.T) {
	t.Parallel()
	eachBank(t, 1, func(t *testing.T, w *bankWorld) {
		m := w.holder(somchai)
		slip := w.slip(m, "slip-1", "REF000001", hundred, somchai)
		w.attach(slip, deposit.AttachWaiting)
		w.bank.enter(w.paid(1, hundred, cut))
		w.read()
		if got := w.attach(slip, deposit.AttachDone); got.State != deposit.Credited || got.Amount != hundred {
			t.Errorf("%+v", got)
		}
		w.attach(slip, deposit.AttachDone) // asked again
		w.attach(w.slip(m, "slip-2", "REF000001", hundred, somchai), deposit.AttachTaken)
		w.attach(w.slip(w.holder(somying), "slip-3", "REF000001", hundred, somying), deposit.AttachTaken)
		w.wants("once", 0, map[string]money.Amount{m: hundred})
		w.bank.enter(w.paid(2, hundred, somchai)) // credited by its payer alone
		w.read()
		w.attach(w.slip(m, "slip-4", "REF000002", hundred, somchai), deposit.AttachTaken)
		w.wants("its own line", 0, map[string]money.Amount{m: 2 * hundred})
		w.attach(deposit.AttachRequest{
			Account: "SLIP1", Member: m, Reference: "slip-5", Also: slip.Also, Payer: somchai, Amount: hundred, At: w.now.Now(),
		}, deposit.AttachTaken) // the reference is of another account's line
	})
}

// Where lines carry no reference, looks decide, and never between two.
func TestASlipFindsALineByItsLooks(t *testing.T) {
	t.Parallel()
	eachBank(t, 1, func(t *testing.T, w *bankWorld) {
		m := w.holder(somchai)
		bare := func(n int, amount money.Amount, payer deposit.Payer, ago time.Duration) {
			line := w.paid(n, amount, payer)
			line.Bank, line.Reference = "", ""
			line.Time = w.now.Now().Add(-ago).Format(time.RFC3339Nano)
			w.bank.enter(line)
		}
		w.now.Advance(time.Hour)
		bare(1, hundred, cut, time.Minute)
		bare(2, 2*hundred, cut, time.Minute)
		bare(3, 2*hundred, cut, 2*time.Minute)
		bare(4, 3*hundred, cut, 11*time.Minute)
		bare(5, 4*hundred, deposit.Payer{}, 3*time.Minute)
		bare(6, 5*hundred, deposit.Payer{}, time.Minute)
		bare(7, 6*hundred, scb("xxxxxx1111", ""), time.Minute)
		bare(8, 7*hundred, somchai, time.Minute) // credited at once
		bare(9, 7*hundred, cut, time.Minute)
		w.bank.enter(w.paid(10, 8*hundred, cut)) // has a reference, another one than the slip's
		w.now.Advance(0)
		if _, err := w.nodes[0].ReadFeeds(t.Context()); err != nil {
			t.Fatal(err)
		}
		for n, want := range []deposit.AttachResult{
			deposit.AttachDone, deposit.AttachWaiting, deposit.AttachWaiting, deposit.AttachWaiting, deposit.AttachDone,
			deposit.AttachWaiting, deposit.AttachWaiting, deposit.AttachWaiting,
		} {
			amount := money.Amount(n+1) * hundred
			w.attach(w.slip(m, amount.String(), "OTHER"+amount.String(), amount, somchai), want)
		}
		w.wants("looks", (2+2+3+4+6+7+8)*hundred, map[string]money.Amount{m: (1 + 5 + 7) * hundred})
	})
}

// A stranger's payment is held, and goes to the member whose payer it is when that one proves it: a stolen slip gains its
// thief nothing, and costs its owner nothing.
func TestAStolenSlipGainsNothing(t *testing.T) {
	t.Parallel()
	eachBank(t, 1, func(t *testing.T, w *bankWorld) {
		owner, thief := w.holder(somchai), w.holder(somying)
		w.bank.enter(w.paid(1, hundred, scb("xxx456789x", "")))
		w.read()
		// What the line shows fits both accounts; the slip shows whose it is.
		if got := w.attach(w.slip(thief, "stolen", "REF000001", hundred, somchai), deposit.AttachDone); got.State != deposit.Held || got.Reason != fault.NOT_MATCH {
			t.Errorf("a stranger's money: %+v", got)
		}
		w.wants("held", 0, map[string]money.Amount{owner: 0, thief: 0})
		if held := w.balance(ledger.Held(thief)); held != hundred {
			t.Errorf("held: %s", held)
		}
		if got := w.attach(w.slip(owner, "own", "REF000001", hundred, somchai), deposit.AttachDone); got.State != deposit.Credited {
			t.Errorf("the owner's proof: %+v", got)
		}
		w.wants("proven", 0, map[string]money.Amount{owner: hundred, thief: 0})
		w.attach(w.slip(thief, "stolen", "REF000001", hundred, somchai), deposit.AttachTaken)
		if held := w.balance(ledger.Held(thief)); held != 0 {
			t.Errorf("still held: %s", held)
		}
	})
}

// Ten claims on two nodes at one moment: one of them has it.
func TestALineIsAttachedOnce(t *testing.T) {
	t.Parallel()
	eachBank(t, 2, func(t *testing.T, w *bankWorld) {
		m := w.holder(somchai)
		w.bank.enter(w.paid(1, hundred, cut))
		w.read()
		var all sync.WaitGroup
		var mu sync.Mutex
		done := 0
		for n := range 10 {
			all.Go(func() {
				got, err := w.nodes[n%2].Attach(t.Context(), w.slip(m, money.Amount(n).String(), "REF000001", hundred, somchai))
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				if got.Result == deposit.AttachDone {
					done++
				}
			})
		}
		all.Wait()
		if done != 1 {
			t.Errorf("done %d times", done)
		}
		w.wants("once", 0, map[string]money.Amount{m: hundred})
	})
}

// Lines and slips that name no payer count for the limits of a day, also where all are claimed at one moment.
func TestClaimsWithoutAPayerHaveLimits(t *testing.T) {
	t.Parallel()
	eachBank(t, 2, func(t *testing.T, w *bankWorld) {
		m := w.holder(somchai)
		const each = 2_000 * money.Baht // of 5,000 a day
		for n := range 6 {
			w.bank.enter(w.paid(n, each, deposit.Payer{}))
		}
		w.read()
		var all sync.WaitGroup
		for n := range 6 {
			all.Go(func() {
				slip := w.slip(m, fmt.Sprintf("slip-%d", n), fmt.Sprintf("REF%06d", n), each, deposit.Payer{})
				if got, err := w.nodes[n%2].Attach(t.Context(), slip); err != nil || got.Result != deposit.AttachDone {
					t.Errorf("%+v, %v", got, err)
				}
			})
		}
		all.Wait()
		w.wants("limited", 0, map[string]money.Amount{m: 2 * each})
		if held := w.balance(ledger.Held(m)); held != 4*each {
			t.Errorf("held: %s", held)
		}
	})
}

// What nobody claims has a clock, and is never income: late after a day, due after thirty, returned to its payer.
func TestUnmatchedMoneyHasAClock(t *testing.T) {
	t.Parallel()
	eachBank(t, 1, func(t *testing.T, w *bankWorld) {
		m := w.holder(somchai)
		w.bank.enter(w.paid(1, hundred, nobody), w.paid(2, 2*hundred, nobody))
		w.read()
		look := func(late, due bool) []deposit.Inflow {
			t.Helper()
			list, err := w.nodes[0].UnmatchedMoney(t.Context(), 10)
			if err != nil || len(list) == 0 || list[0].Late != late || list[0].Due != due {
				t.Fatalf("%+v, %v; want late %v, due %v", list, err, late, due)
			}
			return list
		}
		look(false, false)
		w.now.Advance(24 * time.Hour)
		look(true, false)
		if waits, err := w.nodes[0].Waits(t.Context()); err != nil || waits.Unmatched != 2 || w.now.Now().Sub(waits.UnmatchedSince) < 24*time.Hour {
			t.Errorf("%+v, %v", waits, err)
		}
		w.now.Advance(29 * 24 * time.Hour)
		list := look(true, true)
		write := func(f func(tx *store.Tx) error) error { return w.store.Write(t.Context(), f) }
		give := func(id string) error {
			return write(func(tx *store.Tx) error { return w.nodes[0].AssignTx(t.Context(), tx, id, m) })
		}
		back := func(id string) error {
			return write(func(tx *store.Tx) error { _, err := w.nodes[0].ReturnTx(t.Context(), tx, id); return err })
		}
		if err := back(list[0].ID); err != nil {
			t.Fatal(err)
		}
		if err := give(list[1].ID); err != nil {
			t.Fatal(err)
		}
		for _, in := range list {
			if err := back(in.ID); !fault.Is(err, fault.NO_DATA) {
				t.Errorf("returned again: %v", err)
			}
			if err := give(in.ID); !fault.Is(err, fault.NO_DATA) {
				t.Errorf("given again: %v", err)
			}
		}
		amount := list[1].Amount
		w.wants("decided", 0, map[string]money.Amount{m: amount})
		if bank := w.balance(ledger.Bank(autoAccount)); bank != -amount {
			t.Errorf("the bank account holds %s", bank)
		}
	})
}
