package care

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/operator/flag"
)

// Flags keep what the house has marked members with.
type Flags interface {
	Of(ctx context.Context, member string) ([]flag.Flag, error)
	OfTx(ctx context.Context, tx *store.Tx, member string) ([]flag.Flag, error)
	SetTx(ctx context.Context, tx *store.Tx, member string, x flag.Flag) (set bool, err error)
	EndTx(ctx context.Context, tx *store.Tx, member string, code flag.Code) (ended bool, err error)
}

// OneFlag is the request to set a flag of a member, or to end it.
type OneFlag struct {
	Code flag.Code `json:"code"`
}

// planFlags is a plan about one flag of a member. What was seen is how the account stands, as on its page; two operators who set
// and end flags at once rest on the flags, too.
func (s *Service) planFlags(
	ctx context.Context, member string, request json.RawMessage,
) (p operator.Plan, of OneFlag, has []flag.Flag, err error) {
	if err = operator.ReadRequest(request, &of); err != nil {
		return p, of, nil, err
	}
	p, now, err := s.plan(ctx, member)
	if err != nil {
		return p, of, nil, err
	}
	if has, err = s.d.Flags.Of(ctx, member); err != nil {
		return p, of, nil, err
	}
	p.Seen, p.State = now.State(), stateOf(has)
	p.Facts = []operator.Fact{{Name: "flag", Kind: operator.FactFlag, After: string(of.Code)}}
	if len(has) > 0 {
		p.Facts[0].Before = strings.Join(codesOf(has), ", ")
	}
	p.Still = func(tx *store.Tx) (string, error) {
		has, err := s.d.Flags.OfTx(ctx, tx, member)
		return stateOf(has), err
	}
	return p, of, has, nil
}

func codesOf(flags []flag.Flag) []string {
	codes := make([]string, len(flags))
	for i, f := range flags {
		codes[i] = string(f.Code)
	}
	return codes
}

func stateOf(flags []flag.Flag) string { return operator.Fingerprint(codesOf(flags)) }

func hasFlag(flags []flag.Flag, code flag.Code) bool {
	return slices.ContainsFunc(flags, func(f flag.Flag) bool { return f.Code == code })
}

func (s *Service) planSetFlag(ctx context.Context, member string, request json.RawMessage) (operator.Plan, error) {
	p, of, has, err := s.planFlags(ctx, member, request)
	if err == nil && hasFlag(has, of.Code) {
		err = fmt.Errorf("%w: the member has the flag %q already", operator.ErrChanged, of.Code)
	}
	p.Says = fmt.Sprintf("the member is marked %q", of.Code)
	p.Does = func(tx *store.Tx, d operator.Decision) error {
		_, err := s.d.Flags.SetTx(ctx, tx, member, flag.Flag{Code: of.Code, By: d.By, Reason: d.Reason})
		return err
	}
	return p, err
}

func (s *Service) planEndFlag(ctx context.Context, member string, request json.RawMessage) (operator.Plan, error) {
	p, of, has, err := s.planFlags(ctx, member, request)
	if err == nil && !hasFlag(has, of.Code) {
		err = fault.New(fault.NO_DATA, "the member has no flag %q", of.Code)
	}
	p.Says = fmt.Sprintf("the member is not marked %q any more", of.Code)
	p.Facts = []operator.Fact{{Name: "flag", Kind: operator.FactFlag, Before: string(of.Code)}}
	p.Does = func(tx *store.Tx, _ operator.Decision) error {
		_, err := s.d.Flags.EndTx(ctx, tx, member, of.Code)
		return err
	}
	return p, err
}
