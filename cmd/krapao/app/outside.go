package app

import (
	"fmt"

	"krapao/connect/bankfeed"
	"krapao/connect/line"
	"krapao/connect/payout"
	"krapao/connect/slipcheck/easyslip"
	"krapao/connect/slipcheck/slipok"
	"krapao/connect/sms/thaibulk"
	"krapao/connect/truemoney"
	"krapao/deposit"
	"krapao/internal/config"
	"krapao/internal/patience"
	"krapao/otp"
	"krapao/withdraw"
)

// line is how this node reaches the outside. A call has all the time that API.md gives it; areas give less where they count on it.
func (a *App) line() line.Settings {
	return line.Settings{Timeout: patience.Call, Now: a.Clock.Now, Dial: a.Dial}
}

func smsOf(c config.SMS, l line.Settings) otp.Sender {
	return thaibulk.New(thaibulk.Config{BaseURL: c.BaseURL, Key: c.Key, Secret: c.Secret, Line: l})
}

// feedsOf makes the connections to statements, by the code of their deposit account.
func feedsOf(all map[string]config.Feed, l line.Settings) map[string]deposit.Feed {
	feeds := map[string]deposit.Feed{}
	for code, f := range all {
		feeds[code] = bankfeed.New(bankfeed.Config{BaseURL: f.BaseURL, Key: f.Key, Secret: f.Secret, Bank: f.Bank, Now: l.Now, Line: l})
	}
	return feeds
}

// verifiersOf makes the connections to verifiers of slips, in the order in which they are asked.
func verifiersOf(all []config.SlipCheck, l line.Settings) ([]deposit.SlipVerifier, error) {
	verifiers := make([]deposit.SlipVerifier, 0, len(all))
	for _, check := range all {
		switch check.Kind {
		case "slipok":
			verifiers = append(verifiers, slipok.New(slipok.Config{BaseURL: check.BaseURL, Branch: check.Branch, Key: check.Key, Line: l}))
		case "easyslip":
			verifiers = append(verifiers, easyslip.New(easyslip.Config{BaseURL: check.BaseURL, Key: check.Key, Line: l}))
		default:
			return nil, fmt.Errorf("slip check: the kind is slipok or easyslip, not %q", check.Kind)
		}
	}
	return verifiers, nil
}

// issuerOf makes the connection to the issuer of wallet links; nil where there is none.
func issuerOf(t config.TrueMoney, l line.Settings) deposit.Issuer {
	if t == (config.TrueMoney{}) {
		return nil
	}
	return truemoney.New(truemoney.Config{BaseURL: t.BaseURL, Mobile: t.Mobile, Now: l.Now, Line: l})
}

func payoutOf(p config.Payout, l line.Settings) withdraw.Payout {
	return payout.New(payout.Config{BaseURL: p.BaseURL, Key: p.Key, Secret: p.Secret, Now: l.Now, Line: l})
}
