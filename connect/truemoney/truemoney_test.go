package truemoney_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/truemoney"
	"krapao/deposit/link"
	"krapao/deposit/link/linktest"
	"krapao/money"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

// timeout is the product's timeout of one call.
const timeout = 10 * time.Second

func config(base string, settings outbound.Settings) truemoney.Config {
	settings.FailureThreshold = 1000
	return truemoney.Config{
		BaseURL: base, Mobile: sandbox.DemoCredentials().TrueMoney.Mobile,
		Outbound: settings,
	}
}

func TestConformance(t *testing.T) {
	t.Parallel()
	linktest.Run(t, func(t *testing.T) linktest.Bench {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		return linktest.Bench{
			Issuer:  truemoney.New(config(s.URL+"/truemoney", s.Outbound(timeout))),
			Timeout: timeout,
			Make: func(k linktest.Kind) string {
				return sandboxtest.VoucherCode(s.Voucher(sandboxtest.Voucher{
					Amount: json.Number(k.Amount.String()), People: k.People, Expired: k.Expired, Used: k.Used, Own: k.Own,
				}))
			},
			Take: func(code string) { s.TakeVoucher("?v="+code, "0899999999") },
			Fault: func(op, mode string, delay time.Duration) {
				s.AddFault(sandboxtest.Fault{Target: "truemoney", Op: op, Mode: mode, DelayMS: int(delay / time.Millisecond)})
			},
			Redeemed: func() money.Amount {
				got, err := money.Parse(s.Totals().VouchersRedeemed.String())
				if err != nil {
					t.Fatal(err)
				}
				return got
			},
		}
	})
}

// answering is an issuer with one answer for everything.
func answering(t *testing.T, status int, body string) *truemoney.Issuer {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(server.Close)
	return truemoney.New(config(server.URL, outbound.Settings{}))
}

func refusal(err error) link.VoucherRefusal {
	var no *link.VoucherError
	if errors.As(err, &no) {
		return no.Refusal
	}
	return ""
}

const code = "aaaabbbbccccddddeeee"

// The firewall in front of the issuer, the issuer's own faults, and answers about something else say nothing about a
// voucher: the caller asks again.
func TestAnswersThatSayNothing(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		status int
		body   string
	}{
		"the guard":             {403, "<!DOCTYPE html><title>Just a moment...</title>"},
		"the guard, in JSON":    {403, `{"status":{"code":"VOUCHER_NOT_FOUND"},"data":null}`},
		"too many":              {429, "<html>error code: 1015</html>"},
		"down":                  {503, `{"status":{"code":"VOUCHER_EXPIRED"},"data":null}`},
		"a page":                {200, "<html></html>"},
		"elsewhere":             {302, ""},
		"nothing":               {200, ""},
		"no status":             {200, `{}`},
		"half":                  {200, `{"status":{"code":"SUCC`},
		"its own fault":         {400, `{"status":{"code":"INTERNAL_ERROR","message":"x"},"data":null}`},
		"our wallet is unknown": {400, `{"status":{"code":"TARGET_USER_NOT_FOUND"},"data":null}`},
		"a new word":            {400, `{"status":{"code":"SOMETHING_NEW"},"data":null}`},
		"success and a 400":     {400, envelope("SUCCESS", voucherOf(code), mine("10.00"))},
		"success, no voucher":   {200, `{"status":{"code":"SUCCESS"},"data":null}`},
		"another voucher":       {200, envelope("SUCCESS", voucherOf("other"), mine("10.00"))},
		"another's ticket":      {200, envelope("SUCCESS", voucherOf(code), `{"mobile":"0812345678","amount_baht":"10.00"}`)},
		"more than there was":   {200, envelope("SUCCESS", voucherOf(code), mine("10.01"))},
		"no amount":             {200, envelope("SUCCESS", voucherOf(code), mine("a lot"))},
		"less than nothing":     {200, envelope("SUCCESS", voucherOf(code), mine("-10.00"))},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			issuer := answering(t, tc.status, tc.body)
			if v, err := issuer.Verify(t.Context(), code); err == nil || refusal(err) != "" {
				t.Errorf("verify: %+v, %v", v, err)
			} else if strings.Contains(err.Error(), "0918765432") || strings.Contains(err.Error(), "127.0.0.1") {
				t.Errorf("the error reveals who we are: %v", err)
			}
			if got, err := issuer.Redeem(t.Context(), code, time.Now().Add(time.Hour)); err == nil || refusal(err) != "" {
				t.Errorf("redeem: %+v, %v", got, err)
			}
		})
	}
}

func voucherOf(v string) string {
	return `{"voucher_id":"77","amount_baht":"10.00","redeemed_amount_baht":"5.00","member":1,"status":"active",` +
		`"link":"https://gift.truemoney.com/campaign/?v=` +
		v + `","expire_date":1790000000000,"type":"R","redeemed":0,"available":1}`
}

func mine(amount string) string {
	return `{"mobile":"0918765432","update_date":1790000000000,"amount_baht":"` + amount + `","full_name":"x"}`
}

func envelope(said, voucher, ticket string) string {
	return `{"status":{"code":"` + said + `","message":""},"data":{"voucher":` + voucher +
		`,"owner_profile":{"full_name":"A"},"redeemer_profile":{"mobile_number":"091-876-5432"},` +
		`"my_ticket":` + ticket + `,"tickets":[]}}`
}

// A refusal counts with or without a description; the description of an ended voucher may still show our share.
func TestRefusals(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]link.VoucherRefusal{
		"VOUCHER_OUT_OF_STOCK": link.VoucherNoShare, "VOUCHER_EXPIRED": link.VoucherEnded, "VOUCHER_NOT_FOUND": link.VoucherUnknown,
		"CANNOT_GET_OWN_VOUCHER": link.VoucherOwn, "TARGET_USER_REDEEMED": link.VoucherTaken,
	} {
		bare := answering(t, 400, `{"status":{"code":"`+said+`"},"data":null}`)
		if _, err := bare.Verify(t.Context(), code); refusal(err) != want {
			t.Errorf("verify %s: %v", said, err)
		}
		if _, err := bare.Redeem(t.Context(), code, time.Time{}); refusal(err) != want {
			t.Errorf("redeem %s: %v", said, err)
		}
	}
	bad := answering(t, 400, `{"status":{"code":"BAD_PARAM"},"data":null}`)
	if _, err := bad.Verify(t.Context(), code); refusal(err) != link.VoucherUnknown {
		t.Errorf("an invalid code: %v", err)
	}
	if _, err := bad.Redeem(t.Context(), code, time.Time{}); err == nil || refusal(err) != "" {
		t.Errorf("an unreadable redemption: %v", err)
	}
	for _, said := range []string{"VOUCHER_OUT_OF_STOCK", "VOUCHER_EXPIRED", "TARGET_USER_REDEEMED"} {
		v, err := answering(t, 400, envelope(said, voucherOf(code), mine("4.20"))).Verify(t.Context(), code)
		if err != nil || v.Ours == nil || v.Ours.Amount != 4_20 {
			t.Errorf("%s with our ticket: %+v, %v", said, v, err)
		}
	}
}

// The whole number decides whose a share is. A masked number that could be ours makes it uncertain, never ours.
func TestWhoseTicket(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		tickets  string
		redeemed int
		ours     bool
		told     bool
	}{
		{`[]`, 0, false, true},
		{`[]`, 1, false, false}, // somebody took it, and the answer does not say who
		{`[{"mobile":"0812345678","amount_baht":"1.00"}]`, 1, false, true},
		{`[{"mobile":"081-xxx-5678","amount_baht":"1.00"}]`, 1, false, true},
		{`[{"mobile":"091-xxx-5432","amount_baht":"1.00"}]`, 1, false, false},
		{`[{"mobile":"","amount_baht":"1.00"}]`, 1, false, false},
		{`[{"mobile":"0918765432","amount_baht":"1.00"}]`, 1, true, true},
		{`[{"mobile":"66918765432","amount_baht":"1.00"}]`, 1, true, true},
		{`[{"mobile":"091-xxx-5432","amount_baht":"9.00"},{"mobile":"0918765432","amount_baht":"1.00"}]`, 2, true, true},
	} {
		redeemed := strings.Replace(voucherOf(code), `"redeemed":0`, `"redeemed":`+string(rune('0'+tc.redeemed)), 1)
		voucher := strings.Replace(redeemed, `"member":1`, `"member":5`, 1)
		body := strings.Replace(envelope("SUCCESS", voucher, "null"), `"tickets":[]`, `"tickets":`+tc.tickets, 1)
		v, err := answering(t, 200, body).Verify(t.Context(), code)
		if err != nil || tc.ours != (v.Ours != nil) || tc.told != v.Told || tc.ours && v.Ours.Amount != 1_00 {
			t.Errorf("%s: %+v, %+v, %v", tc.tickets, v, v.Ours, err)
		}
	}
}

// A redemption's amount is our ticket's; without one, the redeemed amount of a voucher for one person. For a voucher
// for several, nobody can tell.
func TestWhatWasRedeemed(t *testing.T) {
	t.Parallel()
	several := strings.Replace(voucherOf(code), `"member":1`, `"member":2`, 1)
	thousands := strings.Replace(voucherOf(code), `"amount_baht":"10.00"`, `"amount_baht":"1,234.50"`, 1)
	for name, tc := range map[string]struct {
		body string
		want money.Amount
	}{
		"our ticket":            {envelope("SUCCESS", voucherOf(code), mine("7.25")), 7_25},
		"for one, no ticket":    {envelope("SUCCESS", voucherOf(code), "null"), 5_00},
		"for several, none":     {envelope("SUCCESS", several, "null"), 0},
		"with commas":           {envelope("SUCCESS", thousands, mine("1,234.50")), 1_234_50},
		"commas where none are": {envelope("SUCCESS", thousands, mine("12,34.50")), 0},
		"an empty ticket":       {envelope("SUCCESS", voucherOf(code), "{}"), 5_00},
	} {
		got, err := answering(t, 200, tc.body).Redeem(t.Context(), code, time.Time{})
		if got.Amount != tc.want || (err == nil) != (tc.want > 0) || refusal(err) != "" {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// The call carries our number and nothing of a member.
func TestWhatIsSent(t *testing.T) {
	t.Parallel()
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		var body map[string]string
		_ = json.NewDecoder(r.Body).Decode(&body)
		text, _ := json.Marshal(body)
		asked = append(asked, r.Method+" "+r.URL.String()+" "+string(text))
	}))
	defer server.Close()
	issuer := truemoney.New(config(server.URL+"/", outbound.Settings{}))
	_, _ = issuer.Verify(t.Context(), code)
	_, _ = issuer.Redeem(t.Context(), code, time.Time{})
	want := []string{
		"GET /campaign/vouchers/" + code + "/verify?mobile=0918765432 null",
		"POST /campaign/vouchers/" + code + `/redeem {"mobile":"0918765432","voucher_hash":"` + code + `"}`,
	}
	if strings.Join(asked, "\n") != strings.Join(want, "\n") {
		t.Errorf("asked\n%s", strings.Join(asked, "\n"))
	}
}
