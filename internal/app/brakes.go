package app

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"krapao/brake"
	"krapao/deposit"
	"krapao/game"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/reconcile"
)

// concerned are the systems that stop where the books are not whole at an account. An account that members no longer pay into
// stops none of its own.
func (s areas) concerned(ctx context.Context, account ledger.Account) ([]string, error) {
	kind, name, _ := strings.Cut(string(account), ":")
	switch kind {
	case "game", "result":
		provider, _, _ := strings.Cut(name, ":")
		return []string{brake.Payouts, brake.Provider(provider)}, nil
	case "bank":
		accounts, err := s.Deposits.InForce(ctx)
		if n := slices.IndexFunc(accounts, func(a deposit.Account) bool { return a.Code == name }); n >= 0 {
			return []string{brake.Payouts, accounts[n].System()}, err
		}
		return []string{brake.Payouts}, err
	}
	return []string{brake.Payouts}, nil
}

// stopsAt stops the systems that are concerned by a break at an account. What was stopped by an earlier break stays as it is.
func (s areas) stopsAt(ctx context.Context, account ledger.Account, found brake.Against) error {
	systems, err := s.concerned(ctx, account)
	if err != nil {
		return err
	}
	for _, system := range systems {
		if err := s.Brakes.StopFor(ctx, system, found); err != nil {
			return fmt.Errorf("%s: %w", system, err)
		}
	}
	return nil
}

// differs stops a provider whose days differ too much from our books, and the payouts (RULES.md section 14).
func (s areas) differs(ctx context.Context, tx *store.Tx, provider string, open reconcile.Open) error {
	found := brake.Against{Kind: brake.Differences, Provider: provider, Cases: open.Cases, Amount: open.Amount}
	for _, system := range []string{brake.Payouts, brake.Provider(provider)} {
		if err := s.Brakes.StopForTx(ctx, tx, system, found, ""); err != nil {
			return err
		}
	}
	return nil
}

// stands is why a system may not go on yet: the differences of a provider stop it and the payouts until they are decided. A
// system in quarantine is lifted, and payouts go on after the last one.
func (s areas) stands(ctx context.Context, system string) (why []brake.Against, err error) {
	rests, err := s.Quarantine.Rests(ctx, system)
	if err == nil && !rests && system == brake.Payouts {
		rests, err = s.Quarantine.Rests(ctx, every)
	}
	if err != nil {
		return nil, err
	}
	if rests {
		why = append(why, brake.Against{Kind: brake.Restored})
	}
	over, err := s.reconciliation.Over(ctx)
	for _, provider := range slices.Sorted(maps.Keys(over)) {
		if system == brake.Payouts || system == brake.Provider(provider) {
			open := over[provider]
			why = append(why, brake.Against{Kind: brake.Differences, Provider: provider, Cases: open.Cases, Amount: open.Amount})
		}
	}
	return why, err
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
