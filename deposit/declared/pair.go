package declared

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/internal/clock"
	"krapao/internal/person"
	"krapao/internal/store"
)

// A declaration and a line of a statement are a pair if they agree in amount, account, the digits of the payer, and
// time (within 60 minutes), and if the declaration fits no other line and the line no other member. With two
// candidates there is no pair. It does not matter which came first.

// Pair tries all recent open declarations again, and ends those that have lapsed. It returns the number of lapsed
// ones. It finds pairs whose halves arrived in the same moment, and those left by a crash. A declaration that fails
// blocks neither the others nor the lapsing. The error joins all failures.
func (s *Service) Pair(ctx context.Context) (int64, error) {
	const most = 1000
	fresh, err := depositdb.New(s.store.DB()).FreshDeclarations(ctx, clock.MicrosOf(s.store.Now().Add(-2*around)), most)
	if err != nil {
		return 0, fmt.Errorf("deposit: declarations: %w", err)
	}
	var failed []error
	for _, d := range fresh {
		if ctx.Err() != nil {
			break
		}
		if err := s.pair(ctx, d); err != nil {
			failed = append(failed, fmt.Errorf("deposit: declaration %s: %w", d.Reference, err))
		}
	}
	lapsed, err := s.lapse(ctx)
	return lapsed, errors.Join(append(failed, err)...)
}

// lapse ends the declarations that have lapsed. It writes nothing if there are none.
func (s *Service) lapse(ctx context.Context) (lapsed int64, err error) {
	waiting, err := depositdb.New(s.store.DB()).DeclarationsToLapse(ctx, clock.MicrosOf(s.store.Now()))
	if err != nil || waiting == 0 {
		return 0, err
	}
	err = s.store.Write(ctx, func(tx *store.Tx) (err error) {
		lapsed, err = s.lapseTx(ctx, tx)
		return err
	})
	return lapsed, err
}

// lapseTx ends the declarations that have lapsed.
func (s *Service) lapseTx(ctx context.Context, tx *store.Tx) (int64, error) {
	of, err := depositdb.New(tx).LapseDeclarations(ctx, clock.MicrosOf(tx.Now))
	s.arrivals.ChangedTx(tx, of...)
	return int64(len(of)), err
}

// pair looks for the line of a declaration.
func (s *Service) pair(ctx context.Context, d depositdb.Declaration) error {
	lines, err := s.linesFor(ctx, d)
	if err != nil || len(lines) != 1 {
		return err
	}
	return s.PairLine(ctx, lines[0])
}

// PairLine looks for the declaration of an unmatched line.
func (s *Service) PairLine(ctx context.Context, line depositdb.Inflow) error {
	if deposit.State(line.State) != deposit.Unmatched || line.Member != "" {
		return nil
	}
	declared, err := s.declarationsFor(ctx, line)
	if err != nil || len(declared) == 0 {
		return err
	}
	first := declared[0]
	if slices.ContainsFunc(declared, func(d depositdb.Declaration) bool { return d.Member != first.Member }) {
		s.log.Info("deposit: several members declared the same line; it waits", "inflow", line.ID)
		return nil
	}
	lines, err := s.linesFor(ctx, first)
	if err != nil || len(lines) != 1 {
		return err
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		err := s.arrivals.CreditLineTx(ctx, tx, line, first.Member, first.Reference)
		if err != nil {
			return err
		}
		return endTx(ctx, tx, first.Reference, Matched, line.ID, "")
	})
	if errors.Is(err, deposit.ErrChanged) {
		return nil
	}
	return err
}

// declarationsFor returns the open declarations that a line may be about, oldest first.
func (s *Service) declarationsFor(ctx context.Context, line depositdb.Inflow) ([]depositdb.Declaration, error) {
	at := line.PaidAt.Time()
	like, err := depositdb.New(s.store.DB()).DeclarationsLike(
		ctx, line.Amount, clock.MicrosOf(at.Add(-around)), clock.MicrosOf(at.Add(around)))
	if err != nil {
		return nil, fmt.Errorf("deposit: declarations: %w", err)
	}
	return fitting(like, func(d depositdb.Declaration) (bool, error) { return s.fits(ctx, d.Member, line) })
}

// linesFor returns the unclaimed lines that a declaration may be about.
func (s *Service) linesFor(ctx context.Context, d depositdb.Declaration) ([]depositdb.Inflow, error) {
	at := d.CreatedAt.Time()
	like, err := depositdb.New(s.store.DB()).UnclaimedLike(
		ctx, d.Amount, clock.MicrosOf(at.Add(-around)), clock.MicrosOf(at.Add(around)))
	if err != nil {
		return nil, fmt.Errorf("deposit: unmatched: %w", err)
	}
	return fitting(like, func(line depositdb.Inflow) (bool, error) { return s.fits(ctx, d.Member, line) })
}

func fitting[T any](like []T, fits func(T) (bool, error)) ([]T, error) {
	var list []T
	for _, one := range like {
		ok, err := fits(one)
		if err != nil {
			return nil, err
		}
		if ok {
			list = append(list, one)
		}
	}
	return list, nil
}

// fits reports whether the line's payer is the member, and the member sees the line's account. A line without a named
// payer fits nobody: nobody may win other people's money by declaring common amounts.
func (s *Service) fits(ctx context.Context, member string, line depositdb.Inflow) (bool, error) {
	in, err := s.arrivals.InflowOf(line)
	if err != nil || !in.Payer.Named() {
		return false, err
	}
	own, err := s.members.RegisteredAccount(ctx, member)
	if err != nil || deposit.Compare(own, in.Payer) != person.Same {
		return false, err
	}
	accounts, err := s.arrivals.AccountsAt(ctx, in.PaidAt)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(accounts, func(a deposit.Account) bool {
		return a.Code == line.Account && a.ShownTo(own.BankCode)
	}), nil
}
