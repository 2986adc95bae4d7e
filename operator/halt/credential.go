package halt

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"krapao/brake"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/operator"
)

// KindCredential is the decision that what the file of outside systems says of a system now is right (RULES.md section 13).
const KindCredential = "credential"

// credentialWait is how long after the approval it is in force. Meanwhile one person stops it.
const credentialWait = 30 * time.Minute

// Changed is what the file says of a system that two persons have not approved.
type Changed struct {
	Since time.Time
	// State is its fingerprint, by which an approval says which one was looked at. No digest is in it.
	State string
}

// planCredential plans to approve what a node found in its file. It rests on what was found, so a further change ends it. NO_DATA
// where nothing was changed.
func (s *Service) planCredential(ctx context.Context, system string, _ json.RawMessage) (operator.Plan, error) {
	changed, err := s.d.Credentials.All(ctx)
	if err != nil {
		return operator.Plan{}, err
	}
	found, is := changed[system]
	if !is {
		return operator.Plan{}, fault.New(fault.NO_DATA, "what the file says of %s is approved", system)
	}
	goesOn, facts, err := s.after(ctx, system)
	if err != nil {
		return operator.Plan{}, err
	}
	before := "approved"
	if found.Approved == "" {
		before = "" // the system is new
	}
	facts = append(facts,
		operator.Fact{Name: "credentials", Kind: operator.FactState, Before: before, After: "changed"},
		operator.Fact{Name: "since", Kind: operator.FactTime, After: found.Since.UTC().Format(time.RFC3339)})
	return operator.Plan{
		Two: true, Confirm: true, Evidence: operator.Compared, State: credentialState(found), Facts: facts,
		Says: "what the file says of " + system + " is approved",
		Still: func(tx *store.Tx) (string, error) {
			now, err := s.d.Credentials.ChangedTx(ctx, tx, system)
			return credentialState(now), err
		},
		Does: func(tx *store.Tx, by operator.Decision) error {
			return s.d.Credentials.ApproveTx(ctx, tx, found, by.Proposal.ID, goesOn)
		},
	}, nil
}

// after reports whether a system goes on with the approval: it is stopped for this cause alone, and nothing else is known against
// it. facts say the same to the two persons.
func (s *Service) after(ctx context.Context, system string) (goesOn bool, facts []operator.Fact, err error) {
	facts = []operator.Fact{{Name: "system", Kind: operator.FactSystem, After: system}}
	others, err := s.others(ctx, system)
	if err != nil {
		return false, nil, err
	}
	all, err := s.d.Brakes.All(ctx)
	if err != nil {
		return false, nil, err
	}
	goesOn = len(others) == 0
	if n := slices.IndexFunc(all, func(b brake.Stopped) bool { return b.System == system }); n >= 0 {
		next := "stopped"
		if goesOn && all[n].Cause == brake.Credential {
			next = "running"
		}
		facts = append(facts, operator.Fact{Name: "state", Kind: operator.FactState, Before: "stopped", After: next})
	}
	return goesOn, facts, nil
}

// credentialState is the fingerprint of what was found. The digests are in it, and can't be read from it.
func credentialState(c brake.Changed) string {
	return operator.Fingerprint(KindCredential, c.System, c.Approved, c.Found)
}
