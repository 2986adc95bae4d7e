package doubt

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/game"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/wallet/doubt/clue"
	"krapao/wallet/internal/walletdb"
)

// Note records, once, that the outcome of a transfer is unknown, with the clue of why. The books don't contain the
// provider's rounds since then.
func (s *Service) Note(ctx context.Context, a game.Account, t ledger.Transfer, since time.Time, why string) error {
	return s.store.Write(ctx, func(tx *store.Tx) error {
		return walletdb.New(tx).AddDoubt(ctx, walletdb.AddDoubtParams{
			Transfer: int64(t.ID), Member: t.Member, Provider: a.Provider, Username: a.Username,
			Since: clock.MicrosOf(since), Reason: game.Printable(why), CreatedAt: clock.MicrosOf(tx.Now),
		})
	})
}

// ensureDoubt returns the doubt about a transfer; it creates a missing one.
func (s *Service) ensureDoubt(ctx context.Context, a game.Account, t ledger.Transfer) (Record, error) {
	q := walletdb.New(s.store.DB())
	d, err := q.Doubt(ctx, int64(t.ID))
	if store.NotFound(err) {
		// Nobody knows whether the balance was read once more before the move, so the last stored reading counts.
		if err := s.Note(ctx, a, t, a.ReadAt, string(clue.RequestEnded)); err != nil {
			return d, fmt.Errorf("wallet: note an unknown outcome: %w", err)
		}
		d, err = q.Doubt(ctx, int64(t.ID))
	}
	if err != nil {
		return d, fmt.Errorf("wallet: read the doubt about transfer %d: %w", t.ID, err)
	}
	return d, nil
}

func (s *Service) notePending(ctx context.Context, d Record, v finding, failure error) error {
	old := s.store.Now().Sub(s.store.CountFrom(d.CreatedAt.Time())) >= s.settings.CaseAfter
	if failure != nil {
		return s.makeCase(ctx, d, unbooked(failure))
	}
	if v.undecidable || old {
		return s.makeCase(ctx, d, v.why)
	}
	return s.writeDoubt(ctx, d, v.why)
}

// unbooked is the clue of an answer that is clear and can't be booked.
func unbooked(err error) string {
	if errors.Is(err, errDisagrees) {
		return clue.AnswerDisagrees.With(err.Error())
	}
	return clue.BooksRefuse.With(err.Error())
}

func (s *Service) writeDoubt(ctx context.Context, d Record, reason string) error {
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		return walletdb.New(tx).NoteDoubt(ctx, walletdb.NoteDoubtParams{
			Transfer: d.Transfer, NotFound: d.NotFound, Reading: d.Reading, ReadingSince: d.ReadingSince,
			Rounds: d.Rounds, Reason: game.Printable(reason), UpdatedAt: clock.MicrosOf(tx.Now),
		})
	})
	if err != nil {
		return fmt.Errorf("wallet: note a doubt: %w", err)
	}
	return nil
}

// makeCase gives a transfer to the operators. It is still asked about, in case the provider answers after all.
func (s *Service) makeCase(ctx context.Context, d Record, reason string) error {
	if err := s.writeDoubt(ctx, d, reason); err != nil {
		return err
	}
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		n, err := walletdb.New(tx).MakeCase(ctx, d.Transfer, game.Printable(reason), clock.MicrosOf(tx.Now))
		if n > 0 {
			tx.AfterCommit(func() {
				s.settings.Log.Error("wallet: a transfer needs an operator", "transfer", d.Transfer, "provider", d.Provider, "reason", reason)
			})
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("wallet: make a case: %w", err)
	}
	return nil
}

// closeTime limits the closing of a doubt.
const closeTime = 5 * time.Second

// endDoubt closes the doubt of a settled transfer, even if the attempt that settled it has no time left.
func (s *Service) endDoubt(ctx context.Context, a game.Account, d Record, t ledger.Transfer, returned bool) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTime)
	defer cancel()
	return s.store.Write(ctx, func(tx *store.Tx) error {
		return s.endDoubtTx(ctx, tx, a, d.Transfer, t.State == ledger.Posted, returned)
	})
}

// Of returns the doubt about a transfer; nil where its outcome was never unknown.
func (s *Service) Of(ctx context.Context, id ledger.ID) (*Record, error) {
	d, err := walletdb.New(s.store.DB()).Doubt(ctx, int64(id))
	switch {
	case store.NotFound(err):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("wallet: read a doubt: %w", err)
	}
	return &d, nil
}

// Between returns the doubts about a provider's transfers from first to last, by the transfer's id.
func (s *Service) Between(ctx context.Context, provider string, first, last ledger.ID) (map[ledger.ID]*Record, error) {
	rows, err := walletdb.New(s.store.DB()).DoubtsOfSpan(ctx, provider, int64(first), int64(last))
	if err != nil {
		return nil, fmt.Errorf("wallet: read doubts: %w", err)
	}
	found := make(map[ledger.ID]*Record, len(rows))
	for i := range rows {
		found[ledger.ID(rows[i].Transfer)] = &rows[i]
	}
	return found, nil
}
