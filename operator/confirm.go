package operator

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"krapao/internal/store"
)

// Confirmations are what persons have confirmed (identity.Confirmations).
type Confirmations interface {
	// UseTx uses up the confirmation with a token, if it was made in a session for this very decision and still counts, and
	// returns what it was made with; "": there is none.
	UseTx(ctx context.Context, tx *store.Tx, token, session, decision string) (key string, err error)
}

// ConfirmError asks the person to confirm a decision. Nothing has happened.
type ConfirmError struct {
	// Decision is what a confirmation of it is made for.
	Decision string
}

func (ConfirmError) Error() string { return "operator: confirm this decision with your key" }

// confirmTx asks for the confirmation of a decision that is made in a session, and uses it up. The parts are all that the
// decision is: a confirmation of one with another part is for another decision. It returns the decision with what it was
// confirmed with.
func (p *Approvals) confirmTx(ctx context.Context, tx *store.Tx, d Decision, parts ...any) (Decision, error) {
	decision, key, err := DecisionOf(parts...), "", error(nil)
	if d.Confirmation != "" && p.confirmations != nil {
		key, err = p.confirmations.UseTx(ctx, tx, d.Confirmation, d.Session, decision)
	}
	if err == nil && key == "" {
		err = ConfirmError{decision}
	}
	d.Confirmed = key
	return d, err
}

// DecisionOf names what is confirmed by all that it is. Parts are values that marshal to JSON.
func DecisionOf(parts ...any) string {
	text, err := json.Marshal(parts)
	if err != nil {
		panic(err) // the kinds' own values, which all marshal
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// confirmPlanTx asks for a confirmation where the plan says so, and for every amount over ConfirmBound. What a person would see
// of the decision is what it confirms. The request itself may have something sealed in it, which is another text each time.
func (p *Approvals) confirmPlanTx(ctx context.Context, tx *store.Tx, d Decision, k Kind, plan Plan) (Decision, error) {
	if !plan.Confirm && plan.Amount <= ConfirmBound {
		return d, nil
	}
	return p.confirmTx(ctx, tx, d, k.Name, d.Subject, plan.Member, plan.Amount, plan.State, plan.Facts, plan.Says)
}
