package app

import (
	"fmt"
	"time"

	"krapao/connect/bankfeed"
	"krapao/connect/line"
	"krapao/connect/payout"
	"krapao/connect/provider/amb"
	"krapao/connect/provider/joker"
	"krapao/connect/slipcheck/easyslip"
	"krapao/connect/slipcheck/slipok"
	"krapao/connect/sms/thaibulk"
	"krapao/connect/truemoney"
	"krapao/deposit"
	"krapao/game"
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

// providersOf makes the connections to game providers, by their names.
func providersOf(all map[string]config.Provider, c clock.Clock) (map[string]game.Connection, error) {
	connections := map[string]game.Connection{}
	for name, p := range all {
		window := time.Duration(p.NotFoundSeconds) * time.Second
		settings := line.Settings{Now: c.Now}
		connection := game.Connection{LoginPage: p.LoginPage}
		switch p.Family {
		case "joker":
			connection.Provider = joker.New(joker.Config{
				BaseURL: p.BaseURL, ForwardURL: p.ForwardURL, AppID: p.ID, Secret: p.Secret,
				Stakes: game.Stakes(p.Stakes), NotFoundWindow: window, Line: settings,
			})
		case "amb":
			connection.Provider = amb.New(amb.Config{
				BaseURL: p.BaseURL, Agent: p.ID, Secret: p.Secret,
				Stakes: game.Stakes(p.Stakes), NotFoundWindow: window, Line: settings,
			})
		default:
			return nil, fmt.Errorf("provider %q: the family is joker or amb, not %q", name, p.Family)
		}
		connections[name] = connection
	}
	return connections, nil
}
