package slip_test

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/deposit/deposittest"
	"krapao/deposit/slip"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/sandbox/sandboxtest"
)

// A node dies before it answers an upload, and the file is sent again with the same key: it is the same slip.
func TestAnUploadSentAgain(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		m, nodes, file := w.Member(), []*deposittest.Node{slipNode(w), slipNode(w)}, paidFrom(w, sandboxtest.Transfer{})
		var first, second slip.Slip
		var both sync.WaitGroup
		both.Go(func() { first = sent(w, nodes[0], m, "upload", file) })
		both.Go(func() { second = sent(w, nodes[1], m, "upload", file) })
		both.Wait()
		if first.Reference != second.Reference {
			t.Errorf("two slips of one upload: %s and %s", first.Reference, second.Reference)
		}
		stands(w, settled(w, nodes[0], m, first.Reference), deposit.Succeeded, "")
		stands(w, sent(w, nodes[1], m, "upload", file), deposit.Succeeded, "")
		if list, err := nodes[0].Slips.Page(t.Context(), m, "reading", 1, 100); err != nil || list.Total != 1 {
			t.Errorf("%d slips of one upload, %v", list.Total, err)
		}
	})
}

// At an account with a statement feed, a slip only shows whose a line is. It waits for the line and never credits by
// itself.
func TestASlipAtAnAccountWithAStatement(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		n := slipNode(w)
		m, thief := w.Member(), w.Member()
		w.Members.Set(thief, deposit.Payer{BankCode: "SCB", AccountNo: "5550001112", Name: "MALEE SUKJAI"})
		file := paidFrom(w, sandboxtest.Transfer{ToBank: "BBL", ToAccount: "1112223334"})
		stands(w, settled(w, n, thief, uploaded(w, n, thief, file)), deposit.Failed, fault.NOT_MATCH)
		reference := uploaded(w, n, m, file)
		for range 20 {
			slipTurn(w, n)
			deposittest.Pass(time.Minute)
		}
		stands(w, slipOf(w, n, m, reference), deposit.InProgress, "")
		c, err := n.Slips.LookAt(t.Context(), reference)
		if err != nil {
			t.Fatal(err)
		}
		if got := w.Balance(ledger.Bank("BBLONLY")); got != 0 {
			t.Errorf("a slip booked %s by itself", got)
		}
		_, err = n.Book(t.Context(), deposit.Arrival{Account: "BBLONLY", Channel: deposit.ChannelFeed, Payment: deposit.Payment{
			Source: "line-1", Also: []deposit.Identifier{{Kind: "bank:" + c.Bank, Value: c.BankReference}}, Amount: 100_00,
			PaidAt: w.Clock.Now(),
		}})
		if err != nil {
			t.Fatal(err)
		}
		stands(w, settled(w, n, m, reference), deposit.Succeeded, "")
		if got := w.Balance(ledger.Wallet(m)); got != 100_00 || w.Balance(ledger.Wallet(thief)) != 0 {
			t.Errorf("the wallet has %s", got)
		}
		stands(w, settled(w, n, m, uploaded(w, n, m, file)), deposit.Failed, fault.SLIP_REFNO_DUPLICATED)
	})
}

// A statement that names another payer than the slip has precedence. The money is held, until a person decides or a
// slip agrees with the statement.
func TestASlipThatTheStatementContradicts(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		n := slipNode(w)
		m := w.Member()
		held := func() string {
			moved := w.Outside.Transfer(sandboxtest.Transfer{
				FromBank: "SCB", FromAccount: "1234567890", FromName: "SOMCHAI JAIDEE", ToBank: "BBL", ToAccount: "1112223334", Amount: "100",
			})
			_, err := n.Book(t.Context(), deposit.Arrival{Account: "BBLONLY", Channel: deposit.ChannelFeed, Payment: deposit.Payment{
				Source: moved.Ref, Also: []deposit.Identifier{{Kind: "bank:014", Value: moved.Ref}}, Amount: 100_00, PaidAt: w.Clock.Now(),
				Payer: deposit.Payer{BankCode: "SCB", AccountNo: "5550001112"},
			}})
			if err != nil {
				t.Fatal(err)
			}
			reference := uploaded(w, n, m, w.Outside.Slip(moved.Slip))
			stands(w, settled(w, n, m, reference), deposit.InProgress, fault.NOT_MATCH)
			return reference
		}
		reference := held()
		if got := w.Balance(ledger.Held(m)); got != 100_00 || w.Balance(ledger.Wallet(m)) != 0 {
			t.Errorf("held has %s", got)
		}
		d, err := n.Slips.Accept(t.Context(), reference, "")
		if err != nil || d.Proven {
			t.Fatalf("%+v, %v", d, err)
		}
		if err := s.Write(t.Context(), func(tx *store.Tx) error { return d.Tx(t.Context(), tx) }); err != nil {
			t.Fatal(err)
		}
		stands(w, slipOf(w, n, m, reference), deposit.Succeeded, "")
		if got := w.Balance(ledger.Wallet(m)); got != 100_00 || w.Balance(ledger.Held(m)) != 0 {
			t.Errorf("the wallet has %s", got)
		}
	})
}

// Money booked by another channel under the same bank reference is not a second deposit, whoever uploads the slip.
// The member that has it learns of the deposit; any other only that the slip was used.
func TestTheSameTransferByAnotherChannel(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		n := slipNode(w)
		m := w.Member()
		moved := w.Outside.Transfer(sandboxtest.Transfer{
			FromBank: "SCB", FromAccount: "1234567890", FromName: "SOMCHAI JAIDEE", ToBank: "SCB", ToAccount: "4051234567",
			Amount: json.Number("80"),
		})
		_, err := n.Book(t.Context(), deposit.Arrival{
			Account: "KBANK", Channel: deposit.ChannelQR, Reference: "qr", Member: m,
			Payment: deposit.Payment{
				Source: "payment-1", Also: []deposit.Identifier{{Kind: "bank:014", Value: moved.Ref}}, Amount: 80_00, PaidAt: w.Clock.Now(),
				Payer: deposit.Payer{BankCode: "SCB", AccountNo: "1234567890"},
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		stands(w, settled(w, n, m, uploaded(w, n, m, w.Outside.Slip(moved.Slip))), deposit.Failed, fault.SLIP_ALREADY_CREDITED)
		other := w.Member()
		stands(w, settled(w, n, other, uploaded(w, n, other, w.Outside.Slip(moved.Slip))), deposit.Failed, fault.SLIP_REFNO_DUPLICATED)
		if got := w.Balance(ledger.Wallet(m)); got != 80_00 {
			t.Errorf("the wallet has %s", got)
		}
	})
}

// A slip is decided by the accounts at the bank's own time (RULES.md section 13). A transfer from before the start of
// the account gets its true reason, and is not booked because the books began later.
func TestAccountsOfTheBanksOwnTime(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		n := slipNode(w)
		m := w.Member()
		before, then := w.Clock.Now().Add(-2*time.Hour), w.Clock.Now()
		deposittest.Pass(time.Second)
		w.Apply(strings.Replace(deposittest.AccountsContent, "4051234567", "4059999999", 1), deposittest.DemoSettings)
		deposittest.Pass(time.Second)
		at := func(account string, at time.Time) slip.Slip {
			return settled(w, n, m, uploaded(w, n, m, paidFrom(w, sandboxtest.Transfer{ToAccount: account, At: &at})))
		}
		stands(w, at("4051234567", then), deposit.Succeeded, "")
		stands(w, at("4059999999", w.Clock.Now()), deposit.Succeeded, "")
		stands(w, at("4051234567", w.Clock.Now()), deposit.Failed, fault.DEST_ACC_INVALID)
		stands(w, at("4059999999", then), deposit.Failed, fault.DEST_ACC_INVALID)
		stands(w, at("4051234567", before), deposit.Failed, fault.EXPIRED_SLIP)
		if got := w.Balance(ledger.Wallet(m)); got != 200_00 || w.Balance(ledger.Unmatched) != 0 {
			t.Errorf("the wallet has %s, unmatched %s", got, w.Balance(ledger.Unmatched))
		}
	})
}
