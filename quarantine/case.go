package quarantine

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/internal/waiting"
	"krapao/money"
	"krapao/quarantine/internal/quarantinedb"
)

// CaseKind is why a line can't be booked by itself.
type CaseKind string

// The kinds of cases.
const (
	// LostPayout: the bank paid under a reference that these books do not have.
	LostPayout CaseKind = "payout.lost"
	// ContestedPayout: the bank says another thing of a payout than its list.
	ContestedPayout CaseKind = "payout.contested"
	// ReturnedPayout: a payout came back that these books do not have as paid. It books nothing: once the payout itself is booked,
	// the bank is asked about it again, and its return is booked.
	ReturnedPayout CaseKind = "payout.returned"
	// LostMovement: a provider moved credits under a reference that these books do not have.
	LostMovement CaseKind = "movement.lost"
	// ContestedMovement: a transfer is under way, and the provider's list has another thing under its reference. It books
	// nothing: the provider is asked about the transfer as ever, once it is used again.
	ContestedMovement CaseKind = "movement.contested"
	// Unanswered: the outside had to be asked about the line, and could not be for an hour. The next list that has the line
	// tries again.
	Unanswered CaseKind = "unanswered"
)

// Finding is a line that is a case.
type Finding struct {
	Kind CaseKind
	// Member is whose it seems to be, by ID; empty: nobody knows.
	Member string
	Amount money.Amount
}

// Case is a line that these books do not know and can't book. Two persons decide what it books.
type Case struct {
	Finding

	ID, System, Import string
	Reference          string
	FoundAt            time.Time
	// Open: nobody has decided it. Else Books is what it booked.
	Open  bool
	Books Booking
	// DecidedBy is the second of the two.
	DecidedBy string
	DecidedAt time.Time
	// Row is the line itself, only where a single case was asked for.
	Row Row
}

// Booking is what a case is decided to be.
type Booking string

// The bookings.
const (
	// Withdrawal: the member was paid. The wallet pays what it holds, and the member owes the rest.
	Withdrawal Booking = "withdrawal"
	// Movement: the member moved credits. Into the game, the wallet pays what it holds, and the member owes the rest.
	Movement Booking = "movement"
	// Deposit: it arrived, and is nobody's until its payer is known.
	Deposit Booking = "deposit"
	// Nothing: it is no business of these books, or it is booked otherwise.
	Nothing Booking = "nothing"
	// ByItself: nobody decided it. The outside could be asked after all.
	ByItself Booking = "itself"
)

// Decided is what two persons decided about a case.
type Decided struct {
	Books  Booking
	Member string
}

// Effect is what a decision takes out of a member's wallet, or brings into it where it is negative, and what the member owes
// after it.
type Effect struct{ Wallet, Owed money.Amount }

// keepTx makes a case of a line, once: the same line of another list is the same case.
func (s *Service) keepTx(
	ctx context.Context, tx *store.Tx, one quarantinedb.QuarantineImport, number int64, r Row, f Finding,
) error {
	return quarantinedb.New(tx).AddCase(ctx, quarantinedb.AddCaseParams{
		ID: id.Text(10), System: one.System, Source: r.ID, Import: one.ID, Number: number, Kind: string(f.Kind), Reference: r.Reference,
		Member: f.Member, Amount: f.Amount, FoundAt: clock.MicrosOf(tx.Now),
	})
}

// lineCase is the case that a line is already, if it is one.
type lineCase struct {
	id string
	// outcome is that of the line by it; empty: it has to be tried again.
	outcome Outcome
}

// caseOf finds the case that another list made of a line. One that nobody could answer is tried again.
func (s *Service) caseOf(ctx context.Context, system string, r Row) (lineCase, error) {
	c, err := quarantinedb.New(s.store.DB()).CaseOfLine(ctx, system, r.ID)
	switch {
	case store.NotFound(err):
		return lineCase{}, nil
	case err != nil:
		return lineCase{}, fmt.Errorf("quarantine: case: %w", err)
	case c.State != "open":
		return lineCase{c.ID, Known}, nil
	case CaseKind(c.Kind) == Unanswered:
		return lineCase{c.ID, ""}, nil
	}
	return lineCase{c.ID, Kept}, nil
}

// answeredTx ends a case that nobody could answer, where its line is booked now.
func (s *Service) answeredTx(ctx context.Context, tx *store.Tx, c lineCase, outcome Outcome) error {
	if c.id == "" || c.outcome != "" || outcome == Kept {
		return nil
	}
	_, err := quarantinedb.New(tx).AnswerCase(ctx, string(ByItself), clock.MicrosOf(tx.Now), c.id)
	return err
}

// Case finds a case with its line. NO_DATA: there is none.
func (s *Service) Case(ctx context.Context, id string) (Case, error) {
	found, err := quarantinedb.New(s.store.DB()).FindCase(ctx, id)
	if store.NotFound(err) {
		return Case{}, fault.New(fault.NO_DATA, "no case %q", id)
	}
	if err != nil {
		return Case{}, fmt.Errorf("quarantine: case: %w", err)
	}
	c := found.QuarantineCase
	one := caseFrom(c)
	if found.RawSealed == "" { // five years after its import (docs/privacy.md)
		return one, nil
	}
	raw, err := s.box.Open(rawRow(c.Import, c.Number), found.RawSealed)
	if err != nil {
		return Case{}, err
	}
	if err := json.Unmarshal([]byte(raw), &one.Row); err != nil {
		return Case{}, fmt.Errorf("quarantine: case: its line: %w", err)
	}
	return one, nil
}

func caseFrom(c quarantinedb.QuarantineCase) Case {
	return Case{
		Finding: Finding{Kind: CaseKind(c.Kind), Member: c.Member, Amount: c.Amount},
		ID:      c.ID, System: c.System, Import: c.Import, Reference: c.Reference, FoundAt: c.FoundAt.Time(), Open: c.State == "open",
		Books: Booking(c.Books), DecidedBy: c.DecidedBy, DecidedAt: c.DecidedAt.Time(),
	}
}

// WaitingAfter lists the cases behind a place that nobody has decided, longest first.
func (s *Service) WaitingAfter(ctx context.Context, after waiting.Cursor, most int) ([]waiting.Row, error) {
	found, err := quarantinedb.New(s.store.DB()).CasesAfter(ctx, clock.MicrosOf(after.Since), after.ID, int32(most))
	return waiting.List("quarantine: cases", found, err, func(c quarantinedb.QuarantineCase) waiting.Row {
		return waiting.Row{ID: c.ID, Member: c.Member, Amount: c.Amount, Since: c.FoundAt.Time(), Says: c.Kind}
	})
}

// CountWaiting counts what WaitingAfter lists, and returns since when the oldest waits.
func (s *Service) CountWaiting(ctx context.Context) (n int64, oldest time.Time, err error) {
	c, err := quarantinedb.New(s.store.DB()).CountCases(ctx)
	return waiting.Count("quarantine: cases", c.Count, c.Oldest, err)
}

// OpenTx reports whether a case is open, and keeps the answer true until the transaction ends.
func (s *Service) OpenTx(ctx context.Context, tx *store.Tx, id string) (bool, error) {
	state, err := quarantinedb.New(tx).LockCase(ctx, id)
	if store.NotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("quarantine: case: %w", err)
	}
	return state == "open", nil
}

// Effect is what a decision would take out of the member's wallet now, and what the member would owe.
func (s *Service) Effect(ctx context.Context, c Case, d Decided) (Effect, error) {
	return s.books.Effect(ctx, c, d)
}

// DecideTx books what two persons decided about a case, once. NO_DATA: it is decided, or its line is booked.
func (s *Service) DecideTx(ctx context.Context, tx *store.Tx, c Case, d Decided, by string) error {
	n, err := quarantinedb.New(tx).DecideCase(ctx, quarantinedb.DecideCaseParams{
		Books: string(d.Books), Member: d.Member, DecidedBy: by, DecidedAt: clock.MicrosOf(tx.Now), ID: c.ID,
	})
	if err != nil {
		return fmt.Errorf("quarantine: decide: %w", err)
	}
	if n == 0 {
		return fault.New(fault.NO_DATA, "case %s is decided", c.ID)
	}
	if d.Books == Nothing {
		return nil
	}
	return s.books.DecideTx(ctx, tx, c, d)
}

// OpenCases counts the open cases of each system that has some.
func (s *Service) OpenCases(ctx context.Context) (map[string]int64, error) {
	rows, err := quarantinedb.New(s.store.DB()).OpenOfSystems(ctx)
	if err != nil {
		return nil, fmt.Errorf("quarantine: cases: %w", err)
	}
	open := make(map[string]int64, len(rows))
	for _, r := range rows {
		open[r.System] = r.Open
	}
	return open, nil
}

// OpenCasesTx counts the open cases of a system.
func (s *Service) OpenCasesTx(ctx context.Context, tx *store.Tx, system string) (int64, error) {
	n, err := quarantinedb.New(tx).OpenOfSystem(ctx, system)
	if err != nil {
		return 0, fmt.Errorf("quarantine: cases: %w", err)
	}
	return n, nil
}

// OpenOf returns open cases of a list, in the order of its rows.
func (s *Service) OpenOf(ctx context.Context, l Imported, most int) ([]Case, error) {
	rows, err := quarantinedb.New(s.store.DB()).OpenOfImport(ctx, l.System, l.ID, int32(most))
	if err != nil {
		return nil, fmt.Errorf("quarantine: cases of a list: %w", err)
	}
	cases := make([]Case, len(rows))
	for n, r := range rows {
		cases[n] = caseFrom(r)
	}
	return cases, nil
}
