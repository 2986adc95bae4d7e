package app

import (
	"context"
	"time"

	"krapao/connect/provider/watched"
	"krapao/game"
	"krapao/play"
	"krapao/reconcile"
	"krapao/spin"
	"krapao/wallet"
	"krapao/wallet/doubt"
)

// gaming are the areas of play: the games, the wallet that money goes to them from, and what play earns.
type gaming struct {
	Games  *game.Service
	Wallet *wallet.Service
	Coins  *spin.Service
	Play   *play.Service
}

func openGaming(b base, p people) (gaming, error) {
	connections, err := connectionsOf(b)
	if err != nil {
		return gaming{}, err
	}
	games := game.New(b.Store, b.Ledger, b.box, connections, gameSettings(b, p))
	money := wallet.New(b.Store, b.Ledger, games, holder{p.Members}, walletSettings(b))
	coins := spin.New(spin.Deps{
		Store: b.Store, Books: b.Ledger, Box: b.box, Members: spinMembers{}, Totals: decisions{money}, Random: b.Random,
	})
	return gaming{Games: games, Wallet: money, Coins: coins, Play: play.New(b.Store, coins)}, nil
}

// connectionsOf are those to the game providers. Every call is measured.
func connectionsOf(b base) (map[string]game.Connection, error) {
	connections, err := providersOf(b.Outside.Providers, b.clients.games, b.Metrics.ProviderCircuit)
	if err != nil {
		return nil, err
	}
	for name, c := range connections {
		c.Provider = watched.Watch(name, c.Provider, b.Metrics)
		connections[name] = c
	}
	return connections, nil
}

// gameSettings: in the demo, play counts within seconds.
func gameSettings(b base, p people) game.Settings {
	s := game.Settings{Log: b.Log, Playing: shutOut{p.Members, b.Clock}.Playing}
	if b.Demo {
		s.ReportEvery = 5 * time.Second
	}
	return s
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
func agree(ctx context.Context, games *game.Service, demo bool) error {
	if demo {
		if err := games.AdoptFamilies(ctx); err != nil {
			return err
		}
	}
	return games.Agree(ctx)
}

// openReconciliation opens the comparison of days with providers. The demo has no pause between calls: its providers have no
// limits.
func openReconciliation(b base, g gaming) *reconcile.Service {
	s := reconcile.Settings{Log: b.Log}
	if b.Demo {
		s.Pause = 20 * time.Millisecond
	}
	return reconcile.New(b.Store, b.Ledger, g.Games, g.Wallet.Doubts(), s)
}
