package operator

import (
	"context"
	"fmt"

	"krapao/deposit/feed"
	"krapao/internal/store"
)

// LineCases lists lines of statements that could not be booked, oldest first. ended: ended ones, too.
func (s *Service) LineCases(ctx context.Context, ended bool, limit int) ([]feed.Case, error) {
	return s.Feed.Cases(ctx, ended, limit)
}

// ShowLineCase opens one with the line as the bank sent it, which names the payer. The audit log records who looked.
func (s *Service) ShowLineCase(ctx context.Context, d Decision) (feed.Case, error) {
	c, err := s.Feed.LookAt(ctx, d.Subject)
	if err != nil {
		return c, err
	}
	_, err = s.decide(ctx, d, act{name: "statement.show", needs: Support, does: func(*store.Tx) error { return nil }})
	if err != nil {
		return feed.Case{}, err
	}
	return c, nil
}

// CloseLineCase closes one that brought no money, or only money that is booked already. It books nothing.
func (s *Service) CloseLineCase(ctx context.Context, d Decision) (Outcome, error) {
	return s.decide(ctx, d, act{
		name: "statement.close", needs: Cashier, says: fmt.Sprintf("line %s is closed; nothing is booked", d.Subject),
		does: func(tx *store.Tx) error { return s.Feed.CloseTx(ctx, tx, d.Subject, "by "+d.By+": "+d.Reason) },
	})
}

// BookLineCase books the money that such a line brought as unmatched, to be assigned like any other. The bank could not say
// what it is, so two persons must have found the same.
func (s *Service) BookLineCase(ctx context.Context, d Decision, f feed.Found) (Outcome, error) {
	if d.Evidence == "" {
		return Outcome{}, evidenceRequired("the bank's answer about the line")
	}
	book, err := s.Feed.Book(ctx, d.Subject, f)
	if err != nil {
		return Outcome{}, err
	}
	note := "by " + d.By + ": " + d.Reason
	d.Subject += ": " + f.Says()
	return s.decide(ctx, d, act{
		name: "statement.book", needs: Cashier, amount: f.Amount, two: true,
		says: fmt.Sprintf("%s baht are booked as unmatched: assign them with krapao operator unmatched", f.Amount),
		does: func(tx *store.Tx) error { return book(ctx, tx, note) },
	})
}
