package app_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"krapao/cmd/krapao/demo"
	"krapao/connect/payment/signed/wire"
	"krapao/deposit"
	"krapao/internal/app"
	"krapao/internal/config"
	"krapao/sandbox/banks"
)

// serve must not run with slip verifiers and statements that have the demo's secrets or none, or are on this machine.
func TestUnsafeSlipChecksAndFeedsAreNamed(t *testing.T) {
	t.Parallel()
	demo := app.Sandboxed("https://bank.example.com")
	none := config.Outside{
		SlipChecks: []config.SlipCheck{{Kind: "slipok"}, {Kind: "easyslip", BaseURL: "http://127.0.0.1:8090/easyslip", Key: "k"}},
		Feeds:      map[string]config.Feed{"SCB-AUTO": {BaseURL: "http://bank.example.com"}},
	}
	for _, c := range []struct {
		outside config.Outside
		want    []string
	}{
		{demo, []string{
			"slipChecks[0] slipok: key is a default secret", "slipChecks[1] easyslip: key is a default secret",
			"feeds.SCB-AUTO: secret is a default secret",
		}},
		{none, []string{
			"slipChecks[0] slipok: its address is missing", "slipChecks[0] slipok: key is missing",
			"slipChecks[0] slipok: branch is missing", "slipChecks[1] easyslip: its address is this machine's",
			"feeds.SCB-AUTO: its address is without TLS", "feeds.SCB-AUTO: secret is missing",
			"feeds.SCB-AUTO: key is missing", "feeds.SCB-AUTO: bank is missing",
		}},
	} {
		named := strings.Join(config.Serving{Outside: c.outside}.Unsafe(app.Published), "\n")
		for _, want := range c.want {
			if !strings.Contains(named, want) {
				t.Errorf("%q is not named in:\n%s", want, named)
			}
		}
	}
	safe := config.Outside{
		SlipChecks: []config.SlipCheck{{Kind: "easyslip", BaseURL: "https://developer.easyslip.com", Key: "k-2219fe"}},
		Feeds: map[string]config.Feed{
			"SCB-AUTO": {BaseURL: "https://bank.example.com", Key: "us", Secret: "s-8801ab", Bank: "014"},
		},
	}
	for _, why := range (config.Serving{Outside: safe}).Unsafe(app.Published) {
		if strings.HasPrefix(why, "slipChecks") || strings.HasPrefix(why, "feeds") {
			t.Errorf("refused: %s", why)
		}
	}
}

// The file's schemes of signed gateways are those that the connection knows.
func TestSchemesAreTheConnections(t *testing.T) {
	t.Parallel()
	known := []wire.Scheme{wire.BodyHMAC, wire.SortedMD5, wire.SortedHMAC}
	for _, scheme := range known {
		if !slices.Contains(config.Schemes, string(scheme)) {
			t.Errorf("%s is refused", scheme)
		}
	}
	for _, scheme := range config.Schemes {
		if !wire.Scheme(scheme).Valid() {
			t.Errorf("%s is accepted, and the connection does not know it", scheme)
		}
	}
}

// The sandbox's bank knows the demo's accounts, and every account whose source of truth is the feed has one.
func TestTheSandboxKnowsTheDemosAccounts(t *testing.T) {
	t.Parallel()
	document, err := demo.Document()
	if err != nil {
		t.Fatal(err)
	}
	var accounts []struct{ Code, BankCode, BankType, Source, BankAccountNo string }
	if err := json.Unmarshal(document["depositAccounts"], &accounts); err != nil {
		t.Fatal(err)
	}
	outside := app.Sandboxed("http://127.0.0.1:1")
	known := banks.DemoAccounts()
	compared := 0
	for _, a := range accounts {
		if a.BankType != "BANK" {
			continue
		}
		compared++
		if !slices.ContainsFunc(known, func(k banks.Account) bool { return k.Bank == a.BankCode && k.Number == a.BankAccountNo }) {
			t.Errorf("the sandbox does not know %s", a.Code)
		}
		feed, has := outside.Feeds[a.Code]
		if digits, _ := deposit.DigitsOf(a.BankCode); has != (a.Source == "feed") || has && feed.Bank != digits {
			t.Errorf("%s, whose source is %s: feed %+v", a.Code, a.Source, feed)
		}
	}
	if compared != len(known) {
		t.Errorf("the demo has %d bank accounts, the sandbox %d", compared, len(known))
	}
}
