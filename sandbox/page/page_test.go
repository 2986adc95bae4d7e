package page_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"

	"krapao/sandbox"
	"krapao/sandbox/clienttest"
	"krapao/sandbox/sandboxtest"
)

// furnish creates data for every page.
func furnish(t *testing.T, s *sandboxtest.Sandbox) {
	t.Helper()
	client := clienttest.New(s)
	clienttest.Decode[json.RawMessage](t)(clienttest.SendSMS(t, client, s, "0812345678"))
	clienttest.Decode[json.RawMessage](t)(clienttest.SendSMS(t, client, s, "0899998888"))
	bank, payer := clienttest.NewKBank(t, s), clienttest.NewPayer(t, s)
	for _, uid := range []string{"kr0paidpaidpaid", "kr1cancelcancel", "kr2openopenopen"} {
		in := bank.Order(uid, "500")
		in.Reference2, in.Reference3 = "SCB 4051234567", "SOMCHAI JAIDEE"
		clienttest.Decode[json.RawMessage](t)(bank.Post("/v1/qrpayment/request", in))
	}
	s.Pay("kr0paidpaidpaid", sandboxtest.Payer{FromBank: "SCB", FromAccount: "4051234567", FromName: "SOMCHAI JAIDEE"})
	bank.Cancel("kr1cancelcancel")
	s.Reverse(s.Transfer(sandboxtest.Transfer{
		FromBank: "KTB", FromAccount: "9990001112", FromName: "สมหญิง ใจงาม", ToBank: "SCB", ToAccount: "4068123456", Amount: "321.09",
	}).Ref)
	s.PayoutAuto(false)
	for i, ref := range []string{"kr0settled", "kr1failed", "kr2bounced", "kr3accepted"} {
		clienttest.Decode[json.RawMessage](t)(payer.Order(ref, []string{"300.00", "1250.50", "100.00", "20000.00"}[i]))
	}
	s.DecidePayout("kr0settled", "settle")
	s.DecidePayout("kr1failed", "fail")
	s.DecidePayout("kr2bounced", "bounce")
	s.TakeVoucher(s.Voucher(sandboxtest.Voucher{Amount: "1234.5"}), sandbox.DemoCredentials().TrueMoney.Mobile)
	for _, one := range []sandboxtest.Voucher{
		{Amount: "20"}, {Amount: "10", People: 3}, {Amount: "5", Used: true}, {Amount: "6", Expired: true}, {Amount: "7", Own: true},
	} {
		s.Voucher(one)
	}
	asked := url.Values{
		"client_id": {sandbox.DemoCredentials().OIDC.Client}, "redirect_uri": {"http://house.example/oidc/callback"},
		"response_type": {"code"}, "scope": {"openid"}, "code_challenge": {"x"}, "code_challenge_method": {"S256"},
	}
	s.Consent(s.URL+"/oidc/authorize?"+asked.Encode(), "sub-mai")
}

// Every page in every language: marked SANDBOX, without a missing text, and with nothing that a strict content policy
// forbids.
func TestPages(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		furnish(t, s)
		pages := map[string]string{
			"/": "PG Slot", "/phone": "0899998888", "/phone?phone=0812345678": s.SMS("0812345678")[0].Code,
			"/bank": "kr2openopenopen", "/bank?toBank=KTB": "฿321.09",
			"/bank?fromBank=BBL&fromAccount=123-4-56789-0&fromName=A+B&amount=12.34": `value="1234567890"`,
			"/voucher": "฿1,234.50", "/oidc": "sub-mai", "/lobby/pgslot": `name="username"`,
			"/lobby/superslot/login": `name="password"`, "/lobby/joker?token=wrong": `role="alert"`,
		}
		for _, code := range []string{"joker2", "askmebet"} {
			pages[strings.TrimPrefix(clienttest.Launch(t, s, code, "1234.5"), s.URL)] = "1,234.50"
		}
		inline := regexp.MustCompile(`(?i)<script(?: [^>]*)?>[^<]|<style|\sstyle=|\son[a-z]+=|javascript:`)
		for path, want := range pages {
			for _, lang := range []string{"th", "lo", "en"} {
				address, err := url.Parse(s.URL + path)
				if err != nil {
					t.Fatal(err)
				}
				query := address.Query()
				query.Set("lang", lang)
				address.RawQuery = query.Encode()
				status, header, page := clienttest.Get(t, s, address.String())
				if status != http.StatusOK || !strings.Contains(page, want) || !strings.Contains(page, `<html lang="`+lang+`">`) {
					t.Errorf("%s in %s: HTTP %d, or not the expected contents", path, lang, status)
				}
				if !strings.Contains(page, "SANDBOX") {
					t.Errorf("%s in %s is not marked", path, lang)
				}
				if found := inline.FindString(page); found != "" {
					t.Errorf("%s in %s has inline %q", path, lang, found)
				}
				policy := header.Get("Content-Security-Policy")
				strict := strings.Contains(policy, "default-src 'none'") && !strings.Contains(policy, "unsafe")
				if !strict || header.Get("Referrer-Policy") != "no-referrer" {
					t.Errorf("%s in %s: headers %v", path, lang, header)
				}
			}
		}
		for _, path := range []string{"/nothing", "/lobby/nothing"} {
			if status, _, page := clienttest.Get(t, s, s.URL+path); status != http.StatusNotFound || !strings.Contains(page, "404") {
				t.Errorf("%s: HTTP %d", path, status)
			}
		}
	})
}

// All static files of the pages exist.
func TestPageAssets(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		_, _, page := clienttest.Get(t, s, s.URL+"/")
		_, _, css := clienttest.Get(t, s, s.URL+"/asset/sandbox.css")
		var paths []string
		for _, found := range regexp.MustCompile(`(?:src|href)="(/asset/[^"]+)"`).FindAllStringSubmatch(page, -1) {
			paths = append(paths, found[1])
		}
		for _, found := range regexp.MustCompile(`url\(([^)]+)\)`).FindAllStringSubmatch(css, -1) {
			paths = append(paths, "/asset/"+found[1])
		}
		if len(paths) < 8 {
			t.Errorf("only %v", paths)
		}
		for _, path := range paths {
			if status, _, body := clienttest.Get(t, s, s.URL+path); status != http.StatusOK || body == "" {
				t.Errorf("%s: HTTP %d", path, status)
			}
		}
	})
}
