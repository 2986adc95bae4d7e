package identity

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/operator/internal/identitydb"
)

// KindReset is the decision by which an operator that has secrets is invited to set new ones. Two chiefs make it, and it is in
// force half an hour later: until then the operator itself sees it, and one chief stops it.
const KindReset = "operator.reset"

// resetLife is how long a reset waits for a second chief.
const resetLife = 7 * 24 * time.Hour

// Reset is an invitation that is asked for, as its proposal has it.
type Reset struct {
	// Hash is of the invitation's secret, which is nowhere in the house.
	Hash string `json:"hash"`
}

// DraftReset makes the secret of an invitation that is asked for. Nobody can show it again.
func DraftReset() (secret string, drafted Reset) {
	secret = id.Secret()
	return secret, Reset{hash("invitation", secret)}
}

// planReset is the plan of inviting an operator in place of its secrets. It rests on the operator and on its secrets: one who got
// in meanwhile and changed them needs no others. The invitation ends them, once it is used.
func (s *Service) planReset(ctx context.Context, name string, request json.RawMessage) (operator.Plan, error) {
	var r Reset
	if err := json.Unmarshal(request, &r); err != nil {
		return operator.Plan{}, fmt.Errorf("identity: the reset of %s: %w", name, err)
	}
	o, err := s.staff.Active(ctx, name)
	if err != nil {
		return operator.Plan{}, err
	}
	held, err := s.Held(ctx, name)
	if err != nil {
		return operator.Plan{}, err
	}
	if !held.Any() {
		return operator.Plan{}, fmt.Errorf("%w: %s has no way in, and is invited by one chief", operator.ErrChanged, name)
	}
	state, err := resettable(ctx, identitydb.New(s.store.DB()), name)
	if err != nil {
		return operator.Plan{}, err
	}
	return operator.Plan{
		Two: true, Confirm: true, Facts: held.facts(o), State: state, Seen: o.State(),
		Says: name + " is invited to set new secrets, which end its own",
		Still: func(tx *store.Tx) (string, error) {
			q := identitydb.New(tx)
			if err := q.LockOperator(ctx, name); err != nil {
				return "", fmt.Errorf("identity: %w", err)
			}
			return resettable(ctx, q, name)
		},
		Does: func(tx *store.Tx, by operator.Decision) error {
			proposer := by.By
			if by.Proposal != nil {
				proposer = by.Proposal.By
			}
			return inviteTx(ctx, tx, name, proposer, r.Hash, Invited{From: tx.Now, EndsAt: tx.Now.Add(invitationLife)})
		},
	}, nil
}

// resettable is the fingerprint of an operator and its secrets.
func resettable(ctx context.Context, q *identitydb.Queries, name string) (string, error) {
	p, err := personOf(ctx, q, name)
	if err != nil {
		return "", err
	}
	return operator.Fingerprint(p.Name, p.Role, p.Active, p.Stamp), nil
}

// facts are what the second person sees of a reset: whose it is, and what ends.
func (h Held) facts(o operator.Operator) []operator.Fact {
	facts := []operator.Fact{{Name: "role", Kind: operator.FactRole, After: string(o.Role)}}
	if !h.PasswordAt.IsZero() {
		facts = append(facts, operator.Fact{Name: "password", Kind: operator.FactState, Before: "set", After: "ends"})
	}
	if n := int64(len(h.Passkeys)); n > 0 {
		facts = append(facts, ends("passkeys", n))
	}
	return append(facts, ends("recoveryCodes", h.RecoveryLeft))
}

func ends(name string, n int64) operator.Fact {
	return operator.Fact{Name: name, Kind: operator.FactText, Before: strconv.FormatInt(n, 10), After: "0"}
}
