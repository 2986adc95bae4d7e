package truemoney_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/truemoney/wire"
	"krapao/internal/clock"
	"krapao/sandbox"
	"krapao/sandbox/clienttest"
	"krapao/sandbox/sandboxtest"
)

func verifyAs(t *testing.T, s *sandboxtest.Sandbox, code, mobile string) (int, wire.Envelope) {
	t.Helper()
	address := s.URL + "/truemoney" + wire.PathVerify(code, mobile)
	status, body, err := clienttest.Send(t, clienttest.New(s), http.MethodGet, address, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var e wire.Envelope
	if err := json.Unmarshal(body, &e); err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	return status, e
}

// A voucher for three: each number gets one share, and the last one also the remaining satang. Our own number's share
// is in the totals, and everything survives a restart.
func TestSharedVoucher(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		link := s.Voucher(sandboxtest.Voucher{Amount: "10", People: 3})
		code := sandboxtest.VoucherCode(link)
		if link != "https://gift.truemoney.com/campaign/?v="+code || len(code) < 18 {
			t.Errorf("link %s", link)
		}
		ours := sandbox.DemoCredentials().TrueMoney.Mobile
		s.TakeVoucher(link, "0811112222")
		s.TakeVoucher(link, ours)
		s.Restart()
		s.TakeVoucher(link, "0833334444")
		if got := s.Totals().VouchersRedeemed; got != "3.33" {
			t.Errorf("we got %s", got)
		}
		status, e := verifyAs(t, s, code, ours)
		mine := e.Data.MyTicket
		if status != http.StatusBadRequest || e.Status.Code != wire.CodeTaken || mine == nil || mine.AmountBaht != "3.33" {
			t.Errorf("to us it says HTTP %d, %+v", status, e.Status)
		}
		var taken []string
		for _, ticket := range e.Data.Tickets {
			taken = append(taken, ticket.Mobile+" "+ticket.AmountBaht)
		}
		if got := strings.Join(taken, ", "); got != "081-xxx-2222 3.33, "+ours+" 3.33, 083-xxx-4444 3.34" {
			t.Errorf("taken: %s", got)
		}
		status, e = verifyAs(t, s, code, "0855556666")
		if status != http.StatusBadRequest || e.Status.Code != wire.CodeOutOfStock || e.Data.MyTicket != nil {
			t.Errorf("to a stranger it says HTTP %d, %+v", status, e.Status)
		}
	})
}

func TestVouchersThatCantBeRedeemed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		now := clock.NewFake(clienttest.Begin)
		s := sandboxtest.Start(t, sandboxtest.Options{Clock: now})
		ours := sandbox.DemoCredentials().TrueMoney.Mobile
		late := s.Voucher(sandboxtest.Voucher{Amount: "5"})
		now.Advance(3 * 24 * time.Hour)
		for name, tc := range map[string]struct{ link, want string }{
			"used":        {s.Voucher(sandboxtest.Voucher{Amount: "5", Used: true}), wire.CodeOutOfStock},
			"used by all": {s.Voucher(sandboxtest.Voucher{Amount: "5", Used: true, People: 4}), wire.CodeOutOfStock},
			"expired":     {s.Voucher(sandboxtest.Voucher{Amount: "5", Expired: true}), wire.CodeExpired},
			"too late":    {late, wire.CodeExpired},
			"our own":     {s.Voucher(sandboxtest.Voucher{Amount: "5", Own: true}), wire.CodeOwn},
			"nobody's":    {"?v=aaaaaaaaaaaaaaaaaaaa", wire.CodeNotFound},
			"no code":     {"?v=a.b", wire.CodeBadParam},
		} {
			code := sandboxtest.VoucherCode(tc.link)
			if status, e := verifyAs(t, s, code, ours); status != http.StatusBadRequest || e.Status.Code != tc.want {
				t.Errorf("%s: verify says HTTP %d, %s", name, status, e.Status.Code)
			}
			status, body, err := clienttest.RedeemAs(t, s, clienttest.New(s), code, ours)
			if err != nil || status != http.StatusBadRequest || !strings.Contains(string(body), tc.want) {
				t.Errorf("%s: redeem says HTTP %d, %s, %v", name, status, body, err)
			}
		}
		if _, e := verifyAs(t, s, "aaaa", "12345"); e.Status.Code != wire.CodeBadParam {
			t.Errorf("no number: %s", e.Status.Code)
		}
		for _, wrong := range []string{
			`{}`, `{"amount":0}`, `{"amount":-5}`, `{"amount":0.01,"people":2}`, `{"amount":5,"people":1001}`,
			`{"amount":5,"amounts":5}`,
		} {
			s.Call(http.MethodPost, "/sandbox/truemoney/voucher", json.RawMessage(wrong), http.StatusBadRequest, nil)
		}
	})
}
