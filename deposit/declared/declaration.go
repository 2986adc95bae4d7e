package declared

import (
	"context"
	"fmt"
	"slices"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
)

// The limits of a declared transfer (RULES.md section 4).
const (
	// around is how far the bank's time of the transfer may be from the declaration.
	around   = 60 * time.Minute
	lapse    = 48 * time.Hour
	mostOpen = 3
)

// State is the state of a declared transfer.
type State string

// The states of a declaration.
const (
	Open State = "open"
	// Matched: the arrival that it was about is booked, by whichever channel.
	Matched State = "matched"
	// Confirmed: an operator found it in the bank's statement.
	Confirmed State = "confirmed"
	Rejected  State = "rejected"
	// Lapsed: nothing arrived within 48 hours. Money that still arrives is booked all the same.
	Lapsed State = "lapsed"
)

// Declaration is a bank transfer that a member says it made. It is only a hint and credits nothing.
type Declaration struct {
	Reference string
	Member    string
	Amount    money.Amount
	State     State
	// Inflow is the arrival that it was about, once that is known.
	Inflow string
	// Reason is a code of the catalogue: why an operator rejected it.
	Reason    string
	CreatedAt time.Time
	LapsesAt  time.Time
}

// Find returns one declaration. NO_DATA if there is none.
func (s *Service) Find(ctx context.Context, reference string) (Declaration, error) {
	return find(ctx, depositdb.New(s.store.DB()), reference)
}

// FindTx is Find as part of an operator's decision.
func (s *Service) FindTx(ctx context.Context, tx *store.Tx, reference string) (Declaration, error) {
	return find(ctx, depositdb.New(tx), reference)
}

func find(ctx context.Context, q *depositdb.Queries, reference string) (Declaration, error) {
	row, err := q.Declaration(ctx, reference)
	if store.NotFound(err) {
		return Declaration{}, fault.New(fault.NO_DATA, "no declared transfer %q", reference)
	}
	if err != nil {
		return Declaration{}, fmt.Errorf("deposit: declaration: %w", err)
	}
	return declarationOf(row), nil
}

// Open lists a member's open declarations, oldest first. With an empty member it lists those of all members, for
// operators.
func (s *Service) Open(ctx context.Context, member string, limit int) ([]Declaration, error) {
	q := depositdb.New(s.store.DB())
	rows, err := q.OpenDeclarations(ctx, int32(limit))
	if member != "" {
		rows, err = q.OpenDeclarationsOf(ctx, member)
	}
	if err != nil {
		return nil, fmt.Errorf("deposit: declarations: %w", err)
	}
	list := make([]Declaration, len(rows))
	for i, row := range rows {
		list[i] = declarationOf(row)
	}
	return list, nil
}

func declarationOf(row depositdb.Declaration) Declaration {
	return Declaration{
		Reference: row.Reference, Member: row.Member, Amount: row.Amount, State: State(row.State), Inflow: row.Inflow,
		Reason: row.Reason, CreatedAt: row.CreatedAt.Time(), LapsesAt: row.LapsesAt.Time(),
	}
}

// reasons are the reasons that a member may be given for a rejected declaration.
var reasons = []fault.Code{fault.DEPOSIT_NOT_FOUND, fault.NOT_MATCH, fault.DEST_ACC_INVALID}

// RejectTx ends a declaration by an operator's decision, for one of the reasons that members are given:
// DEPOSIT_NOT_FOUND if the bank knows no such transfer.
func (s *Service) RejectTx(ctx context.Context, tx *store.Tx, d Declaration, reason fault.Code) error {
	if !slices.Contains(reasons, reason) {
		return fault.New(fault.INVALID_INPUT, "%q is not a reason to reject a declared transfer", reason)
	}
	s.arrivals.ChangedTx(tx, d.Member)
	return endTx(ctx, tx, d.Reference, Rejected, "", string(reason))
}

func endTx(ctx context.Context, tx *store.Tx, reference string, end State, inflow, reason string) error {
	n, err := depositdb.New(tx).EndDeclaration(ctx, depositdb.EndDeclarationParams{
		State: string(end), Inflow: inflow, Reason: reason, EndedAt: clock.MicrosOf(tx.Now), Reference: reference,
	})
	if err == nil && n == 0 {
		return fault.New(fault.NO_DATA, "no open declared transfer %q", reference)
	}
	return err
}

// MatchTx implements deposit.Declarations.
func (s *Service) MatchTx(ctx context.Context, tx *store.Tx, member, inflow string, amount money.Amount, paidAt time.Time) error {
	open, err := depositdb.New(tx).OpenDeclarationsOf(ctx, member)
	if err != nil {
		return err
	}
	for _, d := range open {
		if d.Amount != amount || d.CreatedAt.Time().Sub(paidAt).Abs() > around {
			continue
		}
		err := endTx(ctx, tx, d.Reference, Matched, inflow, "")
		if fault.Is(err, fault.NO_DATA) {
			continue // it lapsed or was rejected just now: the arrival is booked all the same
		}
		return err
	}
	return nil
}
