package sandbox

import (
	"context"
	_ "embed" // games.sql
	"slices"
)

//go:embed games.sql
var gameTables string

// gameColumns are what tables of an older sandbox lack.
var gameColumns = []column{
	{"game_account", "outstanding BIGINT NOT NULL DEFAULT 0", ""},
	{"game_round", "state TEXT NOT NULL DEFAULT 'settled'", ""},
	{"game_round", "changed_at BIGINT NOT NULL DEFAULT 0", "UPDATE game_round SET changed_at = played_at"},
	{"game_round", "version BIGINT NOT NULL DEFAULT 0", "UPDATE game_round SET version = id"},
	{"game_round", "marked BIGINT NOT NULL DEFAULT 0", ""},
	{"game_round", "due_at BIGINT NOT NULL DEFAULT 0", ""},
}

// protocol is what all games have in common: accounts, the lobby and the control API.
func (b *books) protocol() protocol {
	lobby, control := &lobby{b}, &gameControl{b}
	p := protocol{
		Name: "games", Tables: gameTables, Columns: gameColumns, Sum: b.sum, Settle: lobby.settleStakes,
		Routes: slices.Concat(control.routes(), lobby.routes()),
	}
	for _, game := range games {
		p.Tiles = append(p.Tiles, tile{game.Code, game.Name, game.Kind})
	}
	return p
}

// familyTargets are the targets of the faults of a family's games. pending are the operations that its protocol has a
// "not yet" for.
func familyTargets(family string, pending ...string) (all []target) {
	for _, game := range slices.Concat(games, testGames) {
		if game.Family == family {
			all = append(all, target{Name: gameTarget(game.Code), Pending: pending, Kind: "games"})
		}
	}
	return all
}

// gameTarget is the target of a game's faults.
func gameTarget(code string) string { return "game:" + code }

// sum adds each game's totals.
func (b *books) sum(ctx context.Context, q querier, into *totals) error {
	for _, game := range games {
		into.Games[game.Code] = gameTotals{}
	}
	_, err := collect(ctx, q, func(row scanner) (struct{}, error) {
		var code string
		var one gameTotals
		err := row.Scan(&code, &one.Deposited, &one.Withdrawn, &one.Balance, &one.Result, &one.Outstanding)
		into.Games[code] = one
		return struct{}{}, err
	}, `SELECT game, sum(deposited), sum(withdrawn), sum(balance), sum(won - bet + outstanding), sum(outstanding) FROM game_account GROUP BY game`)
	return err
}
