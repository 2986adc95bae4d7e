package slip_test

import (
	"testing"

	"krapao/deposit"
	"krapao/deposit/deposittest"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/sandbox/sandboxtest"
)

// After five failed claims in a day, a person looks at the next slip. The person's decision lets it continue.
func TestFiveFailedClaimsADay(t *testing.T) {
	t.Parallel()
	storetest.Each(t, fiveFailedClaimsADay)
}

func fiveFailedClaimsADay(t *testing.T, s *store.Store) {
	w := deposittest.NewWorld(t, s, deposittest.Options{})
	n := slipNode(w)
	m := w.Member()
	var references []string
	for range 7 { // at once, so that they race
		other := sandboxtest.Transfer{FromAccount: "9999999999", FromName: "MR OTHER"}
		references = append(references, uploaded(w, n, m, paidFrom(w, other)))
	}
	ends := map[fault.Code]int{}
	for _, reference := range references {
		ends[settled(w, n, m, reference).Note]++
	}
	if ends[fault.NOT_MATCH] != 5 || ends[fault.LIMIT_REACHED] != 2 {
		t.Errorf("ends: %v", ends)
	}
	own := uploaded(w, n, m, paidFrom(w, sandboxtest.Transfer{Amount: "55"}))
	stands(w, settled(w, n, m, own), deposit.InProgress, fault.LIMIT_REACHED)
	d, err := n.Slips.Accept(t.Context(), own, "")
	if err != nil || d.Credits || !d.Proven {
		t.Fatalf("%+v, %v", d, err)
	}
	if err := s.Write(t.Context(), func(tx *store.Tx) error { return d.Tx(t.Context(), tx) }); err != nil {
		t.Fatal(err)
	}
	stands(w, settled(w, n, m, own), deposit.Succeeded, "")
	if got := w.Balance(ledger.Wallet(m)); got != 55_00 {
		t.Errorf("the wallet has %s", got)
	}
	if got := w.Balance(ledger.Unmatched); got != 500_00 {
		t.Errorf("unmatched has %s", got)
	}
}

// A first slip with an uncertain payer waits for a person. Its money stays unmatched until then, and a better proof
// gets it.
func TestASlipInReview(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		n := slipNode(w)
		accept := func(reference, account string) error {
			d, err := n.Slips.Accept(t.Context(), reference, account)
			if err != nil {
				return err
			}
			return s.Write(t.Context(), func(tx *store.Tx) error { return d.Tx(t.Context(), tx) })
		}
		reviewed := func() (member, reference string) {
			member = w.Member()
			w.Members.Set(member, deposit.Payer{BankCode: "SCB", AccountNo: "1234567890", Name: "MALEE SUKJAI"}) // another name
			reference = uploaded(w, n, member, paidFrom(w, sandboxtest.Transfer{}))
			stands(w, settled(w, n, member, reference), deposit.InProgress, fault.NOT_MATCH)
			return member, reference
		}
		m, reference := reviewed()
		if got := slipOf(w, n, m, reference).Amount; got != 100_00 || w.Balance(ledger.Wallet(m)) != 0 ||
			w.Balance(ledger.Unmatched) != 100_00 {
			t.Errorf("in review: %s, unmatched has %s", got, w.Balance(ledger.Unmatched))
		}
		c, err := n.Slips.LookAt(t.Context(), reference)
		if err != nil || c.InflowState != deposit.Unmatched || c.InflowMember != m || c.Account != "SCB1" || c.Payer.AccountNo == "" {
			t.Errorf("case %+v, %v", c, err)
		}
		if err := accept(reference, ""); err != nil {
			t.Fatal(err)
		}
		stands(w, slipOf(w, n, m, reference), deposit.Succeeded, "")
		if got := w.Balance(ledger.Wallet(m)); got != 100_00 || w.Balance(ledger.Unmatched) != 0 {
			t.Errorf("the wallet has %s", got)
		}
		if err := accept(reference, ""); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("accepted twice: %v", err)
		}
		// The same digits a second time: an earlier slip of the member was good.
		stands(w, settled(w, n, m, uploaded(w, n, m, paidFrom(w, sandboxtest.Transfer{}))), deposit.Succeeded, "")

		m, reference = reviewed()
		reject := func(code fault.Code) error {
			return s.Write(t.Context(), func(tx *store.Tx) error { return n.Slips.RejectTx(t.Context(), tx, reference, code) })
		}
		if err := reject(fault.NO_GAME); !fault.Is(err, fault.INVALID_INPUT) {
			t.Errorf("a reason that is none of a slip's: %v", err)
		}
		if err := reject(fault.NOT_MATCH); err != nil {
			t.Fatal(err)
		}
		stands(w, slipOf(w, n, m, reference), deposit.Failed, fault.NOT_MATCH)
		if got := w.Balance(ledger.Wallet(m)); got != 0 || w.Balance(ledger.Unmatched) != 100_00 {
			t.Errorf("the wallet has %s", got)
		}
		// A person may give a reason that no part of the program gives (SPEC.md section 8).
		m, reference = reviewed()
		if err := reject(fault.TRIPPLE_WRONG_CAPTCHA); err != nil {
			t.Fatal(err)
		}
		stands(w, slipOf(w, n, m, reference), deposit.Failed, fault.TRIPPLE_WRONG_CAPTCHA)
	})
}

// Another member's slip in review does not keep the money from its payer.
func TestAPayerTakesWhatWaitsInReview(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		n := slipNode(w)
		owner, other := w.Member(), w.Member()
		// The other's account shows the same four digits in a slip, and no name proves it.
		w.Members.Set(other, deposit.Payer{BankCode: "SCB", AccountNo: "0004567890", Name: "MALEE SUKJAI"})
		file := paidFrom(w, sandboxtest.Transfer{})
		waiting := uploaded(w, n, other, file)
		stands(w, settled(w, n, other, waiting), deposit.InProgress, fault.NOT_MATCH)
		stands(w, settled(w, n, other, uploaded(w, n, other, file)), deposit.Failed, fault.SLIP_REFNO_DUPLICATED)
		stands(w, settled(w, n, owner, uploaded(w, n, owner, file)), deposit.Succeeded, "")
		stands(w, slipOf(w, n, other, waiting), deposit.Failed, fault.SLIP_REFNO_DUPLICATED)
		if a, b := w.Balance(ledger.Wallet(owner)), w.Balance(ledger.Wallet(other)); a != 100_00 || b != 0 {
			t.Errorf("the owner has %s, the other %s", a, b)
		}
	})
}
