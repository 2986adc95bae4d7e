package identity

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/operator/internal/identitydb"
)

// Question is asked of the house's OpenID provider, by the browser of whoever signs in.
type Question struct {
	// URL is where the browser is sent.
	URL string `json:"-"`
	// State comes back with the answer. Nonce is in what the provider signs, and Verifier shows that it was we who asked.
	State    string `json:"state"`
	Nonce    string `json:"nonce"`
	Verifier string `json:"verifier"`
}

// Provider is the house's OpenID provider (connect/oidc): it says who somebody is, and never what that one may do.
type Provider interface {
	// Name is what people call it, and Issuer its own name, under which a subject is somebody.
	Name() string
	Issuer() string
	// Ask makes a question. ErrProvider.
	Ask(ctx context.Context) (Question, error)
	// Answered returns the subject that a code is about. ErrProvider: it can't be asked. Another error: it says that it is nobody,
	// or its word does not count.
	Answered(ctx context.Context, q Question, code string) (subject string, err error)
}

var (
	// ErrProvider says that the provider can't be asked now.
	ErrProvider = errors.New("operator: the house's OpenID provider does not answer")
	// ErrNoProvider says that the house has none.
	ErrNoProvider = errors.New("operator: this house has no OpenID provider")
	// ErrSubject says that the provider knows somebody who is no operator.
	ErrSubject = errors.New("operator: nobody of the house is tied to this account of the provider")
)

// toProvider is the kind of a ticket of a question to the provider, which may take so long.
const (
	toProvider  = "oidc"
	askedLife   = 10 * time.Minute
	longestCode = 4096
)

// ProviderBack is where the provider sends browsers, at the console's address.
const ProviderBack = "/oidc/callback"

// ByProvider is the sign-in by the house's OpenID provider.
func (s *Service) ByProvider() ByProvider { return ByProvider{s} }

// ByProvider signs in whom the house's OpenID provider names.
type ByProvider struct{ s *Service }

// Name is what people call the house's provider; "": it has none.
func (b ByProvider) Name() string {
	if b.s.provider == nil {
		return ""
	}
	return b.s.provider.Name()
}

// Issuer is the provider's own name; "": the house has none.
func (b ByProvider) Issuer() string {
	if b.s.provider == nil {
		return ""
	}
	return b.s.provider.Issuer()
}

// Ask begins a sign-in by the provider. The ticket is for the browser that is sent there, and for nobody else.
// ErrNoProvider. ErrProvider. REQUEST_LIMIT: too many from this address.
func (b ByProvider) Ask(ctx context.Context, from Origin) (url, ticket string, err error) {
	s := b.s
	if s.provider == nil {
		return "", "", ErrNoProvider
	}
	charged, err := s.limiter.Charge(ctx, s.limits.SigninAddress.From(from.Address))
	if err != nil {
		return "", "", err
	}
	q, err := s.provider.Ask(ctx)
	if err != nil {
		return "", "", err
	}
	state, err := json.Marshal(q)
	if err != nil {
		return "", "", fmt.Errorf("identity: %w", err)
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		ticket, err = s.ticketTx(ctx, tx, toProvider, body{State: state, From: from, Charged: charged}, askedLife)
		return err
	})
	return q.URL, ticket, err
}

// Answered signs in whom the provider names, to the browser that was sent there. A ticket counts once, before the provider
// is asked. WRONG_CREDENTIAL: the ticket, the state or the provider's word does not count. ErrProvider. ErrSubject.
// INACTIVE_USER.
func (b ByProvider) Answered(ctx context.Context, ticket, state, code string) (signed Signed, err error) {
	s := b.s
	if s.provider == nil {
		return Signed{}, ErrNoProvider
	}
	asked, _, live, err := s.try(ctx, toProvider, ticket)
	if err != nil || !live {
		return Signed{}, orWrong(err)
	}
	var q Question
	if err := json.Unmarshal(asked.State, &q); err != nil {
		return Signed{}, fmt.Errorf("identity: ticket: %w", err)
	}
	if subtle.ConstantTimeCompare([]byte(q.State), []byte(state)) != 1 || code == "" || len(code) > longestCode {
		return Signed{}, wrong()
	}
	if err := s.store.Write(ctx, func(tx *store.Tx) error {
		once, err := useTx(ctx, tx, toProvider, ticket)
		if err != nil || !once {
			return orWrong(err)
		}
		return nil
	}); err != nil {
		return Signed{}, err
	}
	subject, err := s.provider.Answered(ctx, q, code)
	if errors.Is(err, ErrProvider) {
		return Signed{}, err
	}
	if err != nil {
		return Signed{}, fault.Wrap(err, fault.WRONG_CREDENTIAL, "the provider's word does not count")
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		signed, err = b.subjectTx(ctx, tx, subject, asked)
		return err
	})
	if err != nil {
		return Signed{}, err
	}
	return signed, s.limiter.Refund(ctx, asked.Charged, s.limits.SigninAddress.From(asked.From.Address))
}

// subjectTx opens the session of the operator who is a subject of the provider.
func (b ByProvider) subjectTx(ctx context.Context, tx *store.Tx, subject string, asked body) (Signed, error) {
	s, q := b.s, identitydb.New(tx)
	name, err := q.OperatorOfSubject(ctx, s.provider.Issuer(), subject)
	if store.NotFound(err) {
		return Signed{}, ErrSubject
	}
	if err != nil {
		return Signed{}, fmt.Errorf("identity: %w", err)
	}
	p, err := s.person(ctx, q, name)
	if err != nil {
		return Signed{}, err
	}
	if !p.may(tx.Now) {
		return Signed{}, fault.New(fault.INACTIVE_USER, "%s may not act", p.Name)
	}
	asked.From.Way = ByOIDC
	return s.beginTx(ctx, tx, p, p.Stamp, asked.From)
}

// has reports whether an operator signs in by the house's provider.
func (b ByProvider) has(ctx context.Context, q *identitydb.Queries, name string) (bool, error) {
	_, err := q.SubjectOfOperator(ctx, name, b.Issuer())
	if store.NotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("identity: %w", err)
	}
	return true, nil
}
