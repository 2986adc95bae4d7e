package app

import (
	"context"
	"slices"
	"strings"

	"krapao/brake"
	"krapao/game"
	"krapao/ledger"
)

// concerned are the systems that stop where the books are not whole at an account.
func concerned(account ledger.Account) []string {
	all := []string{brake.Payouts}
	if kind, name, _ := strings.Cut(string(account), ":"); kind == "game" || kind == "result" {
		provider, _, _ := strings.Cut(name, ":")
		return append(all, brake.Provider(provider))
	}
	return all
}

// systems are the names of all systems of the outside that can be stopped.
func (s areas) systems(ctx context.Context) ([]string, error) {
	games, err := s.Games.Catalogue.Games(ctx)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, g := range games {
		if g.State != game.Closed {
			names = append(names, brake.Provider(g.Provider))
		}
	}
	accounts, err := s.Deposits.InForce(ctx)
	if err != nil {
		return nil, err
	}
	for _, a := range accounts {
		names = append(names, a.System())
	}
	slices.Sort(names)
	return append([]string{brake.Payouts, brake.Slips}, slices.Compact(names)...), nil
}
