package receivable_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/ledger/proof"
	"krapao/money"
	"krapao/operator"
	"krapao/operator/operatortest"
	"krapao/operator/receivable"
)

const (
	baht     = money.Baht
	nok, lek = operatortest.Nok, operatortest.Lek
)

func by(name, subject string) operator.Decision { return operatortest.By(name, subject) }

// house is the operator area, with what these tests do in it.
type house struct{ *operatortest.House }

func each(t *testing.T, test func(t *testing.T, h *house)) {
	t.Helper()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) { test(t, &house{h}) })
}

// member opens a member's accounts in the ledger.
func (h *house) member() string {
	h.T.Helper()
	m := id.Member()
	err := h.Store.Write(h.T.Context(), func(tx *store.Tx) error {
		return h.Ledger.OpenTx(h.T.Context(), tx, ledger.Wallet(m), ledger.Held(m))
	})
	if err != nil {
		h.T.Fatal(err)
	}
	return m
}

func (h *house) arrives(member, source string, amount money.Amount) error {
	_, err := h.Deposits.Book(h.T.Context(), deposit.Arrival{
		Account: "SCB1", Channel: deposit.ChannelSlip, Member: member,
		Payment: deposit.Payment{Source: source, Amount: amount, Payer: deposit.Payer{BankCode: "SCB", AccountNo: "1234567890"}},
	})
	return err
}

func (h *house) takenBack(source string) error {
	return h.Deposits.Reverse(h.T.Context(), deposit.ReverseRequest{Account: "SCB1", Source: source, Reference: "R" + source})
}

func (h *house) balance(a ledger.Account) ledger.Balance {
	h.T.Helper()
	b, err := h.Ledger.Balance(h.T.Context(), a)
	if err != nil {
		h.T.Fatal(err)
	}
	return b
}

func (h *house) owed(member string) money.Amount { return -h.balance(ledger.Owed(member)).Posted }

// debtKey is the key of a member's debt, as the list shows it.
func (h *house) debtKey(member string) string {
	h.T.Helper()
	return receivable.Key(ledger.Debt{Version: h.balance(ledger.Owed(member)).Version})
}

// asked is the request to lessen a debt, as Request makes it.
func asked(amount money.Amount, key string) map[string]any {
	return map[string]any{"amount": int64(amount), "key": key}
}

func (h *house) played(key, member string, amount money.Amount) {
	h.T.Helper()
	if _, err := h.Ledger.Move(h.T.Context(), ledger.Order{
		Key: ledger.InternalKey("test", key, member), Kind: "game_in", Debit: ledger.Wallet(member), Credit: ledger.GameResult("joker"),
		Amount: amount, Member: member,
	}); err != nil {
		h.T.Fatal(err)
	}
}

// A member that deposits, withdraws and has the deposit taken back gains nothing: it owes what is missing, and withdrawals
// stop. Only its consent or two persons end the debt. It may play with new deposits.
func TestTheAbuserOfReversals(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		ctx, m := t.Context(), h.member()
		check := func(what string, err error) {
			t.Helper()
			if err != nil {
				t.Fatalf("%s: %v", what, err)
			}
		}
		check("deposit", h.arrives(m, "A", 1_000*baht))
		h.played("evening", m, 400*baht)
		r, err := h.Requests.Request(ctx, m, 600*baht, ledger.ClientKey(m, "withdraw", "1"))
		check("withdraw", err)
		h.Settle(r.Reference) // the first one waits for a person
		check("reverse", h.takenBack("A"))
		if h.owed(m) != 1_000*baht || h.balance(ledger.Wallet(m)).Available() != 0 {
			t.Fatalf("%s owed", h.owed(m))
		}
		// The pending withdrawal was not touched, and is not sent any more.
		if _, err := h.Decide(ctx, "withdrawal.approve", by(nok, r.Reference), nil); !fault.Is(err, fault.MONEY_NOT_ENOUGH) {
			t.Errorf("approved: %v", err)
		}
		if out, err := h.Decide(ctx, "withdrawal.return", by(nok, r.Reference), nil); err != nil || !out.Done {
			t.Fatalf("return: %+v, %v", out, err)
		}
		check("a new deposit", h.arrives(m, "B", 300*baht))
		if got := h.balance(ledger.Wallet(m)).Available(); got != 900*baht || h.owed(m) != 1_000*baht {
			t.Errorf("the new deposit paid for the old one: wallet %s, owed %s", got, h.owed(m))
		}
		_, err = h.Requests.Request(ctx, m, 100*baht, ledger.ClientKey(m, "withdraw", "2"))
		if !fault.Is(err, fault.MONEY_NOT_ENOUGH) {
			t.Errorf("what is owed was withdrawn: %v", err)
		}
		list, err := h.Receivables.List(ctx, 10)
		if err != nil || len(list) != 1 || list[0] != (ledger.Debt{Member: m, Amount: 1_000 * baht, Version: 1}) {
			t.Errorf("the list: %+v, %v", list, err)
		}
		back, err := h.Arrivals.Reversals(ctx, m, 10)
		if err != nil || len(back) != 1 || back[0].Owed != 1_000*baht || back[0].Reference != "RA" {
			t.Errorf("the reversals: %+v, %v", back, err)
		}
		h.endDebt(m)
	})
}

// endDebt: 1,000 baht are owed and the wallet has 900.
func (h *house) endDebt(m string) {
	h.T.Helper()
	t, ctx := h.T, h.T.Context()
	silent := by(nok, m)
	silent.Evidence = ""
	for what, wrong := range map[string]func() error{
		"no consent": func() error {
			_, err := h.Decide(ctx, "receivable.repay", silent, asked(100*baht, h.debtKey(m)))
			return err
		},
		"more than owed": func() error {
			_, err := h.Decide(ctx, "receivable.repay", by(nok, m), asked(1_001*baht, h.debtKey(m)))
			return err
		},
		"nothing": func() error {
			_, err := h.Decide(ctx, "receivable.repay", by(nok, m), asked(0, h.debtKey(m)))
			return err
		},
		"more than he has": func() error {
			_, err := h.Decide(ctx, "receivable.repay", by(nok, m), asked(901*baht, h.debtKey(m)))
			return err
		},
		"a stranger": func() error {
			_, err := h.Decide(ctx, "receivable.repay", by(nok, "NOBODY"), asked(baht, h.debtKey(m)))
			return err
		},
	} {
		if err := wrong(); err == nil {
			t.Errorf("%s: repaid", what)
		}
	}
	if out, err := h.Decide(ctx, "receivable.repay", by(nok, m), asked(700*baht, h.debtKey(m))); err != nil || !out.Done {
		t.Errorf("repaid: %+v, %v", out, err)
	}
	if out, err := h.Decide(ctx, "receivable.write-off", by(nok, m), asked(300*baht, h.debtKey(m))); err != nil || out.Done {
		t.Errorf("written off by one: %+v, %v", out, err)
	}
	_, err := h.Decide(ctx, "receivable.write-off", by(nok, m), asked(300*baht, h.debtKey(m)))
	if !errors.Is(err, operator.ErrSecondApproval) {
		t.Errorf("the same person twice: %v", err)
	}
	if out, err := h.Decide(ctx, "receivable.write-off", by(lek, m), asked(300*baht, h.debtKey(m))); err != nil || !out.Done {
		t.Errorf("written off by two: %+v, %v", out, err)
	}
	if h.owed(m) != 0 || h.balance(ledger.Wallet(m)).Available() != 200*baht || h.balance(ledger.Adjustment).Posted != -300*baht {
		t.Errorf("owed %s, wallet %s", h.owed(m), h.balance(ledger.Wallet(m)).Available())
	}
	if _, err := h.Requests.Request(ctx, m, 200*baht, ledger.ClientKey(m, "withdraw", "3")); err != nil {
		t.Errorf("free again: %v", err)
	}
}

// A decision is about a debt as it is: whoever decides the same at the same moment, or once more, books nothing again.
func TestADebtIsLessenedOncePerKey(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		ctx, m := t.Context(), h.member()
		for _, err := range []error{h.arrives(m, "A", 1_000*baht), h.takenBack("A"), h.arrives(m, "B", 2_000*baht)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		if h.owed(m) != 0 { // the first was still there to be taken back
			t.Fatalf("%s owed", h.owed(m))
		}
		h.played("evening", m, 2_000*baht)
		for _, err := range []error{h.takenBack("B"), h.arrives(m, "C", 2_000*baht)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		first := h.debtKey(m)
		var g sync.WaitGroup
		var done atomic.Int64
		for range 5 {
			g.Go(func() {
				out, err := h.Decide(ctx, "receivable.repay", by(nok, m), asked(300*baht, first))
				if out.Done {
					done.Add(1)
				} else if !errors.Is(err, operator.ErrChanged) {
					t.Errorf("repaid: %+v, %v", out, err)
				}
			})
		}
		g.Wait()
		h.owes(m, 1_700*baht)
		if n := done.Load(); n != 1 {
			t.Errorf("repaid %d times", n)
		}
		if _, err := h.Decide(ctx, "receivable.write-off", by(nok, m), asked(300*baht, first)); !errors.Is(err, operator.ErrChanged) {
			t.Errorf("a decision about the debt as it was: %v", err)
		}
		second := h.debtKey(m)
		if out, err := h.Decide(ctx, "receivable.write-off", by(nok, m), asked(300*baht, second)); err != nil || out.Done {
			t.Errorf("proposed: %+v, %v", out, err)
		}
		if out, err := h.Decide(ctx, "receivable.write-off", by(lek, m), asked(300*baht, second)); err != nil || !out.Done {
			t.Errorf("written off: %+v, %v", out, err)
		}
		for _, who := range []string{lek, nok} {
			_, err := h.Decide(ctx, "receivable.write-off", by(who, m), asked(300*baht, second))
			if !errors.Is(err, operator.ErrChanged) {
				t.Errorf("written off again by %s: %v", who, err)
			}
		}
		h.owes(m, 1_400*baht)
		if out, err := h.Decide(ctx, "receivable.repay", by(nok, m), asked(300*baht, h.debtKey(m))); err != nil || !out.Done {
			t.Errorf("as much once more, with the new key: %+v, %v", out, err)
		}
		h.owes(m, 1_100*baht)
		if list, err := h.Approvals.Page(ctx, operator.ProposalFilter{State: operator.Open, Most: 10}); err != nil || len(list) != 0 {
			t.Errorf("proposals: %+v, %v", list, err)
		}
	})
}

// TestADebtIsWrittenOffByTwo goes with it through the checks of all that two decide.
func TestADebtIsWrittenOffByTwo(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		h.NeedsTwo(operatortest.Two{
			Below: operator.Support, Open: h.Receivables.Open,
			Make: func() (string, string) {
				m := h.member()
				for _, err := range []error{h.arrives(m, m, 400*baht), h.lost(m, 400*baht), h.takenBack(m), h.arrives(m, "B"+m, 100*baht)} {
					if err != nil {
						t.Fatal(err)
					}
				}
				return m, m
			},
			Do: func(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
				return h.Decide(ctx, "receivable.write-off", d, asked(300*baht, h.debtKey(d.Subject)))
			},
			Times: func(m string) int { return int((400*baht - h.owed(m)) / (300 * baht)) },
			Change: func(m string) {
				if out, err := h.Decide(t.Context(), "receivable.repay", by(lek, m), asked(baht, h.debtKey(m))); err != nil || !out.Done {
					t.Fatal(out, err)
				}
			},
		})
	})
}

// lost is played without an outcome for the wallet.
func (h *house) lost(member string, amount money.Amount) error {
	h.played("evening", member, amount)
	return nil
}

func (h *house) owes(member string, want money.Amount) {
	h.T.Helper()
	if got := h.owed(member); got != want {
		h.T.Errorf("%s owed, want %s", got, want)
	}
}

// TestReversalsAndWithdrawalsAreOneStory plays random evenings against a model. Whatever the order, nothing is below zero,
// nothing is lost, and nobody withdraws what it owes.
func TestReversalsAndWithdrawalsAreOneStory(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		settings := json.RawMessage(`{"minimum": 1, "maximum": 1000000, "dayRequests": 1000,
			"dayAmount": 100000000, "reviewFirst": true}`)
		if err := h.Store.Write(t.Context(), func(tx *store.Tx) error {
			_, err := h.Requests.Apply(t.Context(), tx, settings)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		// rapid asks a *testing.T for its deadline, and in a bubble there is none.
		rapid.Check(struct{ testing.TB }{t}, func(rt *rapid.T) { (&evening{house: h, m: h.member()}).run(rt) })
		if report, err := proof.Verify(t.Context(), h.Store); err != nil || !report.OK() {
			t.Errorf("the books: %v, %v", report.Problems, err)
		}
	})
}

// evening is a member's evening, with what a person with a pencil would have written down.
type evening struct {
	*house
	m             string
	wallet, under money.Amount // spendable, and reserved by withdrawals
	owes, left    money.Amount // owed, and what our account still has of the member's deposits
	lost          money.Amount
	deposits      []told
	withdrawals   []request
	n             int
}

type told struct {
	source           string
	amount           money.Amount
	arrived, reverse bool
}

type request struct {
	reference string
	amount    money.Amount
	reviewed  bool
}

func (e *evening) run(t *rapid.T) {
	t.Repeat(map[string]func(*rapid.T){
		"": e.check, "announce": e.announce, "arrive": e.arrive, "reverse": e.reverse, "play": e.play, "withdraw": e.withdraw,
		"decide": e.decide, "repay": e.repay,
	})
}

func (e *evening) amount(t *rapid.T) money.Amount {
	return money.Amount(rapid.IntRange(1, 500).Draw(t, "baht")) * baht
}

func (e *evening) key(what string) string { e.n++; return fmt.Sprint(e.m, what, e.n) }

func (e *evening) must(t *rapid.T, err error) {
	if err != nil {
		t.Fatal(err)
	}
}

func (e *evening) announce(t *rapid.T) {
	e.deposits = append(e.deposits, told{source: e.key("deposit"), amount: e.amount(t)})
}

func (e *evening) which(t *rapid.T) *told {
	if len(e.deposits) == 0 {
		e.announce(t)
	}
	return &e.deposits[rapid.IntRange(0, len(e.deposits)-1).Draw(t, "which")]
}

func (e *evening) arrive(t *rapid.T) {
	d := e.which(t)
	e.must(t, e.arrives(e.m, d.source, d.amount))
	if !d.arrived && !d.reverse {
		e.wallet, e.left = e.wallet+d.amount, e.left+d.amount
	}
	d.arrived = true
}

func (e *evening) reverse(t *rapid.T) {
	d := e.which(t)
	e.must(t, e.takenBack(d.source))
	if d.arrived && !d.reverse {
		taken := min(e.wallet, d.amount)
		e.wallet, e.owes, e.left = e.wallet-taken, e.owes+d.amount-taken, e.left-d.amount
	}
	d.reverse = true
}

func (e *evening) play(t *rapid.T) {
	if e.wallet == 0 {
		return
	}
	loss := min(e.wallet, e.amount(t))
	e.played(e.key("play"), e.m, loss)
	e.wallet, e.lost = e.wallet-loss, e.lost+loss
}

func (e *evening) withdraw(t *rapid.T) {
	amount := e.amount(t)
	r, err := e.Requests.Request(e.T.Context(), e.m, amount, ledger.ClientKey(e.m, "withdraw", e.key("w")))
	if amount > e.wallet-e.owes {
		if !fault.Is(err, fault.MONEY_NOT_ENOUGH) {
			t.Fatalf("%s of %s with %s owed: %v", amount, e.wallet, e.owes, err)
		}
		return
	}
	e.must(t, err)
	e.wallet, e.under = e.wallet-amount, e.under+amount
	e.withdrawals = append(e.withdrawals, request{reference: r.Reference, amount: amount})
}

// decide: the rules send a request to review. An operator approves it, which a debt forbids, or returns it.
func (e *evening) decide(t *rapid.T) {
	if len(e.withdrawals) == 0 {
		return
	}
	i := rapid.IntRange(0, len(e.withdrawals)-1).Draw(t, "which")
	w := &e.withdrawals[i]
	ctx := e.T.Context()
	if !w.reviewed {
		e.Settle(w.reference)
		w.reviewed = true
	}
	if rapid.Bool().Draw(t, "approve") {
		err := e.Store.Write(ctx, func(tx *store.Tx) error { return e.Review.ApproveTx(ctx, tx, w.reference) })
		switch {
		case e.wallet < e.owes && !fault.Is(err, fault.MONEY_NOT_ENOUGH):
			t.Fatalf("approved with %s in the wallet and %s owed: %v", e.wallet, e.owes, err)
		case e.wallet >= e.owes && err != nil && !fault.Is(err, fault.NO_DATA): // approved before
			t.Fatal(err)
		}
		return
	}
	e.must(t, e.Store.Write(ctx, func(tx *store.Tx) error {
		return e.Payouts.ReturnTx(ctx, tx, w.reference, fault.TRANSFER_FAIL)
	}))
	e.wallet, e.under = e.wallet+w.amount, e.under-w.amount
	e.withdrawals = append(e.withdrawals[:i], e.withdrawals[i+1:]...)
}

func (e *evening) repay(t *rapid.T) {
	amount := e.amount(t)
	_, err := e.Decide(e.T.Context(), "receivable.repay", by(nok, e.m), asked(amount, e.debtKey(e.m)))
	if amount > e.owes || amount > e.wallet {
		if err == nil {
			t.Fatalf("%s repaid of %s owed, with %s in the wallet", amount, e.owes, e.wallet)
		}
		return
	}
	e.must(t, err)
	e.wallet, e.owes = e.wallet-amount, e.owes-amount
}

func (e *evening) check(t *rapid.T) {
	b := e.balance(ledger.Wallet(e.m))
	if b.Available() != e.wallet || b.Reserved != e.under || e.owed(e.m) != e.owes {
		t.Fatalf("wallet %s, under way %s, owed %s; want %s, %s, %s", b.Available(), b.Reserved, e.owed(e.m), e.wallet, e.under, e.owes)
	}
	if e.left+e.owes != e.wallet+e.under+e.lost { // what we have and are owed is what the member has and has lost
		t.Fatalf("%s + %s is not %s + %s + %s", e.left, e.owes, e.wallet, e.under, e.lost)
	}
}
