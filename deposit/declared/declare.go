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
	"krapao/ledger"
	"krapao/money"
)

// The bounds of a declared transfer (RULES.md section 4).
const (
	// around is how far from the declaration the bank's time of the transfer may be.
	around   = 60 * time.Minute
	lapse    = 48 * time.Hour
	mostOpen = 3
)

// State is how far a declared transfer is.
type State string

// The states of a declaration.
const (
	Open State = "open"
	// Matched: the arrival that it was about is booked, through whichever channel.
	Matched State = "matched"
	// Confirmed: an operator found it in the bank's statement.
	Confirmed State = "confirmed"
	Rejected  State = "rejected"
	// Lapsed: nothing came within 48 hours. What still comes is booked all the same.
	Lapsed State = "lapsed"
)

// Declaration is a bank transfer that a member says it made. It is only a hint and credits nothing by itself.
type Declaration struct {
	Reference string
	Member    string
	Amount    money.Amount
	State     State
	// Inflow is the arrival that it was about, once known.
	Inflow string
	// Reason is a code of the catalogue: why an operator rejected it.
	Reason    string
	CreatedAt time.Time
	LapsesAt  time.Time
}

// Declare takes a member's word that it made a bank transfer. NO_DATA where members declare nothing (content decides),
// DEPOSIT_PENDING while three are open, LIMIT_REACHED beyond a limit of the member's. A line that came before is found
// at once. The same key again is the same declaration.
func (s *Service) Declare(ctx context.Context, member string, amount money.Amount, key ledger.Key) (Declaration, error) {
	settings, err := s.arrivals.Settings(ctx)
	if err != nil {
		return Declaration{}, err
	}
	if !settings.Manual {
		return Declaration{}, fault.New(fault.NO_DATA, "transfers are not declared here")
	}
	if amount <= 0 {
		return Declaration{}, fault.New(fault.INVALID_AMOUNT, "amount is above 0")
	}
	var d depositdb.Declaration
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		d = depositdb.Declaration{
			Reference: s.arrivals.NewReference(), Key: key.String(), Member: member, Amount: amount, State: string(Open),
			CreatedAt: clock.MicrosOf(tx.Now), LapsesAt: clock.MicrosOf(tx.Now.Add(lapse)),
		}
		known, err := s.declareTx(ctx, tx, d)
		if known.Reference != "" {
			d = known
		}
		return err
	})
	if err != nil {
		return Declaration{}, err
	}
	if err := s.pair(ctx, d); err != nil {
		s.log.Warn("deposit: a declaration is looked at again later", "reference", d.Reference, "error", err)
		return declarationOf(d), nil
	}
	return s.Find(ctx, d.Reference)
}

// declareTx writes a declaration down, or returns the one that has its key already.
func (s *Service) declareTx(ctx context.Context, tx *store.Tx, d depositdb.Declaration) (known depositdb.Declaration, err error) {
	// The member's row is locked, so that two of its requests don't both become the third.
	if err := depositdb.New(tx).LockMember(ctx, d.Member); err != nil {
		return known, err
	}
	q := depositdb.New(tx)
	if known, err = q.DeclarationByKey(ctx, d.Key); !store.NotFound(err) {
		return known, err
	}
	if err := s.arrivals.AllowedTx(ctx, tx, d.Member, d.Amount); err != nil {
		return known, err
	}
	if _, err := s.lapseTx(ctx, tx); err != nil {
		return known, err
	}
	open, err := q.OpenDeclarationsOf(ctx, d.Member)
	if err != nil {
		return known, err
	}
	if len(open) >= mostOpen {
		return known, fault.New(fault.DEPOSIT_PENDING, "%d declared transfers are open", len(open)).
			With("limit", mostOpen).With("open", openParams(open))
	}
	err = q.AddDeclaration(ctx, depositdb.AddDeclarationParams{
		Reference: d.Reference, Key: d.Key, Member: d.Member, Amount: d.Amount, CreatedAt: d.CreatedAt, LapsesAt: d.LapsesAt,
	})
	if err != nil {
		return known, err
	}
	// The bank may have been quicker than the member: then there is nothing left to wait for.
	came, err := q.UndeclaredOf(ctx, d.Member, d.Amount, clock.MicrosOf(d.CreatedAt.Time().Add(-around)))
	if err != nil || len(came) == 0 {
		return known, err
	}
	return known, endTx(ctx, tx, d.Reference, Matched, came[0], "")
}

// openParams tells a member which of its declarations are open, as the refusal of a fourth one shows them.
func openParams(open []depositdb.Declaration) []map[string]any {
	list := make([]map[string]any, len(open))
	for i, d := range open {
		list[i] = map[string]any{
			"reference": d.Reference, "amount": d.Amount.Number(),
			"createdAt": d.CreatedAt.Time().Format(wireTime), "lapsesAt": d.LapsesAt.Time().Format(wireTime),
		}
	}
	return list
}

// wireTime is API.md's form of an instant.
const wireTime = "2006-01-02T15:04:05.000Z"

// Find returns one; NO_DATA where there is none.
func (s *Service) Find(ctx context.Context, reference string) (Declaration, error) {
	row, err := depositdb.New(s.store.DB()).Declaration(ctx, reference)
	if store.NotFound(err) {
		return Declaration{}, fault.New(fault.NO_DATA, "no declared transfer %q", reference)
	}
	if err != nil {
		return Declaration{}, fmt.Errorf("deposit: declaration: %w", err)
	}
	return declarationOf(row), nil
}

// Open lists a member's open ones, oldest first; with member empty everybody's, for operators.
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

// RejectTx ends a declaration on an operator's word, for one of the reasons that members are told: DEPOSIT_NOT_FOUND where
// the bank knows no such transfer.
func (s *Service) RejectTx(ctx context.Context, tx *store.Tx, d Declaration, reason fault.Code) error {
	if !slices.Contains(reasons, reason) {
		return fault.New(fault.INVALID_INPUT, "%q is no reason of a declared transfer", reason)
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

// MeetTx implements deposit.Declarations.
func (s *Service) MeetTx(ctx context.Context, tx *store.Tx, member, inflow string, amount money.Amount, paidAt time.Time) error {
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
			continue // it lapsed or was rejected in this moment: the arrival is booked all the same
		}
		return err
	}
	return nil
}
