package banks_test

import (
	"bytes"
	"encoding/json"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/bankfeed"
	"krapao/connect/slipcheck/easyslip"
	"krapao/connect/slipcheck/slipok"
	"krapao/deposit/feed"
	"krapao/deposit/slip"
	"krapao/internal/clock"
	"krapao/internal/qr"
	"krapao/sandbox"
	"krapao/sandbox/clienttest"
	"krapao/sandbox/sandboxtest"
)

// scbAuto and ktbSlip are accounts of the wallet in the demo.
var (
	scbAuto = sandboxtest.Transfer{
		FromBank: "KBANK", FromAccount: "1112223334", FromName: "SOMCHAI JAIDEE",
		ToBank: "SCB", ToAccount: "4068123456", Amount: "100",
	}
	ktbSlip = sandboxtest.Transfer{
		FromBank: "SCB", FromAccount: "4051234567", FromName: "สมชาย ใจดี",
		ToBank: "KTB", ToAccount: "9831234567", Amount: "250.75",
	}
)

func verifiers(s *sandboxtest.Sandbox) []slip.Verifier {
	known := sandbox.DemoCredentials()
	return []slip.Verifier{
		slipok.New(slipok.Config{
			BaseURL: s.URL + "/slipok", Branch: known.SlipOK.Branch, Key: known.SlipOK.Key, Outbound: s.Outbound(0),
		}),
		easyslip.New(easyslip.Config{BaseURL: s.URL + "/easyslip", Key: known.EasySlip, Outbound: s.Outbound(0)}),
	}
}

func statement(t *testing.T, s *sandboxtest.Sandbox, digits, account string) []feed.Line {
	t.Helper()
	known := sandbox.DemoCredentials().Feed
	feed := bankfeed.New(bankfeed.Config{
		BaseURL: s.URL + "/feed", Key: known.Key, Secret: known.Secret, Bank: digits, Outbound: s.Outbound(0),
	})
	page, err := feed.Lines(t.Context(), account, "")
	if err != nil {
		t.Fatal(err)
	}
	return page.Lines
}

// References have each bank's own form: digits and letters, at most 25, never the same.
func TestBankReferences(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		at := time.Date(2025, 3, 14, 7, 40, 41, 0, time.UTC)
		for bank, form := range map[string]string{
			"KBANK": `^015073144041[A-Z]{3}[0-9]{5}$`, "SCB": `^20250314[0-9A-Za-z]{17}$`, "BBL": `^20250314[0-9]{12}$`,
			"KTB": `^A[0-9a-z]{16}$`, "BAY": `^BAYM250314[0-9]{8}$`, "TMB": `^20250314144041[0-9]{9}$`, "ttb": `^20250314144041[0-9]{9}$`,
		} {
			transfer := scbAuto
			transfer.FromBank, transfer.At = bank, &at
			one, other := s.Transfer(transfer), s.Transfer(transfer)
			if !regexp.MustCompile(form).MatchString(one.Ref) || one.Ref == other.Ref {
				t.Errorf("%s: %q, then %q", bank, one.Ref, other.Ref)
			}
		}
	})
}

func TestTransfersThatCannotBe(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		for name, change := range map[string]func(t *sandboxtest.Transfer){
			"no amount":       func(t *sandboxtest.Transfer) { t.Amount = "0" },
			"less":            func(t *sandboxtest.Transfer) { t.Amount = "-1" },
			"half a satang":   func(t *sandboxtest.Transfer) { t.Amount = "0.005" },
			"a Lao bank":      func(t *sandboxtest.Transfer) { t.FromBank = "BCEL" },
			"no bank":         func(t *sandboxtest.Transfer) { t.ToBank = "" },
			"no account":      func(t *sandboxtest.Transfer) { t.ToAccount = "12" },
			"no name":         func(t *sandboxtest.Transfer) { t.FromName = " " },
			"to itself":       func(t *sandboxtest.Transfer) { t.FromBank, t.FromAccount = t.ToBank, t.ToAccount },
			"words as number": func(t *sandboxtest.Transfer) { t.FromAccount = "onetwothree" },
		} {
			transfer := scbAuto
			change(&transfer)
			var answer struct{ Message string }
			s.Call(http.MethodPost, "/sandbox/bank/transfer", transfer, http.StatusBadRequest, &answer)
			if answer.Message == "" {
				t.Errorf("%s: no message", name)
			}
		}
		if in := s.Totals().BankIn; in != "0" {
			t.Errorf("%s came in", in)
		}
		s.Call(http.MethodPost, "/sandbox/bank/reverse", map[string]string{"ref": "nobody's"}, http.StatusNotFound, nil)
		s.Call(http.MethodPost, "/sandbox/bank/feed", map[string]string{}, http.StatusBadRequest, nil)
	})
}

// The totals know which accounts are the wallet's: a transfer to another account is not a deposit.
func TestBankTotals(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		first := s.Transfer(scbAuto)
		s.Transfer(ktbSlip)
		stranger := scbAuto
		stranger.ToAccount = "5556667778"
		s.Reverse(s.Transfer(stranger).Ref)
		if sums := s.Totals(); sums.BankIn != "350.75" || sums.Reversed != "0" {
			t.Errorf("%s in, %s taken back", sums.BankIn, sums.Reversed)
		}
		s.Reverse(first.Ref)
		s.Reverse(first.Ref)
		var sums struct {
			BankIn, Reversed json.Number
			Banks            map[string]struct{ In, Reversed, Out json.Number }
		}
		s.Call(http.MethodGet, "/sandbox/totals", nil, http.StatusOK, &sums)
		if sums.BankIn != "350.75" || sums.Reversed != "100" {
			t.Errorf("%s in, %s taken back", sums.BankIn, sums.Reversed)
		}
		scb, ktb := sums.Banks["SCB 4068123456"], sums.Banks["KTB 9831234567"]
		if scb.In != "100" || scb.Reversed != "100" || ktb.In != "250.75" || ktb.Reversed != "0" {
			t.Errorf("by account: %+v", sums.Banks)
		}
		back := sandboxtest.Transfer{
			FromBank: "KTB", FromAccount: "9831234567", FromName: "US",
			ToBank: "SCB", ToAccount: "4051234567", Amount: "50.75",
		}
		s.Transfer(back)
		s.Reverse(s.Transfer(back).Ref)
		s.Call(http.MethodGet, "/sandbox/totals", nil, http.StatusOK, &sums)
		if ktb := sums.Banks["KTB 9831234567"]; ktb.Out != "50.75" || sums.BankIn != "350.75" {
			t.Errorf("sent back by us: %+v, in %s", ktb, sums.BankIn)
		}
		if len(statement(t, s, "014", "4068123456")) != 2 || len(statement(t, s, "006", "9831234567")) != 1 {
			t.Error("the statements differ from the totals")
		}
	})
}

// The banks' data survive a crash: transfers, lines that are still to come, the feed's switch, and the slips that a
// verifier remembers.
func TestBankOutlivesARestart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		made := s.Transfer(scbAuto)
		query := slip.Query{Payload: qr.SlipText(qr.SlipCode{Bank: "004", Reference: made.Ref}), Bank: "004", Reference: made.Ref}
		if _, err := verifiers(s)[0].Verify(t.Context(), query); err != nil {
			t.Fatal(err)
		}
		s.AddFault(sandboxtest.Fault{Target: "feed", Mode: "late_callback", DelayMS: 1})
		s.Transfer(scbAuto)
		s.Restart()
		clienttest.Pass(time.Millisecond)
		if lines := statement(t, s, "014", "4068123456"); len(lines) != 2 {
			t.Errorf("the statement has %+v", lines)
		}
		s.Feed(false)
		s.Transfer(scbAuto)
		s.Restart()
		if lines := statement(t, s, "014", "4068123456"); len(lines) != 2 {
			t.Errorf("switched off, the statement has %d lines", len(lines))
		}
		a, err := verifiers(s)[0].Verify(t.Context(), query)
		if err != nil || a.Finding != slip.Duplicate || a.Transfer.Amount != 100_00 {
			t.Errorf("the verifier forgot: %+v, %v", a, err)
		}
		if s.Totals().BankIn != "300" {
			t.Errorf("in: %s", s.Totals().BankIn)
		}
	})
}

// A payment of a QR code has a slip too. Both verifiers report it, with the merchant behind the code as the receiver.
func TestSlipOfAQRPayment(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		bank := clienttest.NewKBank(t, s)
		clienttest.Decode[json.RawMessage](t)(bank.Post("/v1/qrpayment/request", bank.Order("kr0aaaaaaaaaaaa", "500")))
		ref := s.Pay("kr0aaaaaaaaaaaa", sandboxtest.Payer{FromBank: "SCB", FromAccount: "4051234567", FromName: "SOMCHAI JAIDEE"})
		query := slip.Query{Payload: qr.SlipText(qr.SlipCode{Bank: "014", Reference: ref}), Bank: "014", Reference: ref}
		for _, v := range verifiers(s) {
			a, err := v.Verify(t.Context(), query)
			if err != nil || a.Finding != slip.Verified || a.Transfer.Amount != 500_00 {
				t.Errorf("%s: %+v, %v", v.Name(), a, err)
				continue
			}
			if a.Transfer.To.BankCode != "KBANK" || a.Transfer.To.AccountNo != "xxxxx3456x" {
				t.Errorf("%s: it went to %+v", v.Name(), a.Transfer.To)
			}
		}
		if len(s.Slip("/sandbox/bank/slip/"+ref+".png")) == 0 {
			t.Error("no picture")
		}
		s.Reverse(ref)
		if sums := s.Totals(); sums.QRIn != "500" || sums.Reversed != "500" || sums.BankIn != "0" {
			t.Errorf("totals: %+v", sums)
		}
	})
}

// The bank reports a transfer for seven days. After that one verifier says that it is too old; the other has no code
// for that, and says that there is none.
func TestSlipOfLongAgo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		now := clock.NewFake(clienttest.Begin)
		s := sandboxtest.Start(t, sandboxtest.Options{Clock: now})
		made := s.Transfer(ktbSlip)
		query := slip.Query{Payload: qr.SlipText(qr.SlipCode{Bank: "014", Reference: made.Ref}), Bank: "014", Reference: made.Ref}
		for _, one := range []struct {
			after time.Duration
			want  map[string]slip.Finding
		}{
			{7 * 24 * time.Hour, map[string]slip.Finding{"slipok": slip.Verified, "easyslip": slip.Verified}},
			{time.Microsecond, map[string]slip.Finding{"slipok": slip.NotFound, "easyslip": slip.Expired}},
		} {
			now.Advance(one.after)
			for _, v := range verifiers(s) {
				if a, err := v.Verify(t.Context(), query); err != nil || a.Finding != one.want[v.Name()] {
					t.Errorf("%s at %s: %+v, %v", v.Name(), now.Now(), a, err)
				}
			}
		}
	})
}

// Slips are pictures in several styles, each with a file name that identifies it.
func TestSlipPictures(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		made := s.Transfer(ktbSlip)
		if made.Slip != "/sandbox/bank/slip/"+made.Ref+".png" {
			t.Errorf("the slip is at %s", made.Slip)
		}
		seen := map[string]bool{}
		for look, kind := range map[string]string{
			"": "png", "?layout=receipt": "png", "?layout=card": "png", "?layout=ticket": "png", "?layout=night": "png",
			"?width=640": "png",
		} {
			raw := s.Slip(made.Slip + look)
			picture, got, err := image.DecodeConfig(bytes.NewReader(raw))
			if err != nil || got != kind || picture.Width < 300 || picture.Height < 300 {
				t.Errorf("%q: %dx%d %s, %v", look, picture.Width, picture.Height, got, err)
			}
			seen[string(raw)] = true
		}
		if len(seen) != 5 { // no layout is the receipt
			t.Errorf("%d different pictures", len(seen))
		}
		jpeg := strings.TrimSuffix(made.Slip, ".png") + ".jpg"
		if best, worst := s.Slip(jpeg+"?quality=95"), s.Slip(jpeg+"?quality=10"); len(worst) >= len(best) {
			t.Errorf("quality 10 has %d bytes, 95 has %d", len(worst), len(best))
		}
		for _, path := range []string{
			made.Slip + "?layout=bank", made.Slip + "?width=9", made.Slip + "?quality=0",
			strings.TrimSuffix(made.Slip, "png") + "svg",
		} {
			s.Call(http.MethodGet, path, nil, http.StatusBadRequest, nil)
		}
		s.Call(http.MethodGet, "/sandbox/bank/slip/nobodys.png", nil, http.StatusNotFound, nil)
	})
}

// A caller with a wrong key learns nothing from a verifier, and the quota counts.
func TestVerifiersKeysAndQuota(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		made := s.Transfer(ktbSlip)
		query := slip.Query{Payload: qr.SlipText(qr.SlipCode{Bank: "014", Reference: made.Ref}), Bank: "014", Reference: made.Ref}
		known := sandbox.DemoCredentials()
		for name, v := range map[string]slip.Verifier{
			"slipok, another key": slipok.New(slipok.Config{
				BaseURL: s.URL + "/slipok", Branch: known.SlipOK.Branch, Key: "guessed", Outbound: s.Outbound(0),
			}),
			"slipok, another branch": slipok.New(slipok.Config{
				BaseURL: s.URL + "/slipok", Branch: "1", Key: known.SlipOK.Key, Outbound: s.Outbound(0),
			}),
			"easyslip, another key": easyslip.New(easyslip.Config{
				BaseURL: s.URL + "/easyslip", Key: "guessed", Outbound: s.Outbound(0),
			}),
		} {
			if a, err := v.Verify(t.Context(), query); err != nil || a.Finding != slip.Later || a.Transfer.Known() {
				t.Errorf("%s: %+v, %v", name, a, err)
			}
		}
		for _, v := range verifiers(s) {
			if a, err := v.Verify(t.Context(), query); err != nil || a.Finding != slip.Verified {
				t.Errorf("%s: %+v, %v", v.Name(), a, err)
			}
		}
		for path, header := range map[string][2]string{
			"/slipok/api/line/apikey/10001/quota": {"X-Authorization", known.SlipOK.Key},
			"/easyslip/api/v1/me":                 {"Authorization", "Bearer " + known.EasySlip},
		} {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set(header[0], header[1])
			answer, err := s.Client().Do(r)
			if err != nil {
				t.Fatal(err)
			}
			var quota struct {
				Data struct{ Quota, RemainingQuota int }
			}
			err = json.NewDecoder(answer.Body).Decode(&quota)
			_ = answer.Body.Close()
			if err != nil || quota.Data.Quota+quota.Data.RemainingQuota != 999_999 {
				t.Errorf("%s: %+v, %v", path, quota, err)
			}
		}
	})
}

// A bank has few references per second: KBANK's end in one of six kinds and five digits. Among four thousand drawn ones
// some would be equal, but each stored one is unique.
func TestReferencesOfOneSecond(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		at := time.Date(2025, 3, 14, 7, 40, 41, 0, time.UTC)
		transfer := scbAuto
		transfer.At = &at
		const writers, each = 8, 500
		refs := make([][]string, writers)
		var all sync.WaitGroup
		for n := range writers {
			all.Go(func() {
				for range each {
					refs[n] = append(refs[n], s.Transfer(transfer).Ref)
				}
			})
		}
		all.Wait()
		seen := map[string]bool{}
		for _, ref := range slices.Concat(refs...) {
			seen[ref] = true
		}
		if len(seen) != writers*each {
			t.Errorf("%d references of %d transfers", len(seen), writers*each)
		}
	})
}
