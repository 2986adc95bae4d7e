package arrival

import (
	"context"
	"fmt"

	"krapao/deposit/feed"
	"krapao/internal/store"
	"krapao/operator"
)

// LineCases lists lines of statements that could not be booked, oldest first. ended: ended ones, too.
func (s *Service) LineCases(ctx context.Context, ended bool, limit int) ([]feed.Case, error) {
	return s.d.Feed.Cases(ctx, ended, limit)
}

// ShowLineCase opens one with the line as the bank sent it, which names the payer. The audit log records who looked.
func (s *Service) ShowLineCase(ctx context.Context, d operator.Decision) (feed.Case, error) {
	c, err := s.d.Feed.LookAt(ctx, d.Subject)
	if err != nil {
		return c, err
	}
	_, err = s.d.Approvals.Decide(ctx, d, operator.Action{Name: "statement.show", Needs: operator.Support})
	if err != nil {
		return feed.Case{}, err
	}
	return c, nil
}

// CloseLineCase closes one that brought no money, or only money that is booked already. It books nothing.
func (s *Service) CloseLineCase(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
	return s.d.Approvals.Decide(ctx, d, operator.Action{
		Name: "statement.close", Needs: operator.Cashier, Says: fmt.Sprintf("line %s is closed; nothing is booked", d.Subject),
		Does: func(tx *store.Tx) error { return s.d.Feed.CloseTx(ctx, tx, d.Subject, d.Note()) },
	})
}

// BookLineCase books the money that such a line brought as unmatched, to be assigned like any other. The bank could not say
// what it is, so two persons must have found the same.
func (s *Service) BookLineCase(ctx context.Context, d operator.Decision, f feed.Found) (operator.Outcome, error) {
	if d.Evidence == "" {
		return operator.Outcome{}, operator.EvidenceRequired("the bank's answer about the line")
	}
	book, err := s.d.Feed.Book(ctx, d.Subject, f)
	if err != nil {
		return operator.Outcome{}, err
	}
	note := d.Note()
	d.Subject += ": " + f.Says()
	return s.d.Approvals.Decide(ctx, d, operator.Action{
		Name: "statement.book", Needs: operator.Cashier, Amount: f.Amount, Two: true,
		Says: fmt.Sprintf("%s baht are booked as unmatched: assign them with krapao operator unmatched", f.Amount),
		Does: func(tx *store.Tx) error { return book(ctx, tx, note) },
	})
}

// Statements lists how far the statement of each of our accounts is read.
func (s *Service) Statements(ctx context.Context) ([]feed.Statement, error) {
	return s.d.Feed.Statements(ctx)
}
