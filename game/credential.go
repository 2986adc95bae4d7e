package game

import (
	"context"
	"fmt"

	"krapao/fault"
	gameq "krapao/internal/store/q/game"
)

// Credentials are what a member types at the provider.
type Credentials struct {
	Username string
	// Password is empty while the provider has not said which of two holds.
	Password string
	// Event is set for games that are opened by a form post.
	Event *Event
}

// Event is a form that the app posts to the provider's page in a new tab.
type Event struct {
	Action string
	Method string
	Fields map[string]string
}

// formMethod is the only one: credentials have no place in an address.
const formMethod = "POST"

// Account returns the member's own credentials for a game. Codes: NO_GAME, SLOT_NO_ACCOUNT (for ufabet NOT_UFABET).
func (s *Service) Account(ctx context.Context, member, code, lang string) (Credentials, error) {
	g, a, row, err := s.credentialRow(ctx, member, code)
	if fault.Is(err, fault.SLOT_NO_ACCOUNT) && code == "ufabet" {
		return Credentials{}, fault.New(fault.NOT_UFABET, "the member has no account there").With("game", code)
	}
	if err != nil {
		return Credentials{}, err
	}
	if row.NextPassword != "" { // the end of a change is not known: setting the same one again settles it
		if err := s.setPassword(ctx, a, row.NextPassword); err != nil {
			s.settings.Log.Info("game: which password holds is not known yet", "provider", a.Provider, "error", err)
			return s.credentials(ctx, g, a, "", lang)
		}
		row.Password = row.NextPassword
	}
	password, err := s.box.Open(passwordRow(a.ID), row.Password)
	if err != nil {
		return Credentials{}, fmt.Errorf("game: password of account %s: %w", a.ID, err)
	}
	return s.credentials(ctx, g, a, password, lang)
}

// credentials adds the form that opens the game, where there is one and the game may be opened now. Looking at it is no
// launch: the app loads it with the sheet. So a transfer at such a game does not wait for the time since a launch, only
// for a balance that stands still.
func (s *Service) credentials(ctx context.Context, g Game, a Account, password, lang string) (Credentials, error) {
	c := Credentials{Username: a.Username, Password: password}
	connection := s.connections[g.Provider]
	if g.Launch.Kind != Form || connection.LoginPage == "" || connection.Provider == nil || password == "" {
		return c, nil
	}
	balance, err := s.books.Balance(ctx, a.Ledger())
	if err != nil {
		return c, fmt.Errorf("game: memo balance: %w", err)
	}
	if blind(connection.Provider) && moving(balance) {
		return c, nil // the credentials are the member's all the same; only the tap that opens the game waits
	}
	c.Event = &Event{
		Action: connection.LoginPage, Method: formMethod,
		Fields: map[string]string{"username": a.Username, "password": password, "lang": lang},
	}
	return c, nil
}

func (s *Service) credentialRow(ctx context.Context, member, code string) (Game, Account, gameq.GameAccount, error) {
	g, err := s.Find(ctx, code)
	if err != nil {
		return g, Account{}, gameq.GameAccount{}, err
	}
	a, err := s.AccountFor(ctx, member, g)
	if err != nil {
		return g, a, gameq.GameAccount{}, err
	}
	row, err := gameq.New(s.store.DB()).AccountOf(ctx, member, g.Provider)
	if err != nil {
		return g, a, row, fmt.Errorf("game: account: %w", err)
	}
	return g, a, row, nil
}
