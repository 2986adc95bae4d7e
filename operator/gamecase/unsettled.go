package gamecase

import (
	"context"
	"encoding/json"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/operator"
	"krapao/wallet/doubt"
)

// Transfers are the transfers between wallet and games whose outcome nobody knows.
type Transfers interface {
	// UnsettledTransfers lists them, oldest first, of one provider. An empty provider lists those of all.
	UnsettledTransfers(ctx context.Context, provider string, limit int) ([]Unsettled, error)
	// UnsettledTransfer finds one by its reference, with its evidence. NO_DATA: there is none.
	UnsettledTransfer(ctx context.Context, reference string) (Unsettled, error)
	// OpenTx reports whether nobody knows the outcome of one still.
	OpenTx(ctx context.Context, tx *store.Tx, id ledger.ID) (bool, error)
	// DecideTx books what a person found out. Where it was not applied the money goes back.
	DecideTx(ctx context.Context, tx *store.Tx, id ledger.ID, applied bool, note string) error
}

// Unsettled is a transfer whose outcome nobody knows.
type Unsettled struct {
	ID        ledger.ID
	Reference string
	Member    string
	Amount    money.Amount
	From, To  string
	// Provider is where it is pending. Username is the account there.
	Provider, Username string
	// Reason is what was found, as a text of clue.
	Reason string
	Since  time.Time
	// Evidence is what is known now. Only UnsettledTransfer fills it.
	Evidence doubt.Evidence
}

// Unsettled lists transfers whose outcome nobody knows, of one provider. An empty provider lists those of all.
func (s *Service) Unsettled(ctx context.Context, provider string, limit int) ([]Unsettled, error) {
	if s.d.Transfers == nil {
		return nil, nil
	}
	return s.d.Transfers.UnsettledTransfers(ctx, provider, limit)
}

// planSettle is the plan of settling an unsettled transfer one way.
func (s *Service) planSettle(applied bool) planner {
	becomes, says := "failed", "the transfer is booked as failed; the money goes back"
	if applied {
		becomes, says = "done", "the transfer is booked as done"
	}
	return func(ctx context.Context, reference string, _ json.RawMessage) (operator.Plan, error) {
		c, err := s.unsettled(ctx, reference)
		if err != nil {
			return operator.Plan{}, err
		}
		state := operator.Fingerprint(c.Reference, c.Member, c.Amount, c.From, c.To, c.Provider, c.Username, applied)
		return operator.Plan{
			Seen: seenUnsettled(c), Member: c.Member, Amount: c.Amount, Two: c.Amount > operator.UnsettledBound,
			Evidence: operator.ProviderSaid,
			State:    state, Says: says,
			Facts: []operator.Fact{
				{Name: "state", Kind: operator.FactState, Before: "unknown", After: becomes},
				{Name: "amount", Kind: operator.FactAmount, After: c.Amount.String()},
				{Name: "movedFrom", Kind: operator.FactState, After: place(c.From)},
				{Name: "movedTo", Kind: operator.FactState, After: place(c.To)},
				{Name: "provider", Kind: operator.FactSystem, After: c.Provider},
				{Name: "gameAccount", Kind: operator.FactText, After: c.Username},
				{Name: "since", Kind: operator.FactTime, After: c.Since.UTC().Format(time.RFC3339)},
			},
			Still: func(tx *store.Tx) (string, error) {
				open, err := s.d.Transfers.OpenTx(ctx, tx, c.ID)
				if err == nil && !open {
					err = fault.New(fault.NO_DATA, "the outcome of %s is known by now", reference)
				}
				return state, err
			},
			Does: func(tx *store.Tx, d operator.Decision) error {
				return s.d.Transfers.DecideTx(ctx, tx, c.ID, applied, d.Note())
			},
		}, nil
	}
}

// place is one end of a transfer: the wallet, or a game by its code.
func place(label string) string {
	if label == ledger.LabelWallet {
		return "wallet"
	}
	return label
}

// seenUnsettled is an unsettled transfer as it is opened.
func seenUnsettled(c Unsettled) string {
	return operator.Fingerprint(c.Reference, c.Member, c.Amount, c.From, c.To, c.Provider, c.Username)
}

func (s *Service) unsettled(ctx context.Context, reference string) (Unsettled, error) {
	if s.d.Transfers != nil {
		c, err := s.d.Transfers.UnsettledTransfer(ctx, reference)
		if !fault.Is(err, fault.NO_DATA) {
			return c, err
		}
	}
	return Unsettled{}, fault.New(fault.NO_DATA, "no unsettled transfer %q", reference)
}
