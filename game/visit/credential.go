package visit

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"time"

	"krapao/fault"
	"krapao/game"
)

// Credentials are what a member types at the provider.
type Credentials struct {
	Username string
	// Password is empty while nobody knows which of two is valid, and where accounts have no password.
	Password string
	// Event is set for a game that opens by a form, while it may be opened.
	Event *game.Event
}

// formMethod is how credentials are sent: they must not be part of an address.
const formMethod = "POST"

// Credentials returns the member's own credentials for a game. Codes: NO_GAME, SLOT_NO_ACCOUNT (for ufabet NOT_UFABET).
func (s *Service) Credentials(ctx context.Context, member, code string, v game.Visit) (Credentials, error) {
	if err := s.playing(ctx, member); err != nil {
		return Credentials{}, err
	}
	c, err := s.credentials(ctx, member, code, v)
	if err != nil {
		return Credentials{}, err
	}
	if err := s.playing(ctx, member); err != nil { // it may have been shut out meanwhile
		return Credentials{}, err
	}
	return c, nil
}

func (s *Service) credentials(ctx context.Context, member, code string, v game.Visit) (Credentials, error) {
	g, a, err := s.accountFor(ctx, member, code)
	if fault.Is(err, fault.SLOT_NO_ACCOUNT) && code == "ufabet" {
		return Credentials{}, fault.New(fault.NOT_UFABET, "the member has no account there").With("game", code)
	}
	if err != nil {
		return Credentials{}, err
	}
	password, err := s.accounts.Password(ctx, a)
	if err != nil {
		return Credentials{}, err
	}
	return s.withForm(ctx, g, a, password, v)
}

func (s *Service) accountFor(ctx context.Context, member, code string) (game.Game, game.Account, error) {
	g, err := s.catalogue.Find(ctx, code)
	if err != nil {
		return g, game.Account{}, err
	}
	a, err := s.accounts.For(ctx, member, g)
	return g, a, err
}

// ResetPassword gives the member's account for a game a new password. Codes: NO_GAME, SLOT_NO_ACCOUNT,
// SLOT_RESET_PASSWORD_FAIL.
func (s *Service) ResetPassword(ctx context.Context, member, code string) error {
	if err := s.playing(ctx, member); err != nil {
		return err
	}
	g, a, err := s.accountFor(ctx, member, code)
	if err != nil {
		return err
	}
	return s.accounts.ResetPassword(ctx, g, a)
}

// withForm adds the form that opens the game, if there is one and the game may be opened now. Looking at it does not
// count as a launch, because the app loads it with the sheet. So a transfer at such a game does not wait for the time
// since a launch, only for a balance that does not change.
func (s *Service) withForm(ctx context.Context, g game.Game, a game.Account, password string, v game.Visit) (Credentials, error) {
	c := Credentials{Username: a.Username, Password: password}
	connection := s.providers.Connection(g.Provider)
	p := connection.Provider
	known := p != nil && !hasPassword(p.Capabilities())
	if known {
		c.Password = ""
	}
	if g.Launch.Kind != game.Form || p == nil || g.State != game.Open || g.Maintenance || !g.CheckedSince.IsZero() {
		return c, nil
	}
	balance, err := s.books.Balance(ctx, a.Ledger())
	switch {
	case err != nil:
		return c, fmt.Errorf("game: read a memo balance: %w", err)
	case !p.Capabilities().CanVerify() && game.Moving(balance):
		return c, nil // the credentials are shown; only opening the game waits
	case known:
		c.Event = s.login(ctx, p, a, v)
	case c.Password != "":
		c.Event = form(connection, a.Username, password, v.Lang)
	}
	return c, nil
}

// hasPassword reports whether accounts there have a password. If not, the provider itself lets the member in.
func hasPassword(caps game.Capabilities) bool { return caps.SetPassword || caps.NeedsPassword }

// loginTime limits the provider's own login while the member waits. Without the login the credentials are still shown,
// but a game of this kind can't be opened in any other way.
const loginTime = 8 * time.Second

// login asks the provider to let the member in, and turns its address into a form, since the game is opened by one. nil
// if the provider does not answer.
func (s *Service) login(ctx context.Context, p game.Provider, a game.Account, v game.Visit) *game.Event {
	ctx, cancel := context.WithTimeout(ctx, loginTime)
	defer cancel()
	page, err := s.page(ctx, p, a, v)
	if err != nil {
		s.log.Info("game: no login", "provider", a.Provider, "error", err)
		return nil
	}
	if page.Form != nil {
		return page.Form
	}
	address, err := url.Parse(page.URL)
	if err != nil {
		return nil
	}
	event := &game.Event{Method: "GET", Fields: map[string]string{}}
	for name, values := range address.Query() {
		if len(values) > 1 {
			return nil // a form can't send several values under one name
		}
		event.Fields[name] = values[0]
	}
	address.RawQuery = ""
	event.Action = address.String()
	return event
}

// form returns the provider's login form, filled in.
func form(c game.Connection, username, password, lang string) *game.Event {
	switch {
	case c.Form != nil:
	case c.LoginPage == "":
		return nil
	default:
		return &game.Event{
			Action: c.LoginPage, Method: formMethod,
			Fields: map[string]string{"username": username, "password": password, "lang": lang},
		}
	}
	fields := map[string]string{}
	maps.Copy(fields, c.Form.Extra)
	fields[c.Form.Username], fields[c.Form.Password] = username, password
	return &game.Event{Action: c.Form.Action, Method: formMethod, Fields: fields}
}
