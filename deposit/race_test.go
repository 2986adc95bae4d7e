package deposit_test

import (
	"context"
	"testing"
	"testing/synctest"

	"krapao/deposit"
	"krapao/deposit/deposittest"
	"krapao/deposit/internal/depositdb"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
)

// arrives is a slip's transfer to SCB1, under a source and a number of the bank.
func arrives(w *deposittest.World, member, source, number string) deposit.Arrival {
	own, err := w.Members.RegisteredAccount(w.T.Context(), member)
	if member != "" && err != nil {
		w.T.Fatal(err)
	}
	return deposit.Arrival{
		Account: "SCB1", Channel: deposit.ChannelSlip, Member: member,
		Payment: deposit.Payment{
			Source: source, Also: []deposit.Identifier{{Kind: "bank:014", Value: number}}, Amount: 100 * money.Baht,
			PaidAt: w.Clock.Now(), Payer: own,
		},
	}
}

// booked asserts that an arrival was booked once and its money is in one place.
func booked(w *deposittest.World, number string, in ledger.Account, before money.Amount) {
	w.T.Helper()
	var rows int
	row := w.Store.DB().QueryRowContext(w.T.Context(), `SELECT count(*) FROM inflow i JOIN inflow_identifier n ON n.inflow = i.id
		WHERE n.value = $1`, number)
	if err := row.Scan(&rows); err != nil || rows != 1 {
		w.T.Errorf("%d arrivals, %v", rows, err)
	}
	if got := w.Balance(ledger.Bank("SCB1")); got != before-100*money.Baht {
		w.T.Errorf("the bank's account went from %s to %s", before, got)
	}
	if got := w.Balance(in); got < 100*money.Baht {
		w.T.Errorf("%s has %s", in, got)
	}
}

// TestTwoTransactionsBookOneArrival: another node books it, in whatever way, after this one has found that it is not booked. Only
// PostgreSQL has two transactions at once.
func TestTwoTransactionsBookOneArrival(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ late, first, number bool }{
		"both find no member":         {},
		"the first finds a member":    {first: true},
		"the second finds a member":   {late: true},
		"each finds another":          {late: true, first: true},
		"only the number is the same": {late: true, first: true, number: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			storetest.On(t, store.Postgres, func(t *testing.T, engine store.Engine) {
				w := deposittest.NewWorld(t, storetest.Open(t, engine), deposittest.Options{Nodes: 2})
				who := func(member bool) (string, ledger.Account) {
					if !member {
						return "", ledger.Unmatched
					}
					m := w.Member()
					return m, ledger.Wallet(m)
				}
				number := id.Lower(12)
				late, _ := who(c.late)
				winner, in := who(c.first)
				before, source := w.Balance(ledger.Bank("SCB1")), "s"
				if c.number {
					source = "another"
				}
				tries := 0
				done, err := w.Nodes[0].BookWith(t.Context(), arrives(w, late, "s", number), meanwhile(&tries, func() {
					if done, err := w.Nodes[1].Book(t.Context(), arrives(w, winner, source, number)); err != nil || !done {
						t.Errorf("the first: %v, %v", done, err)
					}
				}))
				if done || err != nil || tries != 1 {
					t.Errorf("the second: %v, %v, after %d tries", done, err, tries)
				}
				booked(w, number, in, before)
			})
		})
	}
}

// meanwhile does something within a booking, before it moves its money, the first time.
func meanwhile(tries *int, do func()) deposit.With {
	return func(context.Context, *store.Tx, depositdb.AddInflowParams) error {
		if *tries++; *tries == 1 {
			do()
		}
		return nil
	}
}

// TestMoneyThatTheLedgerRefusesToCredit is kept for an operator, under the arrival's own key, and what goes with the booking is
// done once.
func TestMoneyThatTheLedgerRefusesToCredit(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		m := id.Member() // it has no accounts
		w.Members.Set(m, deposit.Payer{BankCode: "SCB", AccountNo: "1234567890", Name: "SOMCHAI JAIDEE"})
		number, before := id.Lower(12), w.Balance(ledger.Bank("SCB1"))
		var beside []deposit.State
		book := func() (bool, error) {
			return w.Nodes[0].BookWith(t.Context(), arrives(w, m, "s", number),
				func(_ context.Context, tx *store.Tx, in depositdb.AddInflowParams) error {
					tx.AfterCommit(func() { beside = append(beside, deposit.State(in.State)) })
					return nil
				})
		}
		if done, err := book(); !done || err != nil {
			t.Fatalf("%v, %v", done, err)
		}
		if done, err := book(); done || err != nil {
			t.Errorf("again: %v, %v", done, err)
		}
		booked(w, number, ledger.Unmatched, before)
		waiting, err := w.Nodes[0].Waiting(t.Context(), 10)
		if err != nil || len(waiting) != 1 {
			t.Fatalf("%+v, %v", waiting, err)
		}
		if in := waiting[0]; in.State != deposit.Unmatched || in.Member != m || in.Reason == "" {
			t.Errorf("%+v", in)
		}
		if len(beside) != 1 || beside[0] != deposit.Unmatched {
			t.Errorf("beside it: %q", beside)
		}
		inTx(t, s, func(tx *store.Tx) error {
			_, found, err := w.Ledger.FindByKeyTx(t.Context(), tx, ledger.InternalKey("deposit", "SCB1", "s"))
			if !found || err != nil {
				t.Errorf("under its key: %v, %v", found, err)
			}
			return nil
		})
	})
}

func inTx(t *testing.T, s *store.Store, body func(tx *store.Tx) error) {
	t.Helper()
	if err := s.Write(t.Context(), body); err != nil {
		t.Error(err)
	}
}

// late is the ledger of a node where something happens when it makes its next reference.
type late struct {
	*ledger.Ledger
	meanwhile *func()
}

func (l late) Reference(of ledger.ID) string {
	if do := *l.meanwhile; do != nil {
		*l.meanwhile = nil
		do()
	}
	return l.Ledger.Reference(of)
}

// TestANodeOfTheVersionBeforeMakesACodeAtOnce: it takes another lock, so only the index keeps a member from two open codes.
func TestANodeOfTheVersionBeforeMakesACodeAtOnce(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.Postgres, func(t *testing.T, engine store.Engine) {
		w := deposittest.NewWorld(t, storetest.Open(t, engine), deposittest.Options{})
		m := w.Member()
		var meanwhile func()
		node := deposittest.New(deposittest.Deps{
			Store: w.Store, Books: late{w.Ledger, &meanwhile}, Members: w.Members, Box: deposittest.Box(t), Gateways: w.Connect(),
		})
		meanwhile = func() {
			now := clock.MicrosOf(w.Clock.Now())
			_, err := w.Store.DB().ExecContext(t.Context(), `INSERT INTO qr_order (reference, member, account, amount, state, payload,
				outside, reason, created_at, expires_at, ended_at, poll_at) VALUES ('another', $1, 'KBANK', 77, 'creating', '', '', '',
				$2, $2, 0, 0)`, m, now)
			if err != nil {
				t.Error(err)
			}
		}
		if q, err := node.Codes.Create(t.Context(), m, "KBANK", 100*money.Baht); err != nil || !q.Shown {
			t.Errorf("%+v, %v", q, err)
		}
		synctest.Wait()
	})
}
