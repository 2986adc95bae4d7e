package restoration

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/money"
	"krapao/operator"
	"krapao/quarantine"
)

// mostTogether is how many cases one decision is about. A list that has more is decided in several.
const mostTogether = 200

// DecideAll is what a person wants all open cases of one kind of a list to book. Cases of members that are not known stay open,
// unless they book nothing.
type DecideAll struct {
	Kind  quarantine.CaseKind `json:"kind"`
	Books quarantine.Booking  `json:"books"`
}

// Together are the cases that a decision about a list would be about, with their lines, in the order of their times: what went
// into a game came before what came out of it.
func (s *Service) Together(ctx context.Context, list string, asked DecideAll) ([]quarantine.Case, error) {
	l, err := s.quarantine.ImportOf(ctx, list)
	if err != nil {
		return nil, err
	}
	all, err := s.quarantine.OpenOf(ctx, l, mostRead)
	if err != nil {
		return nil, err
	}
	var cases []quarantine.Case
	for _, c := range all {
		if c.Kind != asked.Kind || c.Member == "" && asked.Books != quarantine.Nothing || len(cases) == mostTogether {
			continue
		}
		whole, err := s.quarantine.Case(ctx, c.ID)
		if err != nil {
			return nil, err
		}
		cases = append(cases, whole)
	}
	slices.SortStableFunc(cases, func(a, b quarantine.Case) int {
		return cmp.Or(a.Row.At.Compare(b.Row.At), cmp.Compare(b.Amount, a.Amount))
	})
	return cases, nil
}

// mostRead is how many open cases of a list are looked at.
const mostRead = 5_000

// planDecideAll plans to book all cases of one kind of a list, by what their lines say.
func (s *Service) planDecideAll(ctx context.Context, list string, request json.RawMessage) (operator.Plan, error) {
	var asked DecideAll
	if err := json.Unmarshal(request, &asked); err != nil {
		return operator.Plan{}, fault.Wrap(err, fault.INVALID_INPUT, "what do they book?")
	}
	cases, err := s.Together(ctx, list, asked)
	if err != nil {
		return operator.Plan{}, err
	}
	if len(cases) == 0 {
		return operator.Plan{}, fault.New(fault.NO_DATA, "the list has no open case of the kind %q whose member is known", asked.Kind)
	}
	sum, members := money.Amount(0), make([]string, 0, len(cases))
	for _, c := range cases {
		if _, err := s.quarantine.Effect(ctx, c, quarantine.Decided{Books: asked.Books, Member: c.Member}); err != nil {
			return operator.Plan{}, err
		}
		sum, members = sum+max(c.Amount, -c.Amount), append(members, c.Member)
	}
	slices.Sort(members)
	return operator.Plan{
		Others: slices.Compact(members), Amount: sum, Two: true, Confirm: true, Evidence: operator.Compared,
		State: togetherState(cases, asked),
		Says:  strconv.Itoa(len(cases)) + " lines of " + cases[0].System + " book " + string(asked.Books),
		Facts: []operator.Fact{
			{Name: "system", Kind: operator.FactSystem, After: cases[0].System},
			{Name: "why", Kind: operator.FactWhy, After: string(asked.Kind)},
			{Name: "cases", Kind: operator.FactText, After: strconv.Itoa(len(cases))},
			{Name: "amount", Kind: operator.FactAmount, After: sum.String()},
			booksFact(asked.Books),
		},
		Still: func(tx *store.Tx) (string, error) { return s.togetherStill(ctx, tx, cases, asked) },
		Does: func(tx *store.Tx, by operator.Decision) error {
			return s.decideTogetherTx(ctx, tx, cases, asked, by.By)
		},
	}, nil
}

func (s *Service) togetherStill(ctx context.Context, tx *store.Tx, cases []quarantine.Case, asked DecideAll) (string, error) {
	var open []quarantine.Case
	for _, c := range cases {
		is, err := s.quarantine.OpenTx(ctx, tx, c.ID)
		if err != nil {
			return "", err
		}
		if is {
			open = append(open, c)
		}
	}
	return togetherState(open, asked), nil
}

func (s *Service) decideTogetherTx(ctx context.Context, tx *store.Tx, cases []quarantine.Case, asked DecideAll, by string) error {
	for _, c := range cases {
		if err := s.quarantine.DecideTx(ctx, tx, c, quarantine.Decided{Books: asked.Books, Member: c.Member}, by); err != nil {
			return err
		}
	}
	return nil
}

// togetherState is the fingerprint of a decision about several cases.
func togetherState(cases []quarantine.Case, asked DecideAll) string {
	parts := []any{KindDecideAll, string(asked.Kind), string(asked.Books)}
	for _, c := range cases {
		parts = append(parts, caseSeen(c, true))
	}
	return operator.Fingerprint(parts...)
}
