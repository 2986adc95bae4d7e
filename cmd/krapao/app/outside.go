package app

import (
	"fmt"
	"time"

	"krapao/connect/bankfeed"
	"krapao/connect/outbound"
	"krapao/connect/payout"
	"krapao/connect/slipcheck/easyslip"
	"krapao/connect/slipcheck/slipok"
	"krapao/connect/sms/thaibulk"
	"krapao/connect/truemoney"
	"krapao/deposit/feed"
	"krapao/deposit/link"
	"krapao/deposit/slip"
	"krapao/internal/config"
	"krapao/internal/patience"
	"krapao/otp"
	"krapao/withdraw"
)

// outbound is how this node reaches the outside. A call has the whole time of API.md; areas give less where they need to.
func (a *App) outbound() outbound.Settings {
	return outbound.Settings{Timeout: patience.Call, Now: a.Clock.Now, Dial: a.Dial}
}

// measured returns the settings of a measured client, by the name of the outside system.
type measured func(name string) outbound.Settings

// measured makes them for one kind of outside system, as metrics name it.
func (a *App) measured(kind string) measured {
	return func(name string) outbound.Settings {
		a.Metrics.Outside(kind, name)
		s := a.outbound()
		s.Measure = func(ended outbound.Ended, took time.Duration) { a.Metrics.OutsideCall(kind, name, string(ended), took) }
		return s
	}
}

func smsOf(c config.SMS, l outbound.Settings) otp.Sender {
	return thaibulk.New(thaibulk.Config{BaseURL: c.BaseURL, Key: c.Key, Secret: c.Secret, Outbound: l})
}

// feedsOf makes the connections to statements, by the code of their deposit account.
func feedsOf(all map[string]config.Feed, to measured) map[string]feed.Feed {
	feeds := map[string]feed.Feed{}
	for code, f := range all {
		l := to(code)
		feeds[code] = bankfeed.New(bankfeed.Config{BaseURL: f.BaseURL, Key: f.Key, Secret: f.Secret, Bank: f.Bank, Now: l.Now, Outbound: l})
	}
	return feeds
}

// verifiersOf makes the connections to verifiers of slips, in the order in which they are asked.
func verifiersOf(all []config.SlipCheck, to measured) ([]slip.Verifier, error) {
	verifiers := make([]slip.Verifier, 0, len(all))
	for _, check := range all {
		switch check.Kind {
		case "slipok":
			verifiers = append(verifiers, slipok.New(slipok.Config{BaseURL: check.BaseURL, Branch: check.Branch, Key: check.Key, Outbound: to(check.Kind)}))
		case "easyslip":
			verifiers = append(verifiers, easyslip.New(easyslip.Config{BaseURL: check.BaseURL, Key: check.Key, Outbound: to(check.Kind)}))
		default:
			return nil, fmt.Errorf("slip check: the kind is slipok or easyslip, not %q", check.Kind)
		}
	}
	return verifiers, nil
}

// issuerOf makes the connection to the issuer of wallet links; nil where there is none.
func issuerOf(t config.TrueMoney, to measured) link.Issuer {
	if t == (config.TrueMoney{}) {
		return nil
	}
	l := to("truemoney")
	return truemoney.New(truemoney.Config{BaseURL: t.BaseURL, Mobile: t.Mobile, Now: l.Now, Outbound: l})
}

func payoutOf(p config.Payout, l outbound.Settings) withdraw.Payout {
	return payout.New(payout.Config{BaseURL: p.BaseURL, Key: p.Key, Secret: p.Secret, Now: l.Now, Outbound: l})
}
