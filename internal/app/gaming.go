package app

import (
	"context"
	"time"

	"krapao/connect/provider/watched"
	"krapao/game"
	"krapao/game/account"
	"krapao/game/balance"
	"krapao/game/catalogue"
	"krapao/game/report"
	"krapao/game/visit"
	"krapao/internal/app/outside"
	"krapao/internal/store"
	"krapao/play"
	"krapao/reconcile"
	"krapao/spin"
	"krapao/wallet"
	"krapao/wallet/doubt"
	"krapao/wallet/lost"
)

// gameRooms are the rooms of the area game, each built from those above it.
type gameRooms struct {
	*game.Providers
	Accounts  *account.Service
	Catalogue *catalogue.Service
	Balances  *balance.Service
	Visits    *visit.Service
	Reports   *report.Service
}

// gaming are the areas of play: the games, the wallet that money goes to them from, and what play earns.
type gaming struct {
	Games  gameRooms
	Wallet *wallet.Service
	// Screens are the members' home screens.
	Screens *wallet.Screens
	Coins   *spin.Service
	Play    *play.Service
}

func openGaming(b base, p people) (gaming, error) {
	connections, err := connectionsOf(b)
	if err != nil {
		return gaming{}, err
	}
	games := openGames(b, p, game.NewProviders(connections, game.Timeouts{}))
	money := wallet.New(b.Store, b.Ledger, doubt.Games{
		Providers: games.Providers, Catalogue: games.Catalogue, Accounts: games.Accounts, Balances: games.Balances,
		Reports: games.Reports,
	}, holds{p.States}, walletSettings(b))
	coins := spin.New(spin.Deps{
		Store: b.Store, Books: b.Ledger, Box: b.box, Members: spinMembers{}, Totals: decisions{money}, Random: b.Random,
	})
	return gaming{
		Games: games, Wallet: money, Screens: wallet.NewScreens(b.Store, games.Catalogue, games.Balances),
		Coins: coins, Play: play.New(b.Store, coins),
	}, nil
}

// connectionsOf are those to the game providers. Every call is measured.
func connectionsOf(b base) (map[string]game.Connection, error) {
	connections, err := outside.Providers(b.Outside.Providers, b.clients.Games, b.Metrics.ProviderCircuit)
	if err != nil {
		return nil, err
	}
	for name, c := range connections {
		c.Provider = watched.Watch(name, c.Provider, b.Metrics)
		connections[name] = c
	}
	return connections, nil
}

// openGames opens the rooms of the area game. In the demo, play counts within seconds.
func openGames(b base, p people, providers *game.Providers) gameRooms {
	g := gameRooms{Providers: providers, Catalogue: catalogue.New(b.Store, providers, account.FactorsTx)}
	g.Accounts = account.New(account.Deps{Store: b.Store, Books: b.Ledger, Box: b.box, Providers: providers, Log: b.Log})
	g.Balances = balance.New(balance.Deps{
		Store: b.Store, Books: b.Ledger, Providers: providers, Catalogue: g.Catalogue, Accounts: g.Accounts, Log: b.Log,
	})
	g.Visits = visit.New(visit.Deps{
		Store: b.Store, Books: b.Ledger, Providers: providers, Catalogue: g.Catalogue, Accounts: g.Accounts,
		Balances: g.Balances, Playing: shutOut{p.States, b.Clock}.Playing, Log: b.Log,
	})
	d := report.Deps{Store: b.Store, Providers: providers, Catalogue: g.Catalogue, Accounts: g.Accounts, Log: b.Log}
	if b.Demo {
		d.Every = 5 * time.Second
	}
	g.Reports = report.New(d)
	return g
}

// walletSettings: the demo's waits are short, so that everything can be tried in minutes (RULES.md section 15).
func walletSettings(b base) wallet.Settings {
	s := wallet.Settings{Settings: doubt.Settings{Log: b.Log}}
	if b.Demo {
		s.NotFoundWindow, s.Idle, s.Still = 20*time.Second, time.Second, 2*time.Second
		if s.Rechecks = b.Node.Rechecks; len(s.Rechecks) > 0 { // seconds instead of days; what follows them is as short
			s.UnprovedAfter = s.Rechecks[len(s.Rechecks)-1]
		}
	}
	return s
}

// agree refuses to start with a catalogue that does not fit the providers' connections. The demo's follows the program.
func agree(ctx context.Context, games *catalogue.Service, demo bool) error {
	if demo {
		if err := games.AdoptFamilies(ctx); err != nil {
			return err
		}
	}
	return games.Agree(ctx)
}

// lost books what providers moved and a restored store does not have.
func (g gaming) lost(b base) *lost.Service {
	return lost.New(b.Ledger, g.Games.Accounts, g.Games.Catalogue)
}

// openReconciliation opens the comparison of days with providers. The demo has no pause between calls: its providers have no
// limits. stop stops a provider that differs too much.
func openReconciliation(
	b base, g gaming, stop func(context.Context, *store.Tx, string, reconcile.Open) error,
) *reconcile.Service {
	s := reconcile.Settings{Log: b.Log, Stop: stop}
	if b.Demo {
		s.Pause = 20 * time.Millisecond
	}
	games := reconcile.Games{
		Providers: g.Games.Providers, Catalogue: g.Games.Catalogue, Accounts: g.Games.Accounts, Reports: g.Games.Reports,
	}
	days := reconcile.New(b.Store, b.Ledger, games, g.Wallet.Doubts(), s)
	days.SetLost(g.lost(b))
	return days
}
