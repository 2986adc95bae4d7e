package outside

import (
	"krapao/brake"
	"krapao/internal/config"
)

// Digests are the keyed digests of what a file says of each system that can be stopped, by its name. Who receives texts, notices
// and sign-ins can't be stopped, and has none. Nil: there is no file, and the program's own is not compared.
func Digests(o config.Outside, file string, keyed func(kind, value string) string) map[string]string {
	if file == "" {
		return nil
	}
	parts := map[string]config.Outside{
		// The house's own system that is asked before a payout decides about payouts, too.
		brake.Payouts:            {Payout: o.Payout, Callout: o.Callout},
		brake.Slips:              {SlipChecks: o.SlipChecks},
		brake.Links:              {TrueMoney: o.TrueMoney},
		"gateway:" + codeKBank:   {KBank: o.KBank},
		"gateway:" + CodePayOneX: {PayOneX: o.PayOneX},
		"gateway:" + codeWW:      {WW: o.WW},
		"gateway:" + codeFP:      {FP: o.FP},
	}
	for name, p := range o.Providers {
		parts[brake.Provider(name)] = config.Outside{Providers: map[string]config.Provider{name: p}}
	}
	for code, f := range o.Feeds {
		parts["bank:"+code] = config.Outside{Feeds: map[string]config.Feed{code: f}}
	}
	digests := map[string]string{}
	for system, part := range parts {
		if digest := part.Digest(keyed, "credentials of "+system); digest != "" {
			digests[system] = digest
		}
	}
	return digests
}
