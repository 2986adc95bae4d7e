package doubt

import (
	"context"
	"time"

	"krapao/internal/clock"
	"krapao/internal/waiting"
	"krapao/ledger"
	"krapao/money"
	"krapao/wallet/doubt/clue"
	"krapao/wallet/internal/walletdb"
)

// WaitingAfter lists the transfers behind a place whose outcome a person must find out, oldest first.
func (s *Service) WaitingAfter(ctx context.Context, after waiting.Cursor, most int) ([]waiting.Row, error) {
	behind, _ := s.books.ParseReference(after.ID)
	found, err := walletdb.New(s.store.DB()).UnsettledAfter(ctx, clock.MicrosOf(after.Since), int64(behind), int32(most))
	return waiting.List("wallet: unsettled", found, err, func(r walletdb.UnsettledAfterRow) waiting.Row {
		return waiting.Row{
			ID: s.books.Reference(ledger.ID(r.Transfer)), Member: r.Member, Amount: r.Amount, Since: r.CreatedAt.Time(),
			Says: r.Provider + ": " + clue.English(r.Reason),
		}
	})
}

// CountWaiting counts what WaitingAfter lists, and returns since when the oldest waits.
func (s *Service) CountWaiting(ctx context.Context) (n int64, oldest time.Time, err error) {
	c, err := walletdb.New(s.store.DB()).CountUnsettled(ctx)
	return waiting.Count("wallet: unsettled", c.Count, c.Oldest, err)
}

// WaitingAfter lists the open cases behind a place, oldest first. Their amount is how far both sides are apart.
func (s *Cases) WaitingAfter(ctx context.Context, after waiting.Cursor, most int) ([]waiting.Row, error) {
	found, err := walletdb.New(s.store.DB()).DifferencesAfter(ctx, clock.MicrosOf(after.Since), after.ID, int32(most))
	return waiting.List("wallet: cases", found, err, func(r walletdb.DifferencesAfterRow) waiting.Row {
		apart := money.Amount(r.Ours - r.Theirs)
		return waiting.Row{
			ID: r.ID, Member: r.Member, Amount: max(apart, -apart), Since: r.FoundAt.Time(),
			Says: r.Provider + ": " + r.Kind + " " + r.Reference,
		}
	})
}

// CountWaiting counts the open cases, and returns since when the oldest waits.
func (s *Cases) CountWaiting(ctx context.Context) (n int64, oldest time.Time, err error) {
	c, err := walletdb.New(s.store.DB()).CountDifferences(ctx)
	return waiting.Count("wallet: cases", c.Count, c.Oldest, err)
}
