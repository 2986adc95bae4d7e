package slip_test

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/deposit/deposittest"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// The slip of a QR payment that is credited already says so: to its member, with the deposit, once for each payment,
// and it never counts against the member. Nothing changes for another member, another amount or another time.
func TestTheSlipOfAQRPaymentThatIsCredited(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		n := slipNode(w)
		m, other := w.Member(), w.Member()
		pay := func(panel string, amount money.Amount) []byte {
			t.Helper()
			had := w.Balance(ledger.Wallet(m))
			ref := w.Outside.Pay(w.CreateAt(panel, m, amount).ID, deposittest.Somebody)
			w.Until("it is credited", func() bool { return w.Balance(ledger.Wallet(m)) == had+amount })
			return w.Outside.Slip("/sandbox/bank/slip/" + ref + ".png")
		}
		for i, panel := range deposittest.Panels {
			amount := money.Amount(300+i) * money.Baht
			slip := pay(panel, amount)
			for range 3 { // to be quite sure; more than a day's failed claims in all
				got := settled(w, n, m, uploaded(w, n, m, slip))
				stands(w, got, deposit.Failed, fault.SLIP_ALREADY_CREDITED)
				id, known := w.Ledger.ParseReference(got.Already.Reference)
				if !known || id == 0 || got.Already.Amount != amount || w.Clock.Now().Sub(got.Already.At) > time.Hour {
					t.Errorf("%s: it is said to be %+v", panel, got.Already)
				}
			}
			theirs := settled(w, n, other, uploaded(w, n, other, slip))
			if theirs.Note == fault.SLIP_ALREADY_CREDITED || theirs.Already != nil {
				t.Errorf("%s: another member is told %+v", panel, theirs)
			}
		}
		once := pay("KBANK", 77*money.Baht)
		stands(w, settled(w, n, m, uploaded(w, n, m, once)), deposit.Failed, fault.SLIP_ALREADY_CREDITED)
		lost := paidFrom(w, sandboxtest.Transfer{ToBank: "KTB", ToAccount: "5556667778", Amount: "77"})
		stands(w, settled(w, n, m, uploaded(w, n, m, lost)), deposit.Failed, fault.DEST_ACC_INVALID) // the payment has its slip
		elsewhere := paidFrom(w, sandboxtest.Transfer{ToBank: "KTB", ToAccount: "5556667778", Amount: "78"})
		stands(w, settled(w, n, m, uploaded(w, n, m, elsewhere)), deposit.Failed, fault.DEST_ACC_INVALID)
		stands(w, settled(w, n, m, uploaded(w, n, m, paidFrom(w, sandboxtest.Transfer{Amount: "55"}))), deposit.Succeeded, "")
	})
}

// beside returns a picture of two pictures side by side.
func beside(t *testing.T, files ...[]byte) []byte {
	t.Helper()
	whole := image.NewRGBA(image.Rect(0, 0, 0, 0))
	for _, file := range files {
		img, _, err := image.Decode(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		next := image.NewRGBA(image.Rect(0, 0, whole.Rect.Dx()+img.Bounds().Dx(), max(whole.Rect.Dy(), img.Bounds().Dy())))
		draw.Draw(next, whole.Rect, whole, image.Point{}, draw.Src)
		draw.Draw(next, img.Bounds().Add(image.Pt(whole.Rect.Dx(), 0)), img, img.Bounds().Min, draw.Src)
		whole = next
	}
	var b bytes.Buffer
	if err := png.Encode(&b, whole); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A picture of two slips is not a duplicate, whatever happened to one of them. The member is told to send each by
// itself, and it does not count as a failure.
func TestAPictureOfTwoSlips(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		n := slipNode(w)
		m := w.Member()
		used, fresh := paidFrom(w, sandboxtest.Transfer{Amount: "100"}), paidFrom(w, sandboxtest.Transfer{Amount: "40"})
		stands(w, settled(w, n, m, uploaded(w, n, m, used)), deposit.Succeeded, "")
		both := beside(t, used, fresh)
		for range 6 { // more than a day's failed claims
			stands(w, settled(w, n, m, uploaded(w, n, m, both)), deposit.Failed, fault.SLIP_SEVERAL)
		}
		stands(w, settled(w, n, m, uploaded(w, n, m, beside(t, fresh, fresh))), deposit.Succeeded, "") // the same one twice is one
		if got := w.Balance(ledger.Wallet(m)); got != 140*money.Baht {
			t.Errorf("the wallet has %s", got)
		}
	})
}
