package slip_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/deposit/deposittest"
	"krapao/deposit/slip"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// lies are answers of verifiers that must not be believed.
type lies struct {
	slip.Verifier
	change func(a *slip.Answer) error
}

func (l lies) Verify(ctx context.Context, q slip.Query) (slip.Answer, error) {
	a, err := l.Verifier.Verify(ctx, q)
	if err != nil {
		return a, err
	}
	return a, l.change(&a)
}

// What verifiers say, and the result if the first says it and the second knows better or is missing.
func TestWhatVerifiersSay(t *testing.T) {
	t.Parallel()
	say := func(f slip.Finding) func(a *slip.Answer) error {
		return func(a *slip.Answer) error { *a = slip.Answer{Finding: f, Code: "x"}; return nil }
	}
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		m := w.Member()
		for name, tc := range map[string]struct {
			change func(a *slip.Answer) error
			alone  fault.Code
			first  fault.Code // with a good one behind it; "" is credited
		}{
			"duplicate, without the transfer": {say(slip.Duplicate), fault.SLIP_REFNO_DUPLICATED, ""},
			"duplicate, with it":              {func(a *slip.Answer) error { a.Finding = slip.Duplicate; return nil }, "", ""},
			"another receiver, with it":       {func(a *slip.Answer) error { a.Finding = slip.WrongReceiver; return nil }, "", ""},
			"another receiver":                {say(slip.WrongReceiver), fault.DEST_ACC_INVALID, fault.DEST_ACC_INVALID},
			"no slip":                         {say(slip.NotASlip), fault.INVALID_SLIP, fault.INVALID_SLIP},
			"expired":                         {say(slip.Expired), fault.EXPIRED_SLIP, fault.EXPIRED_SLIP},
			"later":                           {say(slip.Later), "waits", ""},
			"an error":                        {func(*slip.Answer) error { return errors.New("broken") }, "waits", ""},
			"another transfer":                {func(a *slip.Answer) error { a.Transfer.Reference += "X"; return nil }, "waits", ""},
			"another bank":                    {func(a *slip.Answer) error { a.Transfer.Bank = "999"; return nil }, "waits", ""},
			"no amount": {
				func(a *slip.Answer) error { a.Finding, a.Transfer.Amount = slip.Verified, 0; return nil }, "waits", "",
			},
		} {
			for _, behind := range []bool{false, true} {
				n := slipNode(w, func(d *deposittest.Deps) {
					good := d.Slips.Verifiers
					d.Slips.Verifiers = []slip.Verifier{lies{good[0], tc.change}}
					if behind {
						d.Slips.Verifiers = append(d.Slips.Verifiers, good[1])
					}
				})
				want := tc.alone
				if behind {
					want = tc.first
				}
				before := w.Balance(ledger.Wallet(m))
				reference := uploaded(w, n, m, paidFrom(w, sandboxtest.Transfer{Amount: "10"}))
				credit := money.Amount(0)
				switch want {
				case "waits":
					for range 5 {
						slipTurn(w, n)
						deposittest.Pass(time.Minute)
					}
					stands(w, slipOf(w, n, m, reference), deposit.InProgress, "")
					stands(w, settled(w, slipNode(w), m, reference), deposit.Succeeded, "") // another day, a good one
					credit = 10_00
				case "":
					stands(w, settled(w, n, m, reference), deposit.Succeeded, "")
					credit = 10_00
				default:
					stands(w, settled(w, n, m, reference), deposit.Failed, want)
				}
				if got := w.Balance(ledger.Wallet(m)) - before; got != credit {
					t.Errorf("%s, another behind it %v: credited %s", name, behind, got)
				}
			}
			m = w.Member() // each with its own failed claims
		}
	})
}

// A refusal that another verifier may overturn waits for one without an answer. A member with a slow bank must not be
// told that there is no such transfer. A definitive answer waits for nobody.
func TestARefusalWaitsForAVerifierWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		const later, broken = slip.Later, slip.Finding("broken")
		for _, tc := range []struct {
			said [2]slip.Finding
			want fault.Code // "" waits, and is credited once one knows it
		}{
			{[2]slip.Finding{slip.NotFound, later}, ""},
			{[2]slip.Finding{later, slip.NotFound}, ""},
			{[2]slip.Finding{slip.NotFound, broken}, ""},
			{[2]slip.Finding{broken, slip.NotFound}, ""},
			{[2]slip.Finding{slip.Duplicate, later}, ""},
			{[2]slip.Finding{broken, slip.Duplicate}, ""},
			{[2]slip.Finding{slip.NotFound, slip.NotFound}, fault.INVALID_SLIP},
			{[2]slip.Finding{slip.NotFound, slip.Duplicate}, fault.INVALID_SLIP},
			{[2]slip.Finding{slip.Duplicate, slip.NotFound}, fault.SLIP_REFNO_DUPLICATED},
			{[2]slip.Finding{later, slip.NotASlip}, fault.INVALID_SLIP},
			{[2]slip.Finding{later, slip.Expired}, fault.EXPIRED_SLIP},
			{[2]slip.Finding{broken, slip.WrongReceiver}, fault.DEST_ACC_INVALID},
		} {
			m := w.Member()
			n := slipNode(w, func(d *deposittest.Deps) {
				for i, f := range tc.said {
					d.Slips.Verifiers[i] = lies{d.Slips.Verifiers[i], func(a *slip.Answer) error {
						if *a = (slip.Answer{Finding: f, Code: "x"}); f == broken {
							return errors.New("broken")
						}
						return nil
					}}
				}
			})
			reference := uploaded(w, n, m, paidFrom(w, sandboxtest.Transfer{Amount: "10"}))
			if tc.want != "" {
				stands(w, settled(w, n, m, reference), deposit.Failed, tc.want)
				continue
			}
			for range 5 {
				slipTurn(w, n)
				deposittest.Pass(time.Minute)
			}
			stands(w, slipOf(w, n, m, reference), deposit.InProgress, "")
			stands(w, settled(w, slipNode(w), m, reference), deposit.Succeeded, "")
			if t.Failed() {
				t.Fatal(tc)
			}
		}
	})
}
