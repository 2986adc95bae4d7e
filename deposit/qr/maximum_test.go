package qr_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"krapao/deposit/deposittest"
	"krapao/deposit/qr"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
)

// A code is for at most the maximum of its channel: that of the content, else a bank's own or PromptPay's. No gateway
// is asked for more.
func TestTheMostThatACodeIsFor(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		m := w.Member()
		refused := func(panel string, amount, most money.Amount) {
			t.Helper()
			before := len(w.Outside.Codes())
			_, err := w.Nodes[0].Codes.Create(t.Context(), m, panel, amount)
			var no *fault.Error
			if !errors.As(err, &no) || no.Code != fault.QR_MAXIMUM || no.Params["maximum"] != most.Number() ||
				len(w.Outside.Codes()) != before {
				t.Errorf("%s for %s: %v", panel, amount, err)
			}
		}
		refused("KBANK", 99_999_999*money.Baht, 2_000_000*money.Baht)
		refused("PAYONEX", 500_000*money.Baht+1, 500_000*money.Baht)
		deposittest.Pass(time.Second)
		w.Apply(strings.Replace(deposittest.AccountsContent, `"qrMinimum":1}`, `"qrMinimum":1,"qrMaximum":700.50}`, 1), `{}`)
		refused("KBANK", 700_51, 700_50)
		if q := w.Create(m, 700_50); q.Amount != 700_50 {
			t.Errorf("%+v", q)
		}
		most, err := w.Nodes[0].Maximums(t.Context())
		if err != nil || most["KBANK"] != 700_50 || most["FP"] != 500_000*money.Baht || len(most) != len(deposittest.Panels) {
			t.Errorf("told %v, %v", most, err)
		}
	})
}

// paidMeanwhile is a gateway whose answer comes after the code is paid and credited.
type paidMeanwhile struct {
	qr.Gateway
	pay func(reference string)
}

func (p paidMeanwhile) Create(ctx context.Context, o qr.Order) (qr.Code, error) {
	made, err := p.Gateway.Create(ctx, o)
	p.pay(o.Reference)
	return made, err
}

// If there is no code to show, there is always a reason.
func TestWhyNoCodeIsShown(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		m := w.Member()
		says := func(what, want string) {
			t.Helper()
			if q, err := w.Nodes[0].Codes.Shown(t.Context(), m, "KBANK"); err != nil || q.Shown || q.Message != want {
				t.Errorf("%s: %+v, %v", what, q, err)
			}
		}
		says("nothing was asked for", "QR_NONE")
		paid := w.Node(deposittest.Options{Gateway: func(g qr.Gateway) qr.Gateway {
			return paidMeanwhile{g, func(reference string) {
				w.Outside.Pay(reference, deposittest.Somebody)
				w.Until("it is credited", func() bool { return w.Balance(ledger.Wallet(m)) == 20*money.Baht })
			}}
		}})
		if q, err := paid.Codes.Create(t.Context(), m, "KBANK", 20*money.Baht); err != nil || q.Shown || q.Message != "QR_PAID" {
			t.Errorf("paid before it was shown: %+v, %v", q, err)
		}
		w.Create(m, 30*money.Baht)
		deposittest.Pass(10*time.Minute - 500*time.Millisecond)
		if q, err := w.Nodes[0].Codes.Shown(t.Context(), m, "KBANK"); err != nil || q.Shown || q.Message == "" {
			t.Errorf("at its end: %+v, %v", q, err)
		}
	})
}
