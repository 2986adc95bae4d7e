// Package halt is what operators decide about systems of the outside: one person stops a system at once, and two let it go on
// (RULES.md section 14).
package halt

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"krapao/brake"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/operator"
)

const resume = "brake.resume"

// ErrStands says that the cause of the stop is still there, so nobody resumes the system.
var ErrStands = errors.New("operator: the cause of the stop is still there")

// Deps are what the service is made of.
type Deps struct {
	Approvals *operator.Approvals
	Brakes    *brake.Service
	// Systems are the names of all systems that can be stopped.
	Systems func(ctx context.Context) ([]string, error)
	// Stands returns why a system may not go on, by what is known now. Empty: nothing is known against it. Nil: nothing ever is.
	Stands func(ctx context.Context, system string) (why []string, err error)
}

// Service makes these decisions. It is safe for concurrent use.
type Service struct{ d Deps }

// New makes the service, and registers its kind of decision.
func New(d Deps) *Service {
	s := &Service{d}
	d.Approvals.Register(operator.Kind{Name: resume, Needs: operator.Chief, Plan: s.planResume})
	return s
}

// List returns what is stopped, longest first.
func (s *Service) List(ctx context.Context) ([]brake.Stopped, error) { return s.d.Brakes.All(ctx) }

// Systems returns the names of all systems that can be stopped.
func (s *Service) Systems(ctx context.Context) ([]string, error) { return s.d.Systems(ctx) }

// Stop stops a system at once. NO_DATA where there is none of this name.
func (s *Service) Stop(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
	known, err := s.d.Systems(ctx)
	if err != nil {
		return operator.Outcome{}, err
	}
	if !slices.Contains(known, d.Subject) {
		return operator.Outcome{}, fault.New(fault.NO_DATA, "there is no system %q; there are %s", d.Subject, strings.Join(known, ", "))
	}
	return s.d.Approvals.Decide(ctx, d, operator.Action{
		Name: "brake.stop", Needs: operator.Cashier, Says: says(d.Subject, "is stopped", "are stopped"),
		Does: func(tx *store.Tx) error { return s.d.Brakes.StopTx(ctx, tx, d.Subject, brake.Person, d.Reason, d.By) },
	})
}

// Resume lets a system go on: two persons, with what they looked at.
func (s *Service) Resume(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
	return s.d.Approvals.DoOrApprove(ctx, d, resume, nil)
}

// planResume plans to let a system go on. It rests on the stop that the two persons looked at, and on no later one.
func (s *Service) planResume(ctx context.Context, system string, _ json.RawMessage) (operator.Plan, error) {
	all, err := s.d.Brakes.All(ctx)
	if err != nil {
		return operator.Plan{}, err
	}
	n := slices.IndexFunc(all, func(b brake.Stopped) bool { return b.System == system })
	if n < 0 {
		return operator.Plan{}, fault.New(fault.NO_DATA, "%s is not stopped", system)
	}
	if err := s.mayGoOn(ctx, system); err != nil {
		return operator.Plan{}, err
	}
	state := func(since time.Time) string { return operator.Fingerprint(resume, system, clock.MicrosOf(since)) }
	return operator.Plan{
		Two: true, Evidence: "what you compared before it goes on", State: state(all[n].Since), Says: says(system, "goes on", "go on"),
		Facts: []operator.Fact{
			{Name: "system", Kind: operator.FactSystem, After: system},
			{Name: "state", Kind: operator.FactState, Before: "stopped", After: "running"},
			{Name: "since", Kind: operator.FactTime, After: all[n].Since.UTC().Format(time.RFC3339)},
			{Name: "why", Kind: operator.FactText, After: all[n].Why},
		},
		Still: func(tx *store.Tx) (string, error) {
			since, err := s.d.Brakes.StoppedTx(ctx, tx, system)
			return state(since), err
		},
		Does: func(tx *store.Tx, _ operator.Decision) error { return s.d.Brakes.ResumeTx(ctx, tx, system) },
	}, nil
}

// says is an outcome, in an operator's words.
func says(system, one, many string) string {
	if system == brake.Payouts {
		return "automatic payouts " + many
	}
	return system + " " + one
}

func (s *Service) mayGoOn(ctx context.Context, system string) error {
	if s.d.Stands == nil {
		return nil
	}
	why, err := s.d.Stands(ctx, system)
	if err != nil {
		return err
	}
	if len(why) > 0 {
		return fmt.Errorf("%w: %s", ErrStands, strings.Join(why, "; "))
	}
	return nil
}
