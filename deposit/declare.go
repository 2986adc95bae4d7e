package deposit

import (
	"context"
	"fmt"
	"slices"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// The bounds of a declared transfer (RULES.md section 4).
const (
	// declaredAround is how far from the declaration the bank's time of the transfer may be.
	declaredAround = 60 * time.Minute
	declaredLapse  = 48 * time.Hour
	declaredOpen   = 3
)

// DeclarationState is how far a declared transfer is.
type DeclarationState string

// The states of a declaration.
const (
	DeclarationOpen DeclarationState = "open"
	// DeclarationMatched: the arrival that it was about is booked, through whichever channel.
	DeclarationMatched DeclarationState = "matched"
	// DeclarationConfirmed: an operator found it in the bank's statement.
	DeclarationConfirmed DeclarationState = "confirmed"
	DeclarationRejected  DeclarationState = "rejected"
	// DeclarationLapsed: nothing came within 48 hours. What still comes is booked all the same.
	DeclarationLapsed DeclarationState = "lapsed"
)

// Declaration is a bank transfer that a member says it made. It is only a hint and credits nothing by itself.
type Declaration struct {
	Reference string
	Member    string
	Amount    money.Amount
	State     DeclarationState
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
	settings, err := s.settings(ctx)
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
			Reference: s.newReference(), Key: key.String(), Member: member, Amount: amount, State: string(DeclarationOpen),
			CreatedAt: tx.Now.UnixMicro(), LapsesAt: tx.Now.Add(declaredLapse).UnixMicro(),
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
	if err := s.pairDeclaration(ctx, d); err != nil {
		s.log.Warn("deposit: a declaration is looked at again later", "reference", d.Reference, "error", err)
		return declarationOf(d), nil
	}
	return s.Declaration(ctx, d.Reference)
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
	if err := s.allowedTx(ctx, tx, d.Member, d.Amount); err != nil {
		return known, err
	}
	if _, err := s.lapseTx(ctx, tx); err != nil {
		return known, err
	}
	open, err := q.OpenDeclarationsOf(ctx, d.Member)
	if err != nil {
		return known, err
	}
	if len(open) >= declaredOpen {
		return known, fault.New(fault.DEPOSIT_PENDING, "%d declared transfers are open", len(open)).
			With("limit", declaredOpen).With("open", openParams(open))
	}
	err = q.AddDeclaration(ctx, depositdb.AddDeclarationParams{
		Reference: d.Reference, Key: d.Key, Member: d.Member, Amount: d.Amount, CreatedAt: d.CreatedAt, LapsesAt: d.LapsesAt,
	})
	if err != nil {
		return known, err
	}
	// The bank may have been quicker than the member: then there is nothing left to wait for.
	came, err := q.UndeclaredOf(ctx, d.Member, d.Amount, timeOf(d.CreatedAt).Add(-declaredAround).UnixMicro())
	if err != nil || len(came) == 0 {
		return known, err
	}
	return known, endDeclarationTx(ctx, tx, d.Reference, DeclarationMatched, came[0], "")
}

// openParams tells a member which of its declarations are open, as the refusal of a fourth one shows them.
func openParams(open []depositdb.Declaration) []map[string]any {
	list := make([]map[string]any, len(open))
	for i, d := range open {
		list[i] = map[string]any{
			"reference": d.Reference, "amount": d.Amount.Number(),
			"createdAt": timeOf(d.CreatedAt).Format(wireTime), "lapsesAt": timeOf(d.LapsesAt).Format(wireTime),
		}
	}
	return list
}

// wireTime is API.md's form of an instant.
const wireTime = "2006-01-02T15:04:05.000Z"

// Declaration returns one; NO_DATA where there is none.
func (s *Service) Declaration(ctx context.Context, reference string) (Declaration, error) {
	row, err := depositdb.New(s.store.DB()).Declaration(ctx, reference)
	if store.NotFound(err) {
		return Declaration{}, fault.New(fault.NO_DATA, "no declared transfer %q", reference)
	}
	if err != nil {
		return Declaration{}, fmt.Errorf("deposit: declaration: %w", err)
	}
	return declarationOf(row), nil
}

// Declarations lists a member's open ones, oldest first; with member empty everybody's, for operators.
func (s *Service) Declarations(ctx context.Context, member string, limit int) ([]Declaration, error) {
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
		Reference: row.Reference, Member: row.Member, Amount: row.Amount, State: DeclarationState(row.State), Inflow: row.Inflow,
		Reason: row.Reason, CreatedAt: timeOf(row.CreatedAt), LapsesAt: timeOf(row.LapsesAt),
	}
}

// RejectTx ends a declaration on an operator's word, for one of the reasons that members are told: DEPOSIT_NOT_FOUND where
// the bank knows no such transfer.
func (s *Service) RejectTx(ctx context.Context, tx *store.Tx, d Declaration, reason fault.Code) error {
	if !slices.Contains(declarationReasons, reason) {
		return fault.New(fault.INVALID_INPUT, "%q is no reason of a declared transfer", reason)
	}
	s.changedTx(tx, d.Member)
	return endDeclarationTx(ctx, tx, d.Reference, DeclarationRejected, "", string(reason))
}

func endDeclarationTx(ctx context.Context, tx *store.Tx, reference string, end DeclarationState, inflow, reason string) error {
	n, err := depositdb.New(tx).EndDeclaration(ctx, depositdb.EndDeclarationParams{
		State: string(end), Inflow: inflow, Reason: reason, EndedAt: tx.Now.UnixMicro(), Reference: reference,
	})
	if err == nil && n == 0 {
		return fault.New(fault.NO_DATA, "no open declared transfer %q", reference)
	}
	return err
}

// declaredTx ends the member's own oldest declaration of an arrival that is booked without it: what is declared is what
// has not arrived yet.
func (s *Service) declaredTx(ctx context.Context, tx *store.Tx, row depositdb.AddInflowParams) error {
	if State(row.State) == Unmatched || !slices.Contains([]Channel{ChannelFeed, ChannelSlip}, Channel(row.Channel)) {
		return nil
	}
	return s.meetTx(ctx, tx, row.Member, row.ID, row.Amount, row.PaidAt)
}

func (s *Service) meetTx(ctx context.Context, tx *store.Tx, member, inflow string, amount money.Amount, paidAt int64) error {
	open, err := depositdb.New(tx).OpenDeclarationsOf(ctx, member)
	if err != nil {
		return err
	}
	for _, d := range open {
		if d.Amount != amount || timeOf(d.CreatedAt).Sub(timeOf(paidAt)).Abs() > declaredAround {
			continue
		}
		err := endDeclarationTx(ctx, tx, d.Reference, DeclarationMatched, inflow, "")
		if fault.Is(err, fault.NO_DATA) {
			continue // it lapsed or was rejected in this moment: the arrival is booked all the same
		}
		return err
	}
	return nil
}
