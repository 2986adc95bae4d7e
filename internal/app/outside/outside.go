// Package outside makes the connections to the systems outside, as the configuration names them: an outbound client and an
// adapter for each. Areas know them by their own ports.
package outside

import (
	"context"
	"fmt"
	"net"
	"time"

	"krapao/connect/bankfeed"
	"krapao/connect/callout"
	"krapao/connect/outbound"
	"krapao/connect/payout"
	"krapao/connect/slipcheck/easyslip"
	"krapao/connect/slipcheck/slipok"
	"krapao/connect/sms/thaibulk"
	"krapao/connect/truemoney"
	"krapao/deposit/feed"
	"krapao/deposit/link"
	"krapao/deposit/slip"
	"krapao/internal/clock"
	"krapao/internal/config"
	"krapao/internal/patience"
	"krapao/internal/telemetry"
	"krapao/otp"
	"krapao/withdraw/approval"
)

// Clients make the settings of this node's outbound clients.
type Clients struct {
	Now     func() time.Time
	Dial    func(ctx context.Context, network, address string) (net.Conn, error)
	Metrics *telemetry.Metrics
	// Times has what outside systems' answers say about the time.
	Times *clock.Outside
}

// Plain returns the settings of the client of one kind's system. A call has all the time that API.md gives it; areas
// give less where they rely on that.
func (c Clients) Plain(kind, name string) outbound.Settings {
	written := func(at time.Time, took time.Duration) { c.Times.Saw(kind+" "+name, at, took) }
	return outbound.Settings{Timeout: patience.Call, Now: c.Now, Dial: c.Dial, Written: written}
}

// Games returns the settings of the client of a game provider, whose calls its family measures.
func (c Clients) Games(name string) outbound.Settings { return c.Plain("game", name) }

// PerSystem returns the settings of a client by the name of its outside system.
type PerSystem func(name string) outbound.Settings

// Measured returns the settings of clients of one kind of outside system, as the figures name the kind. Each call is measured.
func (c Clients) Measured(kind string) PerSystem {
	return func(name string) outbound.Settings {
		c.Metrics.Outside(kind, name)
		l := c.Plain(kind, name)
		l.Measure = func(ended outbound.Ended, took time.Duration) { c.Metrics.OutsideCall(kind, name, string(ended), took) }
		return l
	}
}

// SMS makes the connection to the sender of text messages.
func SMS(c config.SMS, l outbound.Settings) otp.Sender {
	return thaibulk.New(thaibulk.Config{BaseURL: c.BaseURL, Key: c.Key, Secret: c.Secret, Outbound: l})
}

// Feeds makes the connections to statements, by the code of their deposit account.
func Feeds(all map[string]config.Feed, to PerSystem) map[string]feed.Feed {
	feeds := map[string]feed.Feed{}
	for code, f := range all {
		l := to(code)
		feeds[code] = bankfeed.New(bankfeed.Config{
			BaseURL: f.BaseURL, Key: f.Key, Secret: f.Secret, Bank: f.Bank, Now: l.Now, Outbound: l,
		})
	}
	return feeds
}

// Verifiers makes the connections to verifiers of slips, in the order in which they are asked.
func Verifiers(all []config.SlipCheck, to PerSystem) ([]slip.Verifier, error) {
	verifiers := make([]slip.Verifier, 0, len(all))
	for _, check := range all {
		switch check.Kind {
		case "slipok":
			verifiers = append(verifiers, slipok.New(slipok.Config{
				BaseURL: check.BaseURL, Branch: check.Branch, Key: check.Key, Outbound: to(check.Kind),
			}))
		case "easyslip":
			verifiers = append(verifiers, easyslip.New(easyslip.Config{
				BaseURL: check.BaseURL, Key: check.Key, Outbound: to(check.Kind),
			}))
		default:
			return nil, fmt.Errorf("slip check: the kind is slipok or easyslip, not %q", check.Kind)
		}
	}
	return verifiers, nil
}

// Issuer makes the connection to the issuer of wallet links; nil where there is none.
func Issuer(t config.TrueMoney, to PerSystem) link.Issuer {
	if t == (config.TrueMoney{}) {
		return nil
	}
	l := to("truemoney")
	return truemoney.New(truemoney.Config{BaseURL: t.BaseURL, Mobile: t.Mobile, Now: l.Now, Outbound: l})
}

// Callout makes the connection to the house's own system that is asked before a payout; nil where there is none.
func Callout(c config.Callout, to PerSystem) approval.Callout {
	if c == (config.Callout{}) {
		return nil
	}
	l := to("callout")
	return callout.New(callout.Config{URL: c.URL, Secret: c.Secret, Now: l.Now, Outbound: l})
}

// Payout makes the connection to the bank that pays withdrawals.
func Payout(p config.Payout, l outbound.Settings) *payout.Bank {
	return payout.New(payout.Config{BaseURL: p.BaseURL, Key: p.Key, Secret: p.Secret, Now: l.Now, Outbound: l})
}
