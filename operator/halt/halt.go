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

// The kinds of decision.
const (
	KindStop   = "brake.stop"
	KindResume = "brake.resume"
)

// ErrStands says that the cause of the stop is still there, so nobody resumes the system.
var ErrStands = errors.New("operator: the cause of the stop is still there")

// StandsError is ErrStands with what that is.
type StandsError struct{ Why []brake.Against }

func (e StandsError) Error() string {
	return fmt.Sprintf("%v: %s", ErrStands, brake.Says(e.Why))
}

// Unwrap returns ErrStands.
func (StandsError) Unwrap() error { return ErrStands }

// Deps are what the service is made of.
type Deps struct {
	Approvals *operator.Approvals
	Brakes    *brake.Service
	// Systems are the names of all systems that can be stopped.
	Systems func(ctx context.Context) ([]string, error)
	// Stands returns why a system may not go on, by what is known now. Empty: nothing is known against it. Nil: nothing ever is.
	Stands func(ctx context.Context, system string) (why []brake.Against, err error)
	// Credentials know which systems' part of the file was changed. Nil: nothing is compared.
	Credentials *brake.Credentials
}

// Service makes these decisions. It is safe for concurrent use.
type Service struct{ d Deps }

// New makes the service, and registers its kinds of decision.
func New(d Deps) *Service {
	s := &Service{d}
	d.Approvals.Register(
		operator.Kind{Name: KindStop, Needs: operator.Cashier, Plan: s.planStop},
		operator.Kind{Name: KindResume, Needs: operator.Chief, Plan: s.planResume},
		operator.Kind{Name: KindCredential, Needs: operator.Chief, Wait: credentialWait, Plan: s.planCredential},
	)
	return s
}

// List returns what is stopped, longest first.
func (s *Service) List(ctx context.Context) ([]brake.Stopped, error) { return s.d.Brakes.All(ctx) }

// Systems returns the names of all systems that can be stopped.
func (s *Service) Systems(ctx context.Context) ([]string, error) { return s.d.Systems(ctx) }

// Standing is a system that is stopped, with what its resumption rests on.
type Standing struct {
	brake.Stopped
	// State is the fingerprint of the stop, by which a resumption says which one was looked at.
	State string
	// Stands is why it may not go on yet.
	Stands []brake.Against
	// Changed is what the file says of it that is not approved; nil: nothing.
	Changed *Changed
}

// Standing returns what is stopped, longest first.
func (s *Service) Standing(ctx context.Context) ([]Standing, error) {
	all, err := s.d.Brakes.All(ctx)
	if err != nil {
		return nil, err
	}
	changed, err := s.d.Credentials.All(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]Standing, len(all))
	for n, b := range all {
		why, err := s.stands(ctx, b.System)
		if err != nil {
			return nil, err
		}
		list[n] = Standing{Stopped: b, State: stateOf(b.System, b.Since), Stands: why}
		if c, is := changed[b.System]; is {
			list[n].Changed = &Changed{c.Since, credentialState(c)}
		}
	}
	return list, nil
}

// planStop plans to stop a system. It rests on nothing: one that is stopped already stays so, for its first reason.
func (s *Service) planStop(ctx context.Context, system string, _ json.RawMessage) (operator.Plan, error) {
	known, err := s.d.Systems(ctx)
	if err != nil {
		return operator.Plan{}, err
	}
	if !slices.Contains(known, system) {
		return operator.Plan{}, fault.New(fault.NO_DATA, "there is no system %q; there are %s", system, strings.Join(known, ", "))
	}
	state := operator.Fingerprint(KindStop, system)
	return operator.Plan{
		State: state, Says: says(system, "is stopped", "are stopped"), Facts: turned(system, "running", "stopped"),
		Still: func(*store.Tx) (string, error) { return state, nil },
		Does: func(tx *store.Tx, by operator.Decision) error {
			return s.d.Brakes.StopTx(ctx, tx, system, by.Reason, by.By)
		},
	}, nil
}

// turned are the facts that every decision about a system begins with.
func turned(system, before, after string) []operator.Fact {
	return []operator.Fact{
		{Name: "system", Kind: operator.FactSystem, After: system},
		{Name: "state", Kind: operator.FactState, Before: before, After: after},
	}
}

// cause says since when a system is stopped, and why: by the code of the cause, and in a person's own words where one stopped it.
func cause(b brake.Stopped) []operator.Fact {
	facts := []operator.Fact{
		{Name: "since", Kind: operator.FactTime, After: b.Since.UTC().Format(time.RFC3339)},
		{Name: "cause", Kind: operator.FactWhy, After: string(b.Cause)},
	}
	if b.Cause == brake.Person {
		facts = append(facts, operator.Fact{Name: "why", Kind: operator.FactText, After: b.Why})
	}
	return facts
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
	return operator.Plan{
		Two: true, Confirm: true, Evidence: operator.Compared, State: stateOf(system, all[n].Since),
		Says:  says(system, "goes on", "go on"),
		Facts: append(turned(system, "stopped", "running"), cause(all[n])...),
		Still: func(tx *store.Tx) (string, error) {
			since, err := s.d.Brakes.StoppedTx(ctx, tx, system)
			return stateOf(system, since), err
		},
		Does: func(tx *store.Tx, _ operator.Decision) error { return s.d.Brakes.ResumeTx(ctx, tx, system) },
	}, nil
}

// stateOf is the fingerprint of a stop.
func stateOf(system string, since time.Time) string {
	return operator.Fingerprint(KindResume, system, clock.MicrosOf(since))
}

// says is an outcome, in an operator's words.
func says(system, one, many string) string {
	if system == brake.Payouts {
		return "automatic payouts " + many
	}
	return system + " " + one
}

// stands returns why a system may not go on yet: what its credentials were changed to comes first.
func (s *Service) stands(ctx context.Context, system string) (why []brake.Against, err error) {
	changed, err := s.d.Credentials.All(ctx)
	if err != nil {
		return nil, err
	}
	if _, is := changed[system]; is {
		why = append(why, brake.Against{Kind: brake.Unapproved})
	}
	others, err := s.others(ctx, system)
	return append(why, others...), err
}

// others returns what else is known against a system.
func (s *Service) others(ctx context.Context, system string) (why []brake.Against, err error) {
	if s.d.Stands == nil {
		return nil, nil
	}
	return s.d.Stands(ctx, system)
}

func (s *Service) mayGoOn(ctx context.Context, system string) error {
	why, err := s.stands(ctx, system)
	if err == nil && len(why) > 0 {
		return StandsError{why}
	}
	return err
}
