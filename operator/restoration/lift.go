package restoration

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/operator"
)

// Lift is by what a person wants a system to be let be used again: its lists, or ByHand.
type Lift struct {
	Basis string `json:"basis"`
}

// ByHand says that there is no list of the whole time to be had, and the evidence says what was compared instead.
const ByHand = "hand"

// planLift plans to let a system be used again. It rests on the restoration that the two persons compared, and on no later one;
// on lists that cover the whole time, or on the two persons' word that there are none; and on no case that is open.
func (s *Service) planLift(ctx context.Context, system string, request json.RawMessage) (operator.Plan, error) {
	var asked Lift
	if len(request) > 0 {
		if err := json.Unmarshal(request, &asked); err != nil {
			return operator.Plan{}, fault.Wrap(err, fault.INVALID_INPUT, "with what lists?")
		}
	}
	one, err := s.rests(ctx, system)
	if err != nil {
		return operator.Plan{}, err
	}
	covered := one.Covered || !one.Takes
	if one.OpenCases > 0 || one.Importing() || !covered && asked.Basis != ByHand {
		return operator.Plan{}, open(system, !covered || one.Importing(), one.OpenCases)
	}
	facts := []operator.Fact{
		{Name: "system", Kind: operator.FactSystem, After: system},
		{Name: "state", Kind: operator.FactState, Before: "quarantine", After: "running"},
		{Name: "since", Kind: operator.FactTime, After: one.Since.UTC().Format(time.RFC3339)},
		{Name: "from", Kind: operator.FactTime, After: one.From.UTC().Format(time.RFC3339)},
		{Name: "lists", Kind: operator.FactState, After: coverage(one)},
	}
	return operator.Plan{
		Two: true, Confirm: true, Evidence: operator.Compared, Seen: one.State, State: liftState(one.State, 0, asked),
		Says: system + " is used again", Facts: facts,
		Still: func(tx *store.Tx) (string, error) {
			rests, err := s.quarantine.RestsTx(ctx, tx, system)
			if err != nil {
				return "", err
			}
			cases, err := s.quarantine.OpenCasesTx(ctx, tx, system)
			return liftState(stateOf(system, one.Since, rests), cases, asked), err
		},
		Does: func(tx *store.Tx, by operator.Decision) error { return s.quarantine.LiftTx(ctx, tx, system, by.By) },
	}, nil
}

// rests returns how a system stands that is in quarantine. NO_DATA: it is not.
func (s *Service) rests(ctx context.Context, system string) (Standing, error) {
	all, err := s.Standing(ctx)
	if err != nil {
		return Standing{}, err
	}
	n := slices.IndexFunc(all, func(one Standing) bool { return one.Name == system && one.Rests() })
	if n < 0 {
		return Standing{}, fault.New(fault.NO_DATA, "%s is not in quarantine", system)
	}
	return all[n], nil
}

// coverage says what lists a lifting rests on.
func coverage(one Standing) string {
	switch {
	case !one.Takes:
		return "no_list"
	case one.Covered:
		return "covered"
	}
	return "not_covered"
}

func open(system string, notCovered bool, cases int64) error {
	return fault.New(fault.QUARANTINE_OPEN, "%s has time that no list covers, or open cases", system).
		With("notCovered", notCovered).With("openCases", strconv.FormatInt(cases, 10))
}

// liftState is the fingerprint of a lifting.
func liftState(system string, cases int64, asked Lift) string {
	return operator.Fingerprint(system, cases, asked.Basis == ByHand)
}
