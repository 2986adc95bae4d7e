package outside

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/provider"
	"krapao/game"
	"krapao/internal/config"
	"krapao/money"
)

// defaultReportLag is how late a report may list a settled round, unless the configuration or the family says otherwise
// (RULES.md section 7).
const defaultReportLag = time.Hour

// prefixForm: user names have 12 characters in all, and enough of them must be left to chance.
var prefixForm = regexp.MustCompile(`^[a-z0-9]{0,5}$`)

// Providers makes the connections to game providers, by their names. shut is called when the circuit breaker of one opens
// (true) or closes.
func Providers(
	all map[string]config.Provider, to PerSystem, shut func(provider string, shut bool),
) (map[string]game.Connection, error) {
	connections := map[string]game.Connection{}
	for name, p := range all {
		connection, err := connectionOf(name, p, to(name), shut)
		if err != nil {
			return nil, fmt.Errorf("provider %q: %w", name, err)
		}
		connections[name] = connection
	}
	return connections, nil
}

func connectionOf(
	name string, p config.Provider, l outbound.Settings, shut func(string, bool),
) (game.Connection, error) {
	connection := game.Connection{Family: p.Family, LoginPage: p.LoginPage}
	if p.Form != nil {
		connection.Form = &game.LoginForm{
			Action: p.Form.Action, Username: p.Form.Username, Password: p.Form.Password, Extra: p.Form.Extra,
		}
	}
	if err := p.Valid(); err != nil {
		return connection, err
	}
	t, err := termsOf(name, p, l)
	if err != nil {
		return connection, err
	}
	t.Outbound.Observe = func(_ time.Duration, _ error, alone bool) { shut(name, alone) }
	connection.Provider, err = adapterOf(p, t)
	return connection, err
}

// termsOf reads the settings that the adapters of all families share. The report's source is the configured name, where
// several providers share a report, else the provider's own name.
func termsOf(name string, p config.Provider, l outbound.Settings) (provider.Terms, error) {
	t := provider.Terms{
		Stakes: game.Stakes(p.Stakes), NotFoundWindow: time.Duration(p.NotFoundSeconds) * time.Second,
		ReportLag: defaultReportLag, Source: cmp.Or(p.Source, name), Outbound: l,
	}
	if p.ReportLagSeconds != nil {
		t.ReportLag = time.Duration(*p.ReportLagSeconds) * time.Second
	}
	if !prefixForm.MatchString(p.Prefix) {
		return t, errors.New("prefix is at most 5 small letters and digits")
	}
	if p.Step != "" {
		step, err := money.ParseCredits(p.Step)
		if err != nil || step <= 0 {
			return t, errors.New("step is a positive number of credits")
		}
		t.Step = step
	}
	return t, nil
}
