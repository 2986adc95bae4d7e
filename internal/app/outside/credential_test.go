package outside_test

import (
	"bytes"
	"testing"

	"krapao/internal/app/outside"
	"krapao/internal/config"
	"krapao/internal/secret"
)

// Each system that can be stopped has a digest of its own part of the file, by the installation's key.
func TestDigestsAreOfOneSystemAndOneInstallation(t *testing.T) {
	t.Parallel()
	file := func(change func(*config.Outside)) config.Outside {
		o := config.Outside{
			Payout: config.Payout{BaseURL: "https://bank.example.com", Key: "us", Secret: "s"}, SMS: config.SMS{Key: "k"},
			KBank: config.KBank{MerchantID: "m"}, WW: config.SignedGateway{Secret: "w"}, FP: config.SignedGateway{Secret: "f"},
			PayOneX: config.PayOneX{AccessKey: "a"}, TrueMoney: config.TrueMoney{Mobile: "0812345678"},
			SlipChecks: []config.SlipCheck{{Kind: "slipok", Key: "k"}},
			Providers:  map[string]config.Provider{"joker": {Family: "joker", Secret: "j"}, "pg": {Family: "pg", Secret: "p"}},
			Feeds:      map[string]config.Feed{"SCB": {Secret: "f"}},
		}
		change(&o)
		return o
	}
	keyed := func(fill byte) func(kind, value string) string {
		box, err := secret.FromMaster(bytes.Repeat([]byte{fill}, secret.KeySize))
		if err != nil {
			t.Fatal(err)
		}
		return box.Index
	}
	same := func(*config.Outside) {}
	digests := outside.Digests(file(same), "outside.json", keyed(1))
	other := outside.Digests(file(same), "outside.json", keyed(2))
	no := false
	changes := map[string]func(*config.Outside){
		"payouts":         func(o *config.Outside) { o.Callout.URL = "https://house.example.com" },
		"slips":           func(o *config.Outside) { o.SlipChecks = append(o.SlipChecks, config.SlipCheck{Kind: "easyslip"}) },
		"links":           func(o *config.Outside) { o.TrueMoney.Mobile = "0899999999" },
		"gateway:KBANK":   func(o *config.Outside) { o.KBank.MerchantID = "n" },
		"gateway:WW":      func(o *config.Outside) { o.WW.Secret = "x" },
		"gateway:FP":      func(o *config.Outside) { o.FP.Secret = "x" },
		"gateway:PAYONEX": func(o *config.Outside) { o.PayOneX.Bearer = true },
		"bank:SCB":        func(o *config.Outside) { o.Feeds["SCB"] = config.Feed{Secret: "x"} },
		"provider:joker": func(o *config.Outside) {
			o.Providers["joker"] = config.Provider{Family: "joker", Secret: "j", Check: &no}
		},
		"provider:pg": func(o *config.Outside) { o.Providers["pg"] = config.Provider{Family: "pg", Secret: "x"} },
		"":            func(o *config.Outside) { o.SMS.Key = "x" }, // can't be stopped
	}
	if len(digests) != len(changes)-1 {
		t.Errorf("there are digests of %v", digests)
	}
	for system, change := range changes {
		if system != "" && (digests[system] == "" || digests[system] == other[system]) {
			t.Errorf("%s: %q, and %q with another key", system, digests[system], other[system])
		}
		for name, digest := range outside.Digests(file(change), "outside.json", keyed(1)) {
			if (digest != digests[name]) != (name == system) {
				t.Errorf("a change of %q, and the digest of %s", system, name)
			}
		}
	}
	if own := outside.Digests(file(same), "", keyed(1)); own != nil {
		t.Errorf("the program's own file is compared: %v", own)
	}
}
