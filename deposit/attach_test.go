package deposit_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/deposit/deposittest"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// proofOf returns the claim of a member's slip of a transfer.
func proofOf(
	w *deposittest.Bank, member, reference, bankReference string, amount money.Amount, payer deposit.Payer,
) deposit.AttachRequest {
	r := deposit.AttachRequest{
		Account: deposittest.AutoAccount, Member: member, Reference: reference, Payer: payer, Amount: amount, At: w.Now.Now(),
	}
	if bankReference != "" {
		r.Also = []deposit.Identifier{{Kind: "bank:014", Value: bankReference}}
	}
	return r
}

func attach(w *deposittest.Bank, r deposit.AttachRequest, want deposit.AttachResult) deposit.Attached {
	w.T.Helper()
	got, err := w.Nodes[0].Attach(w.T.Context(), r)
	if err != nil {
		w.T.Fatal(err)
	}
	if got.Result != want {
		w.T.Errorf("%s of %s: %s, want %s", r.Reference, r.Member, got.Result, want)
	}
	return got
}

func TestASlipAttachesItsMemberToTheLine(t *testing.T) {
	t.Parallel()
	deposittest.EachBank(t, 1, func(t *testing.T, w *deposittest.Bank) {
		m := w.Holder(deposittest.Somchai)
		slip := proofOf(w, m, "slip-1", "REF000001", deposittest.Hundred, deposittest.Somchai)
		attach(w, slip, deposit.AttachWaiting)
		w.Statement.Enter(w.Paid(1, deposittest.Hundred, deposittest.Cut))
		w.Read()
		if got := attach(w, slip, deposit.AttachDone); got.State != deposit.Credited || got.Amount != deposittest.Hundred {
			t.Errorf("%+v", got)
		}
		attach(w, slip, deposit.AttachDone) // asked again
		attach(w, proofOf(w, m, "slip-2", "REF000001", deposittest.Hundred, deposittest.Somchai), deposit.AttachTaken)
		other := w.Holder(deposittest.Somying)
		attach(w, proofOf(w, other, "slip-3", "REF000001", deposittest.Hundred, deposittest.Somying), deposit.AttachTaken)
		w.Wants("once", 0, map[string]money.Amount{m: deposittest.Hundred})
		w.Statement.Enter(w.Paid(2, deposittest.Hundred, deposittest.Somchai)) // credited by its payer alone
		w.Read()
		attach(w, proofOf(w, m, "slip-4", "REF000002", deposittest.Hundred, deposittest.Somchai), deposit.AttachTaken)
		w.Wants("its own line", 0, map[string]money.Amount{m: 2 * deposittest.Hundred})
		attach(w, deposit.AttachRequest{
			Account: "SLIP1", Member: m, Reference: "slip-5", Also: slip.Also, Payer: deposittest.Somchai,
			Amount: deposittest.Hundred, At: w.Now.Now(),
		}, deposit.AttachTaken) // the reference is of another account's line
	})
}

// If lines have no reference, their looks decide, but never between two.
func TestASlipFindsALineByItsLooks(t *testing.T) {
	t.Parallel()
	deposittest.EachBank(t, 1, func(t *testing.T, w *deposittest.Bank) {
		m := w.Holder(deposittest.Somchai)
		bare := func(n int, amount money.Amount, payer deposit.Payer, ago time.Duration) {
			line := w.Paid(n, amount, payer)
			line.Bank, line.Reference = "", ""
			line.Time = w.Now.Now().Add(-ago).Format(time.RFC3339Nano)
			w.Statement.Enter(line)
		}
		w.Now.Advance(time.Hour)
		bare(1, deposittest.Hundred, deposittest.Cut, time.Minute)
		bare(2, 2*deposittest.Hundred, deposittest.Cut, time.Minute)
		bare(3, 2*deposittest.Hundred, deposittest.Cut, 2*time.Minute)
		bare(4, 3*deposittest.Hundred, deposittest.Cut, 11*time.Minute)
		bare(5, 4*deposittest.Hundred, deposit.Payer{}, 3*time.Minute)
		bare(6, 5*deposittest.Hundred, deposit.Payer{}, time.Minute)
		bare(7, 6*deposittest.Hundred, deposittest.SCB("xxxxxx1111", ""), time.Minute)
		bare(8, 7*deposittest.Hundred, deposittest.Somchai, time.Minute) // credited at once
		bare(9, 7*deposittest.Hundred, deposittest.Cut, time.Minute)
		w.Statement.Enter(w.Paid(10, 8*deposittest.Hundred, deposittest.Cut)) // has a reference, another one than the slip's
		w.Now.Advance(0)
		if _, err := w.Nodes[0].Feeds.Read(t.Context()); err != nil {
			t.Fatal(err)
		}
		for n, want := range []deposit.AttachResult{
			deposit.AttachDone, deposit.AttachWaiting, deposit.AttachWaiting, deposit.AttachWaiting, deposit.AttachDone,
			deposit.AttachWaiting, deposit.AttachWaiting, deposit.AttachWaiting,
		} {
			amount := money.Amount(n+1) * deposittest.Hundred
			attach(w, proofOf(w, m, amount.String(), "OTHER"+amount.String(), amount, deposittest.Somchai), want)
		}
		w.Wants("looks", (2+2+3+4+6+7+8)*deposittest.Hundred, map[string]money.Amount{m: (1 + 5 + 7) * deposittest.Hundred})
	})
}

// A stranger's payment is held. It goes to the member who is its payer, once that member proves it. A stolen slip
// brings its thief nothing and costs its owner nothing.
func TestAStolenSlipGainsNothing(t *testing.T) {
	t.Parallel()
	deposittest.EachBank(t, 1, func(t *testing.T, w *deposittest.Bank) {
		owner, thief := w.Holder(deposittest.Somchai), w.Holder(deposittest.Somying)
		w.Statement.Enter(w.Paid(1, deposittest.Hundred, deposittest.SCB("xxx456789x", "")))
		w.Read()
		// The line fits both accounts. The slip shows whose it is.
		stolen := proofOf(w, thief, "stolen", "REF000001", deposittest.Hundred, deposittest.Somchai)
		if got := attach(w, stolen, deposit.AttachDone); got.State != deposit.Held || got.Reason != fault.NOT_MATCH {
			t.Errorf("a stranger's money: %+v", got)
		}
		w.Wants("held", 0, map[string]money.Amount{owner: 0, thief: 0})
		if held := w.Balance(ledger.Held(thief)); held != deposittest.Hundred {
			t.Errorf("held: %s", held)
		}
		own := proofOf(w, owner, "own", "REF000001", deposittest.Hundred, deposittest.Somchai)
		if got := attach(w, own, deposit.AttachDone); got.State != deposit.Credited {
			t.Errorf("the owner's proof: %+v", got)
		}
		w.Wants("proven", 0, map[string]money.Amount{owner: deposittest.Hundred, thief: 0})
		attach(w, proofOf(w, thief, "stolen", "REF000001", deposittest.Hundred, deposittest.Somchai), deposit.AttachTaken)
		if held := w.Balance(ledger.Held(thief)); held != 0 {
			t.Errorf("still held: %s", held)
		}
	})
}

// Ten claims on two nodes in the same moment: exactly one of them wins.
func TestALineIsAttachedOnce(t *testing.T) {
	t.Parallel()
	deposittest.EachBank(t, 2, func(t *testing.T, w *deposittest.Bank) {
		m := w.Holder(deposittest.Somchai)
		w.Statement.Enter(w.Paid(1, deposittest.Hundred, deposittest.Cut))
		w.Read()
		var all sync.WaitGroup
		var mu sync.Mutex
		done := 0
		for n := range 10 {
			all.Go(func() {
				proof := proofOf(w, m, money.Amount(n).String(), "REF000001", deposittest.Hundred, deposittest.Somchai)
				got, err := w.Nodes[n%2].Attach(t.Context(), proof)
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
		w.Wants("once", 0, map[string]money.Amount{m: deposittest.Hundred})
	})
}

// Lines and slips without a named payer count for the limits of a day, even if all are claimed in the same moment.
func TestClaimsWithoutAPayerHaveLimits(t *testing.T) {
	t.Parallel()
	deposittest.EachBank(t, 2, func(t *testing.T, w *deposittest.Bank) {
		m := w.Holder(deposittest.Somchai)
		const each = 2_000 * money.Baht // of 5,000 a day
		for n := range 6 {
			w.Statement.Enter(w.Paid(n, each, deposit.Payer{}))
		}
		w.Read()
		var all sync.WaitGroup
		for n := range 6 {
			all.Go(func() {
				slip := proofOf(w, m, fmt.Sprintf("slip-%d", n), fmt.Sprintf("REF%06d", n), each, deposit.Payer{})
				if got, err := w.Nodes[n%2].Attach(t.Context(), slip); err != nil || got.Result != deposit.AttachDone {
					t.Errorf("%+v, %v", got, err)
				}
			})
		}
		all.Wait()
		w.Wants("limited", 0, map[string]money.Amount{m: 2 * each})
		if held := w.Balance(ledger.Held(m)); held != 4*each {
			t.Errorf("held: %s", held)
		}
	})
}

// Unclaimed money is late after a day and due after thirty. It is returned to its payer and never becomes income.
func TestUnmatchedMoneyHasAClock(t *testing.T) {
	t.Parallel()
	deposittest.EachBank(t, 1, func(t *testing.T, w *deposittest.Bank) {
		m := w.Holder(deposittest.Somchai)
		w.Statement.Enter(w.Paid(1, deposittest.Hundred, deposittest.Nobody), w.Paid(2, 2*deposittest.Hundred, deposittest.Nobody))
		w.Read()
		look := func(late, due bool) []deposit.Inflow {
			t.Helper()
			list, err := w.Nodes[0].UnmatchedMoney(t.Context(), 10)
			if err != nil || len(list) == 0 || list[0].Late != late || list[0].Due != due {
				t.Fatalf("%+v, %v; want late %v, due %v", list, err, late, due)
			}
			return list
		}
		look(false, false)
		w.Now.Advance(24 * time.Hour)
		look(true, false)
		if waits, err := w.Nodes[0].Waits(t.Context()); err != nil || waits.Unmatched != 2 ||
			w.Now.Now().Sub(waits.UnmatchedSince) < 24*time.Hour {
			t.Errorf("%+v, %v", waits, err)
		}
		w.Now.Advance(29 * 24 * time.Hour)
		list := look(true, true)
		write := func(f func(tx *store.Tx) error) error { return w.Store.Write(t.Context(), f) }
		give := func(id string) error {
			return write(func(tx *store.Tx) error { return w.Nodes[0].AssignTx(t.Context(), tx, id, m) })
		}
		back := func(id string) error {
			return write(func(tx *store.Tx) error { _, err := w.Nodes[0].ReturnTx(t.Context(), tx, id); return err })
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
		w.Wants("decided", 0, map[string]money.Amount{m: amount})
		if bank := w.Balance(ledger.Bank(deposittest.AutoAccount)); bank != -amount {
			t.Errorf("the bank account holds %s", bank)
		}
	})
}
