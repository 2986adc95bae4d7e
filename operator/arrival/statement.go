package arrival

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"krapao/deposit/feed"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/operator"
)

// LineCases lists lines of statements that could not be booked, oldest first. ended: ended ones, too.
func (s *Service) LineCases(ctx context.Context, ended bool, limit int) ([]feed.Case, error) {
	return s.d.Feed.Cases(ctx, ended, limit)
}

// LineRequest is the request to book what a line brought. Its payer is sealed.
func (s *Service) LineRequest(id string, f feed.Found) (any, error) {
	sealed, err := s.desk.SealPayer(id, f.Payer)
	return inStatement{At: f.At.UTC(), Amount: f.Amount, Bank: f.Bank, BankReference: f.BankReference, Payer: sealed}, err
}

// lineFound is what a proposal about a line says was found.
func (s *Service) lineFound(id string, request json.RawMessage) (feed.Found, error) {
	var in inStatement
	if err := operator.ReadRequest(request, &in); err != nil {
		return feed.Found{}, err
	}
	payer, err := s.desk.OpenPayer(id, in.Payer)
	return feed.Found{Amount: in.Amount, At: in.At, Bank: in.Bank, BankReference: in.BankReference, Payer: payer}, err
}

// Statements lists how far the statement of each of our accounts is read.
func (s *Service) Statements(ctx context.Context) ([]feed.Statement, error) {
	return s.d.Feed.Statements(ctx)
}

// seenLine is a line as it is opened.
func seenLine(c feed.Case) string {
	return operator.Fingerprint(c.ID, c.State, c.Account, c.Line, c.Page)
}

// planLineCase is a plan about a line that could not be booked, without what it would do. rests is what else it rests on.
func (s *Service) planLineCase(ctx context.Context, id, becomes string, rests ...any) (operator.Plan, error) {
	c, err := s.d.Feed.LookAt(ctx, id)
	if err != nil {
		return operator.Plan{}, err
	}
	if c.State != feed.CaseOpen {
		return operator.Plan{}, fault.New(fault.NO_DATA, "the line %q is %s", id, c.State)
	}
	state := func(now feed.Case) string {
		return operator.Fingerprint(now.ID, now.State, now.Account, now.Line, now.Page, rests)
	}
	return operator.Plan{
		State: state(c), Seen: seenLine(c),
		Still: func(tx *store.Tx) (string, error) {
			now, err := s.d.Feed.FindTx(ctx, tx, id)
			return state(now), err
		},
		Facts: []operator.Fact{
			{Name: "state", Kind: operator.FactState, Before: c.State, After: becomes},
			{Name: "account", Kind: operator.FactAccount, After: c.Account},
			{Name: "line", Kind: operator.FactText, After: c.Line},
			{Name: "why", Kind: operator.FactWhy, After: string(c.Why)},
		},
	}, nil
}

func (s *Service) planClose(ctx context.Context, id string, _ json.RawMessage) (operator.Plan, error) {
	p, err := s.planLineCase(ctx, id, feed.CaseClosed)
	if err != nil {
		return operator.Plan{}, err
	}
	p.Says = fmt.Sprintf("line %s is closed; nothing is booked", id)
	p.Does = func(tx *store.Tx, d operator.Decision) error { return s.d.Feed.CloseTx(ctx, tx, id, d.Note()) }
	return p, nil
}

func (s *Service) planBook(ctx context.Context, id string, request json.RawMessage) (operator.Plan, error) {
	f, err := s.lineFound(id, request)
	if err != nil {
		return operator.Plan{}, err
	}
	p, err := s.planLineCase(ctx, id, feed.CaseBooked, f.Says())
	if err != nil {
		return operator.Plan{}, err
	}
	book, err := s.d.Feed.Book(ctx, id, f)
	if err != nil {
		return operator.Plan{}, err
	}
	p.Amount, p.Two, p.Evidence = f.Amount, true, operator.BankAnswer
	p.Says = fmt.Sprintf("%s baht are booked as unmatched: assign them with krapao operator unmatched", f.Amount)
	p.Facts = append(p.Facts, operator.Fact{Name: "amount", Kind: operator.FactAmount, After: f.Amount.String()},
		operator.Fact{Name: "paidAt", Kind: operator.FactTime, After: f.At.UTC().Format(time.RFC3339)},
		operator.Fact{Name: "bankReference", Kind: operator.FactText, After: strings.TrimSpace(f.Bank + " " + f.BankReference)})
	p.Does = func(tx *store.Tx, d operator.Decision) error { return book(ctx, tx, d.Note()) }
	return p, nil
}
