// Package games is what all game providers of the sandbox share: which code has which family (catalogue.go), the
// accounts and movements (account.go), the rounds (round.go), the lobby where members play, and the control API. Each
// family of protocols is a package below it, named like its adapter in connect/provider.
package games

import (
	"context"
	_ "embed" // games.sql
	"slices"

	"krapao/sandbox/core"
)

//go:embed games.sql
var tables string

// columns are missing in the tables of an older sandbox.
var columns = []core.Column{
	{Table: "game_account", Definition: "outstanding BIGINT NOT NULL DEFAULT 0", Fill: ""},
	{Table: "game_round", Definition: "state TEXT NOT NULL DEFAULT 'settled'", Fill: ""},
	{Table: "game_round", Definition: "changed_at BIGINT NOT NULL DEFAULT 0", Fill: "UPDATE game_round SET changed_at = played_at"},
	{Table: "game_round", Definition: "version BIGINT NOT NULL DEFAULT 0", Fill: "UPDATE game_round SET version = id"},
	{Table: "game_round", Definition: "marked BIGINT NOT NULL DEFAULT 0", Fill: ""},
	{Table: "game_round", Definition: "due_at BIGINT NOT NULL DEFAULT 0", Fill: ""},
}

// Protocol returns what all games share: accounts, the lobby and the control API.
func (b *Books) Protocol() core.Protocol {
	lobby, control := &lobby{b}, &control{b}
	p := core.Protocol{
		Name: "games", Tables: tables, Columns: columns, Sum: b.sum, Settle: lobby.settleStakes,
		Routes: slices.Concat(control.routes(), lobby.routes()),
	}
	for _, game := range games {
		p.Tiles = append(p.Tiles, core.Tile{Code: game.Code, Name: game.Name, Kind: game.Kind})
	}
	return p
}

// Targets are the fault targets of a family's games. pending are the operations for which its protocol has a "not yet".
func Targets(family string, pending ...string) (all []core.Target) {
	for _, game := range OfFamily(family) {
		all = append(all, core.Target{Name: Target(game.Code), Pending: pending, Kind: "games"})
	}
	return all
}

// Target is a game's fault target.
func Target(code string) string { return "game:" + code }

// sum adds each game's totals.
func (b *Books) sum(ctx context.Context, q core.Querier, into *core.Totals) error {
	for _, game := range games {
		into.Games[game.Code] = core.GameTotals{}
	}
	_, err := core.Collect(ctx, q, func(row core.Row) (struct{}, error) {
		var code string
		var one core.GameTotals
		err := row.Scan(&code, &one.Deposited, &one.Withdrawn, &one.Balance, &one.Result, &one.Outstanding)
		into.Games[code] = one
		return struct{}{}, err
	}, `SELECT game, sum(deposited), sum(withdrawn), sum(balance), sum(won - bet + outstanding), sum(outstanding)
		FROM game_account GROUP BY game`)
	return err
}
