package link

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"krapao/deposit/internal/depositdb"
	"krapao/internal/clock"
	"krapao/internal/store"
)

const (
	batch       = 32
	concurrency = 4
)

// Settle works once on the links that are due, and returns their number. Any number of nodes may call it. A link is
// leased to one node at a time.
func (s *Service) Settle(ctx context.Context) (int, error) {
	if s.issuer == nil {
		return 0, nil
	}
	n, err := depositdb.New(s.store.DB()).LinksDue(ctx, clock.MicrosOf(s.store.Now()))
	if err != nil {
		return 0, fmt.Errorf("deposit: due links: %w", err)
	}
	if n == 0 {
		return 0, nil
	}
	var due []depositdb.WalletLink
	err = s.store.Write(ctx, func(tx *store.Tx) (err error) {
		due, err = depositdb.New(tx).LeaseDueLinks(ctx, clock.MicrosOf(tx.Now.Add(2*s.timing.Request)), clock.MicrosOf(tx.Now), batch)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("deposit: due links: %w", err)
	}
	var g errgroup.Group
	g.SetLimit(concurrency)
	for _, l := range due {
		g.Go(func() error {
			s.settle(ctx, l)
			return nil
		})
	}
	return len(due), g.Wait()
}

func (s *Service) settle(ctx context.Context, l depositdb.WalletLink) {
	l, err := s.pursue(ctx, l)
	log := s.log.With("reference", l.Reference, "state", l.State, "since", l.CreatedAt.Time())
	switch {
	case err != nil && s.old(l):
		log.Error("deposit: a wallet link is an operator's case", "error", err)
	case err != nil:
		log.Warn("deposit: a wallet link is not settled yet", "error", err)
	default:
		log.Info("deposit: a wallet link is settled")
	}
}
