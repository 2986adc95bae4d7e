package wallet

import (
	"time"

	"krapao/game"
	"krapao/internal/patience"
	"krapao/wallet/doubt"
)

// Steps are the shares of a request's time and the limits that they must fit, by the product's own settings.
type Steps struct {
	Before, Reserve, Still, Call, Book   time.Duration
	SendBy, Lease, CallTimeout, Movement time.Duration
}

// Shares are those of a transfer at a provider that can verify one, or can't.
func Shares(unverifiable bool) Steps {
	s := New(nil, nil, doubt.Games{Providers: game.NewProviders(nil, game.Timeouts{})}, nil, Settings{})
	n := Steps{
		Reserve: reserveShare, Call: callShare, Book: patience.Book,
		SendBy: s.settings.SendBy, Lease: s.settings.intentLease(s.games.CallTimeout()), CallTimeout: s.games.CallTimeout(),
		Movement: s.lease(),
	}
	n.Before = patience.Answer - reserveShare - afterReserve(asked{unverifiable: unverifiable})
	if unverifiable {
		n.Still = stillShare
	}
	return n
}

// asked is a provider that can verify a transfer, or can't.
type asked struct {
	game.Provider
	unverifiable bool
}

func (p asked) Capabilities() game.Capabilities {
	return game.Capabilities{CheckByReference: !p.unverifiable}
}
