package doubt

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/wallet/doubt/clue"
	"krapao/wallet/internal/sweep"
	"krapao/wallet/internal/walletdb"
)

// Difference is a case of reconciliation: what the provider says against what we have. Amounts are positive into the
// game.
type Difference struct {
	ID       string
	Provider string
	// Day is the day in Bangkok that was compared.
	Day  string
	Kind DifferenceKind
	// Reference is ours, or the provider's own name for a movement that we don't know.
	Reference string
	// Transfer is ours; 0 where we have none.
	Transfer ledger.ID
	// Username is the account that the provider names, Member its owner; '' where we have no such account.
	Username, Member string
	Ours, Theirs     money.Amount
	Evidence         Evidence
	State            CaseState
	Outcome          CaseOutcome
	// Note says who decided it and why, or is a text of clue: what a later check found.
	Note      string
	FoundAt   time.Time
	DecidedBy string
	DecidedAt time.Time
}

// CaseState is how far a case has got.
type CaseState string

// The states of a case.
const (
	CaseOpen CaseState = "open"
	// CaseBooking: it is decided, and money that the member has twice is being taken back.
	CaseBooking CaseState = "booking"
	CaseClosed  CaseState = "closed"
)

// CaseOutcome is how a case ended.
type CaseOutcome string

// The outcomes.
const (
	// ItMoved: the provider did what it says.
	ItMoved CaseOutcome = "moved"
	// ItDidNotMove: the provider moved nothing under the reference.
	ItDidNotMove CaseOutcome = "not_moved"
	// Dismissed: nothing is booked.
	Dismissed CaseOutcome = "closed"
	// Booked: money without a transfer of ours is booked between the provider's result and the house's adjustments.
	Booked CaseOutcome = "booked"
	// Agreeing: a later comparison found no difference any more.
	Agreeing CaseOutcome = "agrees"
)

// Cases are the records of differences. Comparisons and re-checks add them; operators decide them.
type Cases struct {
	store       *store.Store
	books       Books
	games       Games
	corrections corrections
	// booking limits how many corrections Correct works on at once.
	booking *sweep.Places
	log     *slog.Logger
}

// Finding is a difference that was found and is about to become a case.
type Finding struct {
	Provider, Day    string
	Kind             DifferenceKind
	Reference        string
	Transfer         ledger.ID
	Username, Member string
	// Ours and Theirs are positive into the game.
	Ours, Theirs money.Amount
	Evidence     Evidence
}

func (f Finding) params() (walletdb.AddCaseParams, error) {
	text, err := f.Evidence.text()
	return walletdb.AddCaseParams{
		ID: id.Text(10), Provider: f.Provider, Day: f.Day, Kind: string(f.Kind), Reference: f.Reference, Transfer: int64(f.Transfer),
		Username: f.Username, Member: f.Member, Ours: int64(f.Ours), Theirs: int64(f.Theirs), Detail: text,
	}, err
}

// Add stores a new case and logs it. A case that an operator has decided is not opened again.
func (s *Cases) Add(ctx context.Context, f Finding) error {
	c, err := f.params()
	if err != nil {
		return err
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		c.FoundAt = clock.MicrosOf(tx.Now)
		id, err := walletdb.New(tx).AddCase(ctx, c)
		if store.NotFound(err) {
			return nil
		}
		tx.AfterCommit(func() {
			s.log.Error("wallet: a provider's transfers differ from ours", "case", id, "provider", c.Provider,
				"day", c.Day, "kind", c.Kind, "reference", c.Reference)
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("wallet: read or write a case: %w", err)
	}
	return nil
}

// Close ends a case that a later check has answered.
func (s *Cases) Close(ctx context.Context, id string, why clue.Code) error {
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		_, err := walletdb.New(tx).DecideCase(ctx, walletdb.DecideCaseParams{
			State: string(CaseClosed), Outcome: string(Agreeing), Note: string(why), DecidedAt: clock.MicrosOf(tx.Now), ID: id,
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("wallet: close a case: %w", err)
	}
	return nil
}

// Filter selects cases; an empty field does not restrict.
type Filter struct {
	Provider string
	Kind     DifferenceKind
	// All includes closed cases.
	All   bool
	Limit int
}

// Differences lists cases, oldest first.
func (s *Cases) Differences(ctx context.Context, f Filter) ([]Difference, error) {
	p := walletdb.CasesFoundParams{LeftOut: string(CaseClosed), Provider: f.Provider, Kind: string(f.Kind), Most: int32(f.Limit)}
	if f.All {
		p.LeftOut = ""
	}
	rows, err := walletdb.New(s.store.DB()).CasesFound(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("wallet: read cases: %w", err)
	}
	list := make([]Difference, len(rows))
	for i, row := range rows {
		if list[i], err = differenceFrom(row); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Difference finds a case; NO_DATA where there is none.
func (s *Cases) Difference(ctx context.Context, id string) (Difference, error) {
	return findDifference(ctx, walletdb.New(s.store.DB()), id)
}

// DifferenceTx is Difference as part of an operator's decision.
func (s *Cases) DifferenceTx(ctx context.Context, tx *store.Tx, id string) (Difference, error) {
	return findDifference(ctx, walletdb.New(tx), id)
}

func findDifference(ctx context.Context, q *walletdb.Queries, id string) (Difference, error) {
	row, err := q.CaseByID(ctx, id)
	if store.NotFound(err) {
		return Difference{}, fault.New(fault.NO_DATA, "no case %q", id)
	}
	if err != nil {
		return Difference{}, fmt.Errorf("wallet: read or write a case: %w", err)
	}
	return differenceFrom(row)
}

func differenceFrom(row walletdb.ReconcileCase) (Difference, error) {
	d := Difference{
		ID: row.ID, Provider: row.Provider, Day: row.Day, Kind: DifferenceKind(row.Kind), Reference: row.Reference,
		Transfer: ledger.ID(row.Transfer), Username: row.Username, Member: row.Member, Ours: money.Amount(row.Ours),
		Theirs: money.Amount(row.Theirs), State: CaseState(row.State), Outcome: CaseOutcome(row.Outcome), Note: row.Note,
		FoundAt: row.FoundAt.Time(), DecidedBy: row.DecidedBy, DecidedAt: row.DecidedAt.Time(),
	}
	if err := json.Unmarshal([]byte(row.Detail), &d.Evidence); err != nil {
		return d, fmt.Errorf("wallet: read the evidence of case %s: %w", row.ID, err)
	}
	return d, nil
}

// CountByKind counts the undecided cases.
func (s *Cases) CountByKind(ctx context.Context) (map[DifferenceKind]int, error) {
	rows, err := walletdb.New(s.store.DB()).CountCases(ctx)
	if err != nil {
		return nil, fmt.Errorf("wallet: read cases: %w", err)
	}
	counts := map[DifferenceKind]int{}
	for _, row := range rows {
		counts[DifferenceKind(row.Kind)] = int(row.Cases)
	}
	return counts, nil
}
