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
	"krapao/internal/clock"
	"krapao/internal/config"
	"krapao/otp"
	"krapao/withdraw"
)

func smsOf(c config.SMS) otp.Sender {
	return thaibulk.New(thaibulk.Config{BaseURL: c.BaseURL, Key: c.Key, Secret: c.Secret})
}

// feedsOf makes the connections to statements, by the code of their deposit account.
func feedsOf(all map[string]config.Feed, c clock.Clock) map[string]deposit.Feed {
	feeds := map[string]deposit.Feed{}
	for code, f := range all {
		feeds[code] = bankfeed.New(bankfeed.Config{BaseURL: f.BaseURL, Key: f.Key, Secret: f.Secret, Bank: f.Bank, Now: c.Now})
	}
	return feeds
}

// verifiersOf makes the connections to verifiers of slips, in the order in which they are asked.
func verifiersOf(all []config.SlipCheck, c clock.Clock) ([]deposit.SlipVerifier, error) {
	verifiers := make([]deposit.SlipVerifier, 0, len(all))
	settings := line.Settings{Now: c.Now}
	for _, check := range all {
		switch check.Kind {
		case "slipok":
			verifiers = append(verifiers, slipok.New(slipok.Config{BaseURL: check.BaseURL, Branch: check.Branch, Key: check.Key, Line: settings}))
		case "easyslip":
			verifiers = append(verifiers, easyslip.New(easyslip.Config{BaseURL: check.BaseURL, Key: check.Key, Line: settings}))
		default:
			return nil, fmt.Errorf("slip check: the kind is slipok or easyslip, not %q", check.Kind)
		}
	}
	return verifiers, nil
}

// issuerOf makes the connection to the issuer of wallet links; nil where there is none.
func issuerOf(t config.TrueMoney, c clock.Clock) deposit.Issuer {
	if t == (config.TrueMoney{}) {
		return nil
	}
	return truemoney.New(truemoney.Config{BaseURL: t.BaseURL, Mobile: t.Mobile, Now: c.Now})
}

func payoutOf(p config.Payout, c clock.Clock) withdraw.Payout {
	return payout.New(payout.Config{BaseURL: p.BaseURL, Key: p.Key, Secret: p.Secret, Now: c.Now})
}
