package deposit_test

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// The slip of a QR payment that was credited is told to be that: to the member that has it, with the deposit, once for each
// payment, and never against the member. Another member, another amount and another time are what they were before.
func TestTheSlipOfAQRPaymentThatIsCredited(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{})
		n := w.slipNode()
		m, other := w.member(), w.member()
		pay := func(panel string, amount money.Amount) []byte {
			t.Helper()
			had := w.balance(ledger.Wallet(m))
			ref := w.outside.Pay(w.createAt(panel, m, amount).ID, somebody)
			w.until("it is credited", func() bool { return w.balance(ledger.Wallet(m)) == had+amount })
			return w.outside.Slip("/sandbox/bank/slip/" + ref + ".png")
		}
		for i, panel := range panels {
			amount := money.Amount(300+i) * money.Baht
			slip := pay(panel, amount)
			for range 3 { // to be quite sure; more than a day's failed claims in all
				got := w.settled(n, m, w.uploaded(n, m, slip))
				w.want(got, deposit.Failed, fault.SLIP_ALREADY_CREDITED)
				id, known := w.ledger.ParseReference(got.Already.Reference)
				if !known || id == 0 || got.Already.Amount != amount || w.clock.Now().Sub(got.Already.At) > time.Hour {
					t.Errorf("%s: it is said to be %+v", panel, got.Already)
				}
			}
			theirs := w.settled(n, other, w.uploaded(n, other, slip))
			if theirs.Note == fault.SLIP_ALREADY_CREDITED || theirs.Already != nil {
				t.Errorf("%s: another member is told %+v", panel, theirs)
			}
		}
		once := pay("KBANK", 77*money.Baht)
		w.want(w.settled(n, m, w.uploaded(n, m, once)), deposit.Failed, fault.SLIP_ALREADY_CREDITED)
		lost := w.paidFrom(sandboxtest.Transfer{ToBank: "KTB", ToAccount: "5556667778", Amount: "77"})
		w.want(w.settled(n, m, w.uploaded(n, m, lost)), deposit.Failed, fault.DEST_ACC_INVALID) // the payment has its slip
		elsewhere := w.paidFrom(sandboxtest.Transfer{ToBank: "KTB", ToAccount: "5556667778", Amount: "78"})
		w.want(w.settled(n, m, w.uploaded(n, m, elsewhere)), deposit.Failed, fault.DEST_ACC_INVALID)
		w.want(w.settled(n, m, w.uploaded(n, m, w.paidFrom(sandboxtest.Transfer{Amount: "55"}))), deposit.Succeeded, "")
	})
}

// beside is a picture of two pictures.
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

// A picture of two slips is no duplicate, whatever became of one of them: the member is told to send each by itself, and
// nothing counts.
func TestAPictureOfTwoSlips(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{})
		n := w.slipNode()
		m := w.member()
		used, fresh := w.paidFrom(sandboxtest.Transfer{Amount: "100"}), w.paidFrom(sandboxtest.Transfer{Amount: "40"})
		w.want(w.settled(n, m, w.uploaded(n, m, used)), deposit.Succeeded, "")
		both := beside(t, used, fresh)
		for range 6 { // more than a day's failed claims
			w.want(w.settled(n, m, w.uploaded(n, m, both)), deposit.Failed, fault.SLIP_SEVERAL)
		}
		w.want(w.settled(n, m, w.uploaded(n, m, beside(t, fresh, fresh))), deposit.Succeeded, "") // the same one twice is one
		if got := w.balance(ledger.Wallet(m)); got != 140*money.Baht {
			t.Errorf("the wallet has %s", got)
		}
	})
}
