package operator

import (
	"context"
	"encoding/json"
	"fmt"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/operator/internal/operatordb"
	"krapao/session"
)

// KindSubject ties an operator to whom it is at the house's OpenID provider, or unties it.
const KindSubject = "operator.subject"

// Subject is whom an operator is at an OpenID provider; without a subject: nobody.
type Subject struct {
	Issuer  string `json:"issuer"`
	Subject string `json:"subject"`
}

// mostSubject is how long a subject may be (OpenID Connect Core, section 2).
const mostSubject = 255

// good refuses a subject of no provider, and one that is no text of its form.
func (s Subject) good() error {
	if s.Issuer == "" {
		return fault.New(fault.INVALID_INPUT, "this house has no OpenID provider")
	}
	for _, c := range s.Subject {
		if c < ' ' || c > '~' {
			return fault.New(fault.INVALID_INPUT, "a subject is ASCII")
		}
	}
	if len(s.Subject) > mostSubject {
		return fault.New(fault.INVALID_INPUT, "a subject has at most %d characters", mostSubject)
	}
	return nil
}

// free refuses a subject that is another operator's.
func (s Subject) free(ctx context.Context, q *operatordb.Queries, name string) error {
	if s.Subject == "" {
		return nil
	}
	has, err := q.SubjectHolder(ctx, s.Issuer, s.Subject)
	if store.NotFound(err) || err == nil && has == name {
		return nil
	}
	if err != nil {
		return fmt.Errorf("operator: %w", err)
	}
	return fault.New(fault.INVALID_INPUT, "this account of the provider is another operator's")
}

// tieTx ties an operator to a subject, in place of its former one.
func (s Subject) tieTx(ctx context.Context, tx *store.Tx, name string) error {
	q := operatordb.New(tx)
	if err := q.DropSubject(ctx, name); err != nil {
		return fmt.Errorf("operator: %w", err)
	}
	if s.Subject == "" {
		return nil
	}
	n, err := q.AddSubject(ctx, operatordb.AddSubjectParams{
		Operator: name, Issuer: s.Issuer, Subject: s.Subject, LinkedAt: clock.MicrosOf(tx.Now),
	})
	if err != nil {
		return fmt.Errorf("operator: %w", err)
	}
	if n == 0 {
		return fault.New(fault.INVALID_INPUT, "this account of the provider is another operator's")
	}
	return nil
}

// fact says whom an operator is to be at the provider.
func (s Subject) fact(before string) Fact {
	return Fact{Name: "oidc", Kind: FactText, Before: before, After: s.Subject}
}

// planSubject plans to tie an operator to a subject: by two, because it is a way in. One chief unties it, at once, and its
// sessions end.
func (s *Staff) planSubject(ctx context.Context, name string, request json.RawMessage) (Plan, error) {
	var to Subject
	if err := ReadRequest(request, &to); err != nil {
		return Plan{}, err
	}
	if err := to.good(); err != nil {
		return Plan{}, err
	}
	o, err := s.Active(ctx, name)
	if err != nil {
		return Plan{}, err
	}
	q := operatordb.New(s.approvals.store.DB())
	before, err := q.SubjectOf(ctx, name, to.Issuer)
	if err != nil && !store.NotFound(err) {
		return Plan{}, fmt.Errorf("operator: %w", err)
	}
	if before == to.Subject {
		return Plan{}, fmt.Errorf("%w: that is whom it is there already", ErrChanged)
	}
	if err := to.free(ctx, q, name); err != nil {
		return Plan{}, err
	}
	says := name + " does not sign in by the OpenID provider any more"
	if to.Subject != "" {
		says = fmt.Sprintf("%s signs in by the OpenID provider, as %q", name, to.Subject)
	}
	return Plan{
		Two: to.Subject != "", Confirm: true, Facts: []Fact{to.fact(before)}, State: o.State(), Says: says, Still: stillOf(ctx, name),
		Does: func(tx *store.Tx, _ Decision) error {
			if err := to.tieTx(ctx, tx, name); err != nil || before == "" || s.tokens == nil {
				return err
			}
			return s.tokens.CloseOthersTx(ctx, tx, session.Operator, name, "")
		},
	}, nil
}

// subject checks whom a newcomer is at the provider, and adds it to the facts.
func (n Newcomer) subject(ctx context.Context, q *operatordb.Queries, name string, facts []Fact) ([]Fact, error) {
	if n.Subject == nil {
		return facts, nil
	}
	if err := n.Subject.good(); err != nil {
		return nil, err
	}
	if n.Subject.Subject == "" {
		return nil, fault.New(fault.INVALID_INPUT, "a subject has at least one character")
	}
	return append(facts, n.Subject.fact("")), n.Subject.free(ctx, q, name)
}
