package app

import (
	"context"
	"fmt"
	"net"
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
	"krapao/internal/clock"
	"krapao/internal/config"
	"krapao/internal/patience"
	"krapao/internal/telemetry"
	"krapao/otp"
	"krapao/withdraw"
)

// clients make the settings of this node's outbound clients.
type clients struct {
	now     func() time.Time
	dial    func(ctx context.Context, network, address string) (net.Conn, error)
	metrics *telemetry.Metrics
	// times has what outside systems' answers say about the time.
	times *clock.Outside
}

// plain returns the settings of the client of one kind's system. A call has all the time that API.md gives it; areas
// give less where they rely on that.
func (c clients) plain(kind, name string) outbound.Settings {
	written := func(at time.Time, took time.Duration) { c.times.Saw(kind+" "+name, at, took) }
	return outbound.Settings{Timeout: patience.Call, Now: c.now, Dial: c.dial, Written: written}
}

// games returns the settings of the client of a game provider, whose calls its family measures.
func (c clients) games(name string) outbound.Settings { return c.plain("game", name) }

// perSystem returns the settings of a client by the name of its outside system.
type perSystem func(name string) outbound.Settings

// measured returns the settings of clients of one kind of outside system, as the figures name the kind. Each call is measured.
func (c clients) measured(kind string) perSystem {
	return func(name string) outbound.Settings {
		c.metrics.Outside(kind, name)
		l := c.plain(kind, name)
		l.Measure = func(ended outbound.Ended, took time.Duration) { c.metrics.OutsideCall(kind, name, string(ended), took) }
		return l
	}
}

func smsOf(c config.SMS, l outbound.Settings) otp.Sender {
	return thaibulk.New(thaibulk.Config{BaseURL: c.BaseURL, Key: c.Key, Secret: c.Secret, Outbound: l})
}

// feedsOf makes the connections to statements, by the code of their deposit account.
func feedsOf(all map[string]config.Feed, to perSystem) map[string]feed.Feed {
	feeds := map[string]feed.Feed{}
	for code, f := range all {
		l := to(code)
		feeds[code] = bankfeed.New(bankfeed.Config{
			BaseURL: f.BaseURL, Key: f.Key, Secret: f.Secret, Bank: f.Bank, Now: l.Now, Outbound: l,
		})
	}
	return feeds
}

// verifiersOf makes the connections to verifiers of slips, in the order in which they are asked.
func verifiersOf(all []config.SlipCheck, to perSystem) ([]slip.Verifier, error) {
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

// issuerOf makes the connection to the issuer of wallet links; nil where there is none.
func issuerOf(t config.TrueMoney, to perSystem) link.Issuer {
	if t == (config.TrueMoney{}) {
		return nil
	}
	l := to("truemoney")
	return truemoney.New(truemoney.Config{BaseURL: t.BaseURL, Mobile: t.Mobile, Now: l.Now, Outbound: l})
}

func payoutOf(p config.Payout, l outbound.Settings) withdraw.Payout {
	return payout.New(payout.Config{BaseURL: p.BaseURL, Key: p.Key, Secret: p.Secret, Now: l.Now, Outbound: l})
}
