package declared_test

import (
	"context"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/deposit/declared"
	"krapao/deposit/deposittest"
	"krapao/fault"
	"krapao/internal/store"
)

// A member sees every end of a declared transfer, with the reason, for 72 hours. Nobody else sees it.
func TestWhereADeclaredTransferStands(t *testing.T) {
	t.Parallel()
	deposittest.EachBank(t, 1, func(t *testing.T, w *deposittest.Bank) {
		m, other := w.Holder(deposittest.Somchai), w.Holder(deposittest.SCB("9994567890", "SOMSAK BOON"))
		w.Listed("before", m)
		open := w.MustDeclare(m, deposittest.Hundred)
		now := w.Listed("open", m, "declared 100.00 IN_PROGRESS")[0]
		if now.Reference != open.Reference || !now.LapsesAt.Equal(now.CreatedAt.Add(48*time.Hour)) ||
			!now.CreatedAt.Equal(open.CreatedAt) {
			t.Errorf("open: %+v", now)
		}
		w.Listed("another member", other)
		w.Statement.Enter(w.Paid(1, deposittest.Hundred, deposittest.Cut))
		w.Read()
		w.Listed("matched", m, "declared 100.00 SUCCESS")

		w.Now.Advance(time.Minute)
		rejected := w.MustDeclare(m, 2*deposittest.Hundred)
		reject := func(d declared.Declaration, reason fault.Code) error {
			return w.Store.Write(t.Context(), func(tx *store.Tx) error { return w.Nodes[0].Declared.RejectTx(t.Context(), tx, d, reason) })
		}
		if err := reject(rejected, "looks odd to me"); !fault.Is(err, fault.INVALID_INPUT) {
			t.Errorf("an operator's own words: %v", err)
		}
		if err := reject(rejected, fault.NOT_MATCH); err != nil {
			t.Fatal(err)
		}
		w.Listed("rejected", m, "declared 200.00 FAILED NOT_MATCH", "declared 100.00 SUCCESS")
		// Free texts of operators, from before reasons were codes, are not for members.
		const odd = `UPDATE declaration SET reason = 'looks odd' WHERE state = 'rejected'`
		if _, err := deposittest.WriteTo(t, w.Store, odd); err != nil {
			t.Fatal(err)
		}
		w.Listed("rejected in words", m, "declared 200.00 FAILED DEPOSIT_NOT_FOUND", "declared 100.00 SUCCESS")

		w.Now.Advance(time.Minute)
		w.MustDeclare(m, 3*deposittest.Hundred)
		w.Now.Advance(48 * time.Hour)
		// It has lapsed, though no job has seen it yet.
		w.Listed("lapsed", m,
			"declared 300.00 FAILED DEPOSIT_LAPSED", "declared 200.00 FAILED DEPOSIT_NOT_FOUND", "declared 100.00 SUCCESS")
		if n, err := w.Nodes[0].Declared.Pair(t.Context()); err != nil || n != 1 {
			t.Fatalf("lapsed %d, %v", n, err)
		}
		w.Now.Advance(24*time.Hour - 90*time.Second)
		w.Listed("the first is older than 72 hours", m,
			"declared 300.00 FAILED DEPOSIT_LAPSED", "declared 200.00 FAILED DEPOSIT_NOT_FOUND")
		w.Now.Advance(49 * time.Hour)
		w.Listed("all are", m)
	})
}

// A declared transfer that arrived and is held says why. The money's end is its end.
func TestADeclaredTransferThatIsHeld(t *testing.T) {
	t.Parallel()
	deposittest.EachBank(t, 1, func(t *testing.T, w *deposittest.Bank) {
		m := w.Holder(deposittest.Somchai)
		for _, end := range []struct {
			name string
			do   func(ctx context.Context, tx *store.Tx, id string) error
			want string
		}{
			{"released", func(ctx context.Context, tx *store.Tx, id string) error {
				_, err := w.Nodes[0].ReleaseTx(ctx, tx, id)
				return err
			}, "declared 100.00 SUCCESS"},
			{"returned", func(ctx context.Context, tx *store.Tx, id string) error {
				_, err := w.Nodes[0].ReturnTx(ctx, tx, id)
				return err
			}, "declared 100.00 FAILED DEPOSIT_RETURNED"},
			{"reversed", func(ctx context.Context, tx *store.Tx, id string) error {
				in, err := w.Nodes[0].Inflow(ctx, id)
				if err == nil {
					_, err = w.Nodes[0].ReverseTx(ctx, tx, deposit.ReverseRequest{Account: in.Account, Source: in.Source})
				}
				return err
			}, "declared 100.00 FAILED DEPOSIT_REVERSED"},
		} {
			const old = `UPDATE declaration SET created_at = 0, ended_at = 1 WHERE state <> 'open'`
			if _, err := deposittest.WriteTo(t, w.Store, old); err != nil {
				t.Fatal(err)
			}
			d := w.MustDeclare(m, deposittest.Hundred)
			id := heldFor(w, m, d.Reference)
			w.Listed(end.name+": held", m, "declared 100.00 IN_PROGRESS NOT_MATCH")
			err := w.Store.Write(t.Context(), func(tx *store.Tx) error { return end.do(t.Context(), tx, id) })
			if err != nil {
				t.Fatal(err)
			}
			w.Listed(end.name, m, end.want)
		}
	})
}

// heldFor books a stranger's transfer of 100 baht by slip for the declaration, and returns the arrival.
func heldFor(w *deposittest.Bank, member, declaration string) string {
	w.T.Helper()
	source := "S-" + declaration
	booked, err := w.Nodes[0].Book(w.T.Context(), deposit.Arrival{
		Account: "SLIP1", Channel: deposit.ChannelSlip, Reference: declaration, Member: member,
		Payment: deposit.Payment{
			Source: source, Amount: deposittest.Hundred, PaidAt: w.Now.Now(),
			Payer: deposit.Payer{BankCode: "KTB", AccountNo: "5556667778", Name: "ANAN STRANGER"},
		},
	})
	if err != nil || !booked {
		w.T.Fatalf("booked %v, %v", booked, err)
	}
	holds, err := w.Nodes[0].HeldMoney(w.T.Context(), member)
	if err != nil || len(holds) != 1 || holds[0].Reason != fault.NOT_MATCH || holds[0].Amount != deposittest.Hundred ||
		holds[0].Account != "SLIP1" {
		w.T.Fatalf("held: %+v, %v", holds, err)
	}
	return holds[0].ID
}
