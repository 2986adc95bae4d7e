package link

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/patience"
	"krapao/ledger"
)

// Redeem takes a wallet link that a member hands in: it claims the voucher, verifies and redeems it, and credits the
// amount that we got. The same operation again gets the same outcome. A missing answer is no outcome: a job settles
// the link. Errors: TRUELINK_INVALID; TRUELINK_DUPLICATE (with params.reference, if there is a row of it);
// TRUELINK_SEVERAL; LIMIT_REACHED; REQUEST_LIMIT with params.seconds while the form is closed; NO_DATA if no issuer
// is connected.
func (s *Service) Redeem(ctx context.Context, member string, operation ledger.Key, text string) (Link, error) {
	account, err := s.issuing(ctx)
	if err != nil {
		return Link{}, err
	}
	l, fresh, err := s.claim(ctx, claim{member: member, operation: operation.String(), account: account}, text)
	if err != nil {
		return Link{}, err
	}
	if fresh && l.EndedAt == 0 {
		// From here on the work goes on even if the member disconnects: the issuer's answer must be stored.
		working, cancel := patience.But(context.WithoutCancel(ctx), patience.Book)
		defer cancel()
		l, err = s.pursue(working, l)
		if limit := (*fault.Error)(nil); errors.As(err, &limit) && l.State == stateRefused {
			return Link{}, limit
		}
		if err != nil {
			s.log.Warn("deposit: a wallet link waits for the job", "reference", l.Reference, "error", err)
		}
	}
	if !fresh {
		if l, err = s.await(ctx, l); err != nil {
			return Link{}, err
		}
	}
	return outcomeOf(l)
}

// outcomeOf returns a link as its member sees it.
func outcomeOf(l depositdb.WalletLink) (Link, error) {
	switch {
	case l.State == stateCredited:
		return Link{Reference: l.Reference, Credited: true, Amount: l.Amount}, nil
	case l.State == stateRefused && fault.Code(l.Reason) == fault.TRUELINK_DUPLICATE:
		return Link{}, fault.New(fault.TRUELINK_DUPLICATE, "this voucher is in our books already").With("reference", l.Reference)
	case l.State == stateRefused:
		return Link{}, fault.New(fault.Code(l.Reason), "the link brought nothing").With("reference", l.Reference)
	}
	return Link{Reference: l.Reference}, nil
}

// issuing returns the account into which wallet links are redeemed.
func (s *Service) issuing(ctx context.Context) (string, error) {
	all, err := s.arrivals.InForce(ctx)
	if err != nil {
		return "", err
	}
	for _, a := range all {
		if a.Source == deposit.SourceIssuer && s.issuer != nil {
			return a.Code, a.Checked()
		}
	}
	return "", fault.New(fault.NO_DATA, "no issuer of wallet links is connected")
}

// await waits while a request is working on the link, and returns its new state.
func (s *Service) await(ctx context.Context, l depositdb.WalletLink) (depositdb.WalletLink, error) {
	ctx, cancel := patience.But(ctx, 0)
	defer cancel()
	for l.EndedAt == 0 && l.Turn == 1 && s.store.Now().Before(l.CreatedAt.Time().Add(s.timing.Request)) && l.Said == "" {
		select {
		case <-ctx.Done():
			return l, nil
		case <-time.After(50 * time.Millisecond):
		}
		now, err := depositdb.New(s.store.DB()).Link(ctx, l.Reference)
		if err != nil && ctx.Err() == nil {
			return l, fmt.Errorf("deposit: link: %w", err)
		}
		if err == nil {
			l = now
		}
	}
	return l, nil
}
