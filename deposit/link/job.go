package link

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"krapao/deposit/internal/depositdb"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
)

// caseAge is how old a link without an outcome is when it becomes an operator's case (RULES.md section 3).
const caseAge = 24 * time.Hour

const (
	batch       = 32
	concurrency = 4
)

// Settle works on the links that are due, once, and returns how many there were. Any number of nodes may call it; a
// link is leased to one at a time.
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
	case err != nil && s.store.Now().Sub(l.CreatedAt.Time()) >= caseAge:
		log.Error("deposit: a wallet link is an operator's case", "error", err)
	case err != nil:
		log.Warn("deposit: a wallet link is not settled yet", "error", err)
	default:
		log.Info("deposit: a wallet link is settled")
	}
}

// OpenLink is a wallet link whose outcome is not known.
type OpenLink struct {
	Reference string
	Member    string
	Account   string
	// Voucher is the issuer's number of it, Amount what it should bring; empty where not even that is known.
	Voucher string
	Amount  money.Amount
	// Sent: a redemption may have gone out. Otherwise it is certain that we have nothing of it yet.
	Sent bool
	// Said is the issuer's last word, or what went wrong.
	Said  string
	Since time.Time
}

// Open lists links without an outcome that are at least so old, the oldest first. From 24 hours on they are cases.
func (s *Service) Open(ctx context.Context, age time.Duration, limit int) ([]OpenLink, error) {
	rows, err := depositdb.New(s.store.DB()).OpenLinks(ctx, clock.MicrosOf(s.store.Now().Add(-age)), int32(limit))
	if err != nil {
		return nil, fmt.Errorf("deposit: links: %w", err)
	}
	list := make([]OpenLink, len(rows))
	for i, l := range rows {
		list[i] = openLinkOf(l)
	}
	return list, nil
}

func openLinkOf(l depositdb.WalletLink) OpenLink {
	return OpenLink{
		Reference: l.Reference, Member: l.Member, Account: l.Account, Voucher: l.Voucher, Amount: l.Amount, Sent: l.Sends > 0,
		Said: l.Said, Since: l.CreatedAt.Time(),
	}
}
