package app

import (
	"cmp"
	"context"
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

// defaultReportLag is how late a settled round may be listed where nothing else is configured or known of the family
// (RULES.md section 7).
const defaultReportLag = time.Hour

// prefixForm: user names have 12 characters in all, so a prefix leaves enough of them to chance.
var prefixForm = regexp.MustCompile(`^[a-z0-9]{0,5}$`)

// providersOf makes the connections to game providers, by their names. It calls shut when a provider's circuit breaker may
// have opened or closed.
func providersOf(all map[string]config.Provider, l outbound.Settings, shut func(provider string, shut bool)) (map[string]game.Connection, error) {
	connections := map[string]game.Connection{}
	for name, p := range all {
		connection, err := connectionOf(name, p, l, shut)
		if err != nil {
			return nil, fmt.Errorf("provider %q: %w", name, err)
		}
		connections[name] = connection
	}
	return connections, nil
}

// agree refuses to start with a catalogue that does not fit the providers' connections. The demo's follows the program.
func (a *App) agree(ctx context.Context) error {
	if a.Demo {
		if err := a.Games.AdoptFamilies(ctx); err != nil {
			return err
		}
	}
	return a.Games.Agree(ctx)
}

func connectionOf(name string, p config.Provider, l outbound.Settings, shut func(string, bool)) (game.Connection, error) {
	connection := game.Connection{Family: p.Family, LoginPage: p.LoginPage}
	if p.Form != nil {
		connection.Form = &game.LoginForm{Action: p.Form.Action, Username: p.Form.Username, Password: p.Form.Password, Extra: p.Form.Extra}
	}
	if err := p.Valid(); err != nil {
		return connection, err
	}
	t, err := termsOf(name, p, l)
	if err != nil {
		return connection, err
	}
	t.Outbound.Observe = func(_ time.Duration, _ error, open bool) { shut(name, open) }
	connection.Provider, err = adapterOf(p, t)
	return connection, err
}

// termsOf reads what the adapters of all families are told alike. The report's source is the configured name of a shared
// one, else the provider's own name.
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
