package doubt

import (
	"context"
	"fmt"
	"math"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/wallet/internal/walletdb"
)

// Unsettled is a transfer whose outcome the product can't find out by itself. An operator asks the provider by telephone
// and decides; meanwhile the product keeps asking.
type Unsettled struct {
	Transfer ledger.Transfer
	Provider string
	Username string
	// Reference is what the provider got, where it takes one.
	Reference string
	// Reason is what is known, as a text of clue.
	Reason string
	// Since is when the outcome became unknown.
	Since time.Time
	// Evidence is all that is known by now; only where a single case was asked for.
	Evidence Evidence
}

// UnsettledTransfers lists them, oldest first, of one provider or of all where provider is empty.
func (s *Service) UnsettledTransfers(ctx context.Context, provider string, limit int) ([]Unsettled, error) {
	rows, err := walletdb.New(s.store.DB()).Cases(ctx, provider, int32(limit))
	if err != nil {
		return nil, fmt.Errorf("wallet: read cases: %w", err)
	}
	cases := make([]Unsettled, 0, len(rows))
	for _, d := range rows {
		t, err := s.books.Find(ctx, ledger.ID(d.Transfer))
		if err != nil {
			return nil, fmt.Errorf("wallet: read cases: %w", err)
		}
		cases = append(cases, s.unsettledOf(d, t))
	}
	return cases, nil
}

func (s *Service) unsettledOf(d Record, t ledger.Transfer) Unsettled {
	return Unsettled{
		Transfer: t, Provider: d.Provider, Username: d.Username, Reference: s.books.Reference(t.ID),
		Reason: d.Reason, Since: d.CreatedAt.Time(),
	}
}

// UnsettledTransfer finds one by its reference, with all that is known. NO_DATA where there is none.
func (s *Service) UnsettledTransfer(ctx context.Context, reference string) (Unsettled, error) {
	id, ok := s.books.ParseReference(reference)
	if !ok {
		return Unsettled{}, errNoCase
	}
	d, err := walletdb.New(s.store.DB()).Doubt(ctx, int64(id))
	if store.NotFound(err) || err == nil && d.State != stateCase {
		return Unsettled{}, errNoCase
	}
	if err != nil {
		return Unsettled{}, fmt.Errorf("wallet: read or write a case: %w", err)
	}
	t, err := s.books.Find(ctx, id)
	if err != nil {
		return Unsettled{}, fmt.Errorf("wallet: read or write a case: %w", err)
	}
	c := s.unsettledOf(d, t)
	c.Evidence, err = s.cases.Evidence(ctx, Side{Transfer: t, Username: d.Username, Doubt: &d})
	return c, err
}

var errNoCase = fault.New(fault.NO_DATA, "no such case is open")

// OpenTx reports whether a transfer is a case still, as part of an operator's decision.
func (s *Service) OpenTx(ctx context.Context, tx *store.Tx, id ledger.ID) (bool, error) {
	d, err := walletdb.New(tx).Doubt(ctx, int64(id))
	if store.NotFound(err) {
		return false, nil
	}
	return d.State == stateCase, err
}

// DecideTx settles a case inside the transaction that records who decided it and why. applied books the whole amount;
// otherwise the money goes back and is asked about again later. NO_DATA where there is no such case.
func (s *Service) DecideTx(ctx context.Context, tx *store.Tx, id ledger.ID, applied bool, note string) (ledger.Transfer, error) {
	q := walletdb.New(tx)
	d, err := q.Doubt(ctx, int64(id))
	if store.NotFound(err) || err == nil && d.State != stateCase {
		return ledger.Transfer{}, errNoCase
	}
	if err != nil {
		return ledger.Transfer{}, fmt.Errorf("wallet: read or write a case: %w", err)
	}
	t, err := s.books.FindTx(ctx, tx, id)
	if err != nil {
		return ledger.Transfer{}, fmt.Errorf("wallet: read or write a case: %w", err)
	}
	a, err := accountOfTx(ctx, tx, s.games, t)
	if err != nil {
		return t, err
	}
	if err := s.endDoubtTx(ctx, tx, a, d.Transfer, applied, !applied); err != nil {
		return t, err
	}
	// The highest fence, so that the decision wins over any worker's lease: that worker finds the transfer settled.
	settlement := ledger.Settlement{ID: id, Fence: math.MaxInt64, Detail: ledger.Detail{Reason: fault.TRANSFER_FAIL, Note: note}}
	settle := s.books.VoidTx
	if applied {
		settlement.Detail.Reason, settle = fault.SUCCESS, s.books.PostTx
	}
	result, err := settle(ctx, tx, settlement)
	if err != nil {
		return t, fmt.Errorf("wallet: decide a case: %w", err)
	}
	// The operation that the transfer is a leg of continues at the next sweep: the decision may come from a command,
	// which calls no provider.
	if err := s.transfers.HastenTx(ctx, tx, t); err != nil {
		return t, fmt.Errorf("wallet: decide a case: %w", err)
	}
	return result.Transfer, nil
}

// endDoubtTx closes a doubt. A returned one is asked about again if again says so; a booked one never is.
func (s *Service) endDoubtTx(ctx context.Context, tx *store.Tx, a game.Account, transfer int64, applied, again bool) error {
	p := walletdb.EndDoubtParams{Transfer: transfer, State: stateApplied, UpdatedAt: clock.MicrosOf(tx.Now)}
	if !applied {
		base, err := s.baselineTx(ctx, tx, a, transfer)
		if err != nil {
			return fmt.Errorf("wallet: end a doubt: %w", err)
		}
		p.State, p.Result, p.ReadingSince = StateReturned, int64(base.result), clock.MicrosOf(base.at)
	}
	if again && !applied && len(s.settings.Rechecks) > 0 {
		p.CheckAt = clock.MicrosOf(tx.Now.Add(s.settings.Rechecks[0]))
	}
	if _, err := walletdb.New(tx).EndDoubt(ctx, p); err != nil {
		return fmt.Errorf("wallet: end a doubt: %w", err)
	}
	return nil
}
