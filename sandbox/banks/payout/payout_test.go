package payout_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/payout/wire"
	"krapao/internal/clock"
	"krapao/sandbox/clienttest"
	"krapao/sandbox/sandboxtest"
)

func TestPayoutSettlesByItself(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		now := clock.NewFake(clienttest.Begin)
		w := clienttest.NewWallet(t)
		o := w.CalledBy()
		o.Clock = now
		s := sandboxtest.Start(t, o)
		c := clienttest.NewPayer(t, s)
		c.Now = now.Now

		made := clienttest.Decode[wire.Payout](t)(c.Order("ref1", "300.00"))
		accepted := made.State == wire.StateAccepted && made.Amount == "300.00" && made.BankRef != ""
		if !accepted || !made.CreatedAt.Equal(clienttest.Begin) {
			t.Errorf("order: %+v", made)
		}
		if again := clienttest.Decode[wire.Payout](t)(c.Order("ref1", "300")); again != made {
			t.Errorf("order again: %+v", again)
		}
		status, body, _ := c.Order("ref1", "300.01")
		if status != http.StatusConflict || !strings.Contains(string(body), wire.CodeRefConflict) {
			t.Errorf("another order: HTTP %d: %s", status, body)
		}
		now.Advance(time.Second - time.Microsecond)
		clienttest.Pass(time.Second) // the bank looks for due payouts several times
		if got := s.Payouts(); len(got) != 1 || got[0].State != wire.StateAccepted {
			t.Fatalf("before its time: %+v", got)
		}
		now.Advance(time.Microsecond)
		w.Wait(t, 1)
		if got := clienttest.Decode[wire.Payout](t)(c.Check("ref1")); got.State != wire.StateSettled {
			t.Errorf("after its time: %+v", got)
		}
		if got := s.Totals().PayoutsSettled; got != "300" {
			t.Errorf("payoutsSettled = %s", got)
		}
		if status, _, _ := c.Check("ref2"); status != http.StatusNotFound {
			t.Errorf("an unknown reference: HTTP %d", status)
		}
	})
}

// With auto off an order waits for a decision; auto is a setting and survives a restart.
func TestPayoutsDecidedByHand(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		s.PayoutAuto(false)
		s.Restart()
		c := clienttest.NewPayer(t, s)
		for _, ref := range []string{"settled", "failed", "bounced", "bounced2", "left"} {
			clienttest.Decode[wire.Payout](t)(c.Order(ref, "10.00"))
		}
		s.DecidePayout("settled", "settle")
		s.DecidePayout("settled", "settle")
		s.DecidePayout("failed", "fail")
		s.DecidePayout("bounced", "settle")
		s.DecidePayout("bounced", "bounce")
		s.DecidePayout("bounced2", "bounce")
		for ref, want := range map[string]string{
			"settled": "settled", "failed": "failed INVALID_ACCOUNT", "bounced": "bounced ACCOUNT_CLOSED",
			"bounced2": "bounced ACCOUNT_CLOSED", "left": "accepted",
		} {
			got := clienttest.Decode[wire.Payout](t)(c.Check(ref))
			if text := strings.TrimSpace(got.State + " " + got.Reason); text != want {
				t.Errorf("%s is %s, want %s", ref, text, want)
			}
		}
		for path, tc := range map[string]struct {
			body string
			want int
		}{
			"settled": {`{"result":"fail"}`, 409},
			"failed":  {`{"result":"settle"}`, 409},
			"nobody":  {`{"result":"settle"}`, 404},
			"left":    {`{"result":"burn"}`, 400},
			"auto":    {`{}`, 400},
		} {
			s.Call(http.MethodPost, "/sandbox/payouts/"+path, json.RawMessage(tc.body), tc.want, nil)
		}
		if got := s.Totals().PayoutsSettled; got != "10" {
			t.Errorf("payoutsSettled = %s", got)
		}
		s.PayoutAuto(true)
		clienttest.Eventually(t, func() bool { return clienttest.Decode[wire.Payout](t)(c.Check("left")).State == wire.StateSettled })
	})
}

func TestPayoutRefusals(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		c := clienttest.NewPayer(t, s)
		good := wire.Order{Ref: "r", BankCode: "SCB", AccountNo: "1234567890", AccountName: "X", Amount: "1.00"}
		change := func(f func(*wire.Order)) []byte { in := good; f(&in); return clienttest.Marshal(t, in) }
		for name, tc := range map[string]struct {
			body []byte
			want int
			code string
		}{
			"NoRef":     {change(func(o *wire.Order) { o.Ref = "" }), 400, wire.CodeBadRequest},
			"Zero":      {change(func(o *wire.Order) { o.Amount = "0.00" }), 400, wire.CodeBadRequest},
			"Decimals":  {change(func(o *wire.Order) { o.Amount = "1.001" }), 400, wire.CodeBadRequest},
			"NoAccount": {change(func(o *wire.Order) { o.AccountNo = "12" }), 422, wire.CodeInvalidAccount},
			"NoName":    {change(func(o *wire.Order) { o.AccountName = "" }), 422, wire.CodeInvalidAccount},
			"NoBank":    {change(func(o *wire.Order) { o.BankCode = "" }), 422, wire.CodeInvalidAccount},
			"NotJSON":   {[]byte("x"), 400, wire.CodeBadRequest},
		} {
			status, body, err := c.Call(http.MethodPost, wire.PathPayouts, tc.body)
			if err != nil || status != tc.want || !strings.Contains(string(body), tc.code) {
				t.Errorf("%s: HTTP %d, %v: %s", name, status, err, body)
			}
		}
		if got := c.Inquire("SOMCHAI JAIDEE"); got != (wire.InquiryReply{Result: wire.ResultMatch, AccountName: "SOMCHAI JAIDEE"}) {
			t.Errorf("name inquiry: %+v", got)
		}
		c.Secret = "other"
		for _, call := range []func() (int, []byte, error){
			func() (int, []byte, error) { return c.Order("r", "1.00") },
			func() (int, []byte, error) { return c.Check("r") },
		} {
			if status, _, _ := call(); status != http.StatusUnauthorized {
				t.Errorf("wrong signature: HTTP %d", status)
			}
		}
		if got := s.Payouts(); len(got) != 0 {
			t.Errorf("payouts: %+v", got)
		}
	})
}
