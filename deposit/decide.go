package deposit

import (
	"context"
	"encoding/json"
	"fmt"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/secret"
	"krapao/internal/store"
)

// Desk is what operators' decisions about arrivals need besides the decisions themselves.
type Desk struct{ s *Service }

// DeskOf makes the desk.
func DeskOf(s *Service) Desk { return Desk{s} }

// LockTx returns an arrival as it is now, which nobody else changes until the transaction ends. member is whose it would become,
// or empty: it is locked first, as in every booking. NO_DATA if there is no such arrival.
func (d Desk) LockTx(ctx context.Context, tx *store.Tx, id, member string) (Inflow, error) {
	if member != "" {
		if err := depositdb.New(store.Lock{Tx: tx}).LockMember(ctx, member); err != nil {
			return Inflow{}, err
		}
	}
	row, err := depositdb.New(tx).LockInflow(ctx, id)
	return inflowFound(d.s, row, err)
}

// ReadTx returns an arrival as it is now. A reversal locks more than the arrival, in an order of its own.
func (d Desk) ReadTx(ctx context.Context, tx *store.Tx, id string) (Inflow, error) {
	row, err := depositdb.New(tx).Inflow(ctx, id)
	return inflowFound(d.s, row, err)
}

// inflowFound is the result of a query. NO_DATA if there was no row.
func inflowFound(s *Service, row depositdb.Inflow, err error) (Inflow, error) {
	if store.NotFound(err) {
		return Inflow{}, fault.New(fault.NO_DATA, "there is no such arrival")
	}
	if err != nil {
		return Inflow{}, err
	}
	return s.InflowOf(row)
}

// SealPayer returns a payer, as an operator read it in a statement, in a form that may be kept outside of the books. Only
// OpenPayer of the same subject reads it.
func (d Desk) SealPayer(subject string, p Payer) (string, error) {
	text, err := json.Marshal(p)
	if err != nil {
		return "", fmt.Errorf("deposit: payer of %s: %w", subject, err)
	}
	return d.s.box.Seal(proposedPayer(subject), string(text))
}

// OpenPayer returns what SealPayer sealed.
func (d Desk) OpenPayer(subject, sealed string) (p Payer, err error) {
	text, err := d.s.box.Open(proposedPayer(subject), sealed)
	if err == nil {
		err = json.Unmarshal([]byte(text), &p)
	}
	if err != nil {
		return Payer{}, fmt.Errorf("deposit: payer of %s: %w", subject, err)
	}
	return p, nil
}

func proposedPayer(subject string) secret.Row {
	return secret.Row{Table: "proposal", Column: "request", ID: subject}
}
