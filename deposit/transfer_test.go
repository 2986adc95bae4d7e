package deposit_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// listed demands a member's transfers, newest first: kind, amount, progress and note of each.
func (w *world) listed(what, member string, want ...string) []deposit.Transfer {
	w.t.Helper()
	got, err := w.nodes[0].Transfers(w.t.Context(), member)
	if err != nil {
		w.t.Fatal(err)
	}
	said := make([]string, len(got))
	for i, one := range got {
		said[i] = strings.TrimSpace(strings.Join([]string{string(one.Kind), one.Amount.String(), string(one.Progress), string(one.Note)}, " "))
	}
	if a, b := strings.Join(said, "\n"), strings.Join(want, "\n"); a != b {
		w.t.Errorf("%s: the member sees\n%s\nwant\n%s", what, a, b)
	}
	return got
}

// Every end of a declared transfer is told to its member, with the reason, for 72 hours, and to nobody else.
func TestWhereADeclaredTransferStands(t *testing.T) {
	t.Parallel()
	eachBank(t, 1, func(t *testing.T, w *bankWorld) {
		m, other := w.holder(somchai), w.holder(scb("9994567890", "SOMSAK BOON"))
		w.listed("before", m)
		open := w.mustDeclare(m, hundred)
		now := w.listed("open", m, "declared 100.00 IN_PROGRESS")[0]
		if now.Reference != open.Reference || !now.LapsesAt.Equal(now.CreatedAt.Add(48*time.Hour)) || !now.CreatedAt.Equal(open.CreatedAt) {
			t.Errorf("open: %+v", now)
		}
		w.listed("another member", other)
		w.bank.enter(w.paid(1, hundred, cut))
		w.read()
		w.listed("matched", m, "declared 100.00 SUCCESS")

		w.now.Advance(time.Minute)
		rejected := w.mustDeclare(m, 2*hundred)
		reject := func(d deposit.Declaration, reason fault.Code) error {
			return w.store.Write(t.Context(), func(tx *store.Tx) error { return w.nodes[0].RejectTx(t.Context(), tx, d, reason) })
		}
		if err := reject(rejected, "looks odd to me"); !fault.Is(err, fault.INVALID_INPUT) {
			t.Errorf("an operator's own words: %v", err)
		}
		if err := reject(rejected, fault.NOT_MATCH); err != nil {
			t.Fatal(err)
		}
		w.listed("rejected", m, "declared 200.00 FAILED NOT_MATCH", "declared 100.00 SUCCESS")
		// What operators wrote before reasons were codes is not for members.
		if _, err := writeTo(t, w.store, `UPDATE declaration SET reason = 'looks odd' WHERE state = 'rejected'`); err != nil {
			t.Fatal(err)
		}
		w.listed("rejected in words", m, "declared 200.00 FAILED DEPOSIT_NOT_FOUND", "declared 100.00 SUCCESS")

		w.now.Advance(time.Minute)
		w.mustDeclare(m, 3*hundred)
		w.now.Advance(48 * time.Hour)
		// The time is over, though no job has looked at it.
		w.listed("lapsed", m, "declared 300.00 FAILED DEPOSIT_LAPSED", "declared 200.00 FAILED DEPOSIT_NOT_FOUND", "declared 100.00 SUCCESS")
		if n, err := w.nodes[0].PairDeclarations(t.Context()); err != nil || n != 1 {
			t.Fatalf("lapsed %d, %v", n, err)
		}
		w.now.Advance(24*time.Hour - 90*time.Second)
		w.listed("the first is older than 72 hours", m, "declared 300.00 FAILED DEPOSIT_LAPSED", "declared 200.00 FAILED DEPOSIT_NOT_FOUND")
		w.now.Advance(49 * time.Hour)
		w.listed("all are", m)
	})
}

// A declared transfer that came in and is held says why; what becomes of the money is its end.
func TestADeclaredTransferThatIsHeld(t *testing.T) {
	t.Parallel()
	eachBank(t, 1, func(t *testing.T, w *bankWorld) {
		m := w.holder(somchai)
		for _, end := range []struct {
			name string
			do   func(ctx context.Context, tx *store.Tx, id string) error
			want string
		}{
			{"released", func(ctx context.Context, tx *store.Tx, id string) error {
				_, err := w.nodes[0].ReleaseTx(ctx, tx, id)
				return err
			}, "declared 100.00 SUCCESS"},
			{"returned", func(ctx context.Context, tx *store.Tx, id string) error {
				_, err := w.nodes[0].ReturnTx(ctx, tx, id)
				return err
			}, "declared 100.00 FAILED DEPOSIT_RETURNED"},
			{"reversed", func(ctx context.Context, tx *store.Tx, id string) error {
				in, err := w.nodes[0].Inflow(ctx, id)
				if err == nil {
					_, err = w.nodes[0].ReverseTx(ctx, tx, deposit.ReverseRequest{Account: in.Account, Source: in.Source})
				}
				return err
			}, "declared 100.00 FAILED DEPOSIT_REVERSED"},
		} {
			if _, err := writeTo(t, w.store, `UPDATE declaration SET created_at = 0, ended_at = 1 WHERE state <> 'open'`); err != nil {
				t.Fatal(err)
			}
			d := w.mustDeclare(m, hundred)
			id := w.heldFor(m, d.Reference)
			w.listed(end.name+": held", m, "declared 100.00 IN_PROGRESS NOT_MATCH")
			err := w.store.Write(t.Context(), func(tx *store.Tx) error { return end.do(t.Context(), tx, id) })
			if err != nil {
				t.Fatal(err)
			}
			w.listed(end.name, m, end.want)
		}
	})
}

// heldFor books a stranger's transfer of 100 baht by slip, as the declaration's, and returns the arrival.
func (w *bankWorld) heldFor(member, declaration string) string {
	w.t.Helper()
	source := "S-" + declaration
	booked, err := w.nodes[0].Book(w.t.Context(), deposit.Arrival{
		Account: "SLIP1", Channel: deposit.ChannelSlip, Reference: declaration, Member: member,
		Payment: deposit.Payment{
			Source: source, Amount: hundred, PaidAt: w.now.Now(), Payer: deposit.Payer{BankCode: "KTB", AccountNo: "5556667778", Name: "ANAN STRANGER"},
		},
	})
	if err != nil || !booked {
		w.t.Fatalf("booked %v, %v", booked, err)
	}
	holds, err := w.nodes[0].Holds(w.t.Context(), member)
	if err != nil || len(holds) != 1 || holds[0].Reason != fault.NOT_MATCH || holds[0].Amount != hundred || holds[0].Account != "SLIP1" {
		w.t.Fatalf("held: %+v, %v", holds, err)
	}
	return holds[0].ID
}

// A link without an answer is open; it ends as taken, as refused, or as held, and its member learns which.
func TestWhereAWalletLinkStands(t *testing.T) {
	t.Parallel()
	eachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		var mu sync.Mutex
		hints := map[string]int{}
		w := newLinks(t, s, linkOptions{clock: now, settings: `{"unnamedLimited": true, "unnamedVerifies": true}`})
		w.hinted = func(member string) { mu.Lock(); hints[member]++; mu.Unlock() }
		w.nodes[0] = w.start(nil)
		m, other := w.member(), w.member()
		pending := func(link string) deposit.Link {
			t.Helper()
			now.Advance(time.Second)
			w.outside.AddFault(sandboxtest.Fault{Target: "truemoney", Mode: "timeout"})
			got, err := w.hand(m, link)
			if answerOf(got, err) != "pending" {
				t.Fatalf("%+v, %v", got, err)
			}
			return got
		}
		settled := func() {
			t.Helper()
			w.settled("it is at its end", func() bool { now.Advance(time.Minute); return len(w.open()) == 0 })
		}
		refused := w.voucher("15")
		first := pending(refused)
		if got := w.listed("open", m, "truelink 0.00 IN_PROGRESS"); got[0].Reference != first.Reference || !got[0].LapsesAt.IsZero() {
			t.Errorf("open: %+v", got)
		}
		w.listed("another member", other)
		w.outside.TakeVoucher(refused, "0833334444")
		settled()
		w.listed("refused", m, "truelink 0.00 FAILED TRUELINK_INVALID")
		if mu.Lock(); hints[m] == 0 || hints[other] != 0 {
			t.Errorf("hinted %v", hints)
		}
		mu.Unlock()

		pending(w.voucher("20"))
		settled()
		w.listed("credited", m, "truelink 20.00 SUCCESS", "truelink 0.00 FAILED TRUELINK_INVALID")

		now.Advance(time.Second)
		if _, err := w.hand(m, w.voucher("3000")); err != nil { // over the limit for payers that nobody names
			t.Fatal(err)
		}
		w.refused(m, "no link at all", fault.TRUELINK_INVALID) // is told at once, and is nothing to wait for
		w.listed("held", m, "truelink 3000.00 IN_PROGRESS LIMIT_REACHED", "truelink 20.00 SUCCESS", "truelink 0.00 FAILED TRUELINK_INVALID")
		holds, err := w.nodes[0].Holds(t.Context(), m)
		if err != nil || len(holds) != 1 || holds[0].Reason != fault.LIMIT_REACHED || holds[0].Amount != 3000*money.Baht {
			t.Errorf("held: %+v, %v", holds, err)
		}
		if theirs, err := w.nodes[0].Holds(t.Context(), other); err != nil || len(theirs) != 0 {
			t.Errorf("another member's: %+v, %v", theirs, err)
		}
		now.Advance(73 * time.Hour)
		w.listed("three days later", m)
	})
}

// A payment that its gateway holds is shown from the moment on at which we know of it, also where the code was over
// before; so is what the gateway decides.
func TestWhereAPaymentThatAGatewayHoldsStands(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{})
		is := func(m, want string) func() bool {
			return func() bool {
				got, err := w.nodes[0].Transfers(t.Context(), m)
				return err == nil && len(got) == 1 && strings.TrimSpace(string(got[0].Progress)+" "+string(got[0].Note)) == want
			}
		}
		for _, one := range []struct {
			decision, want string
			cancelled      bool
		}{
			{"settle", "SUCCESS", false}, {"reject", "FAILED DEPOSIT_REFUSED", false}, {"settle", "SUCCESS", true},
		} {
			m, other := w.member(), w.member()
			q := w.createAt("PAYONEX", m, hundred)
			w.listed("a code that nobody paid", m)
			if one.cancelled { // before it is paid: a payment that is held ends the code by itself
				if err := w.nodes[0].CancelQR(t.Context(), m, q.ID); err != nil {
					t.Fatal(err)
				}
			}
			ref := w.outside.Hold(q.ID, somebody)
			w.until("it is held", is(m, "IN_PROGRESS"))
			w.listed("held", m, "qr 100.00 IN_PROGRESS")
			w.listed("another member", other)
			w.outside.DecideQR(ref, one.decision)
			w.until(one.want, is(m, one.want))
			if got := w.balance(ledger.Wallet(m)); (got == hundred) != (one.want == "SUCCESS") {
				t.Errorf("%s: the wallet has %s", one.want, got)
			}
		}
		w.agree()
	})
}

// At most 20, the newest of all kinds.
func TestTransfersAreAtMostTwenty(t *testing.T) {
	t.Parallel()
	eachBank(t, 1, func(t *testing.T, w *bankWorld) {
		m := w.holder(somchai)
		for i := range 25 {
			w.now.Advance(time.Second)
			d := w.mustDeclare(m, money.Amount(i+1)*money.Baht)
			err := w.store.Write(t.Context(), func(tx *store.Tx) error { return w.nodes[0].RejectTx(t.Context(), tx, d, fault.DEPOSIT_NOT_FOUND) })
			if err != nil {
				t.Fatal(err)
			}
		}
		got, err := w.nodes[0].Transfers(t.Context(), m)
		if err != nil || len(got) != 20 || got[0].Amount != 25*money.Baht || got[19].Amount != 6*money.Baht {
			t.Errorf("%d, %v: %+v", len(got), err, got)
		}
	})
}
