// Package token is how systems of the house call the operator API: by tokens that two chiefs made (OPERATOR-API.md, section 13).
//
// Promises:
//   - A token is shown to who asks for it, once; the database has its hash alone. It counts half an hour after another chief has
//     approved it.
//   - It counts until its end, which is at most 400 days away, and from the networks that it names. A chief ends it at once, on
//     every node: each call reads its row.
//   - It may what its role and its scopes allow, and decides nothing that needs two persons or a key.
package token

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/operator/internal/tokendb"
)

// The kinds of decisions about tokens.
const (
	KindAdd = "token.add"
	KindEnd = "token.end"
)

const (
	// mark begins every token, so that whoever finds one in a log knows what it is.
	mark = "kpt_"
	// idLetters are those of an ID, beside the system's name.
	idLetters = 6
	// seenEvery is how often the last use is written.
	seenEvery = time.Minute
	aWeek     = 7 * 24 * time.Hour
)

// Token is a system's right to call.
type Token struct {
	// ID is the system's name, and letters of its own.
	ID, System string
	Role       operator.Role
	// Scopes are the parts of the API that it may call, and Addresses the networks that it counts from; none: all.
	Scopes, Addresses []string
	// MadeBy asked for it, and Second approved it.
	MadeBy, Second string
	MadeAt, EndsAt time.Time
	// SeenAt is its last use, to a minute; zero: there was none. EndedAt is when EndedBy ended it before its time; zero: nobody has.
	SeenAt, EndedAt time.Time
	EndedBy         string
}

// Name is the name under which it decides.
func (t Token) Name() string { return operator.System(t.ID) }

// State is its fingerprint, by which a decision says which one was looked at.
func (t Token) State() string { return operator.Fingerprint(t.ID, t.EndedAt.IsZero()) }

// Counts reports whether it counts at a time.
func (t Token) Counts(now time.Time) bool { return t.EndedAt.IsZero() && now.Before(t.EndsAt) }

// Service has the tokens. It is safe for concurrent use.
type Service struct{ store *store.Store }

// New makes the service, and registers what is decided about tokens.
func New(s *store.Store, approvals *operator.Approvals) *Service {
	made := &Service{s}
	approvals.Register(
		operator.Kind{Name: KindAdd, Needs: operator.Chief, Plan: made.planAdd, Life: aWeek, Wait: operator.NewcomerWaits},
		operator.Kind{Name: KindEnd, Needs: operator.Chief, Plan: made.planEnd},
	)
	return made
}

// Draft gives a token that is asked for its secret and its ID. The secret is nowhere else.
func Draft(a Asked, system string) (secret string, drafted Asked) {
	secret = mark + id.Secret()
	a.ID, a.Hash = system+"-"+id.Lower(idLetters), hash(secret)
	return secret, a
}

// hash is how a token is stored. It has 256 random bits, so nobody guesses it.
func hash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// Is reports whether a bearer's secret is a system's token, and no session's.
func Is(secret string) bool { return strings.HasPrefix(secret, mark) }

// Check returns the token with a secret, for a call from an address. INVALID_TOKEN: there is none, or it doesn't count from
// there. EXPIRED_AUTH_TOKEN: its time is over, or a chief has ended it.
func (s *Service) Check(ctx context.Context, secret, address string) (Token, error) {
	row, err := tokendb.New(s.store.DB()).TokenBySecret(ctx, hash(secret))
	if store.NotFound(err) {
		return Token{}, fault.New(fault.INVALID_TOKEN, "there is no such token of a system")
	}
	if err != nil {
		return Token{}, fmt.Errorf("token: %w", err)
	}
	t, now := tokenOf(row), s.store.Now()
	switch {
	case !t.Counts(now):
		return Token{}, fault.New(fault.EXPIRED_AUTH_TOKEN, "the token %s has ended", t.ID)
	case !from(t.Addresses, address):
		return Token{}, fault.New(fault.INVALID_TOKEN, "the token %s does not count from %s", t.ID, address)
	}
	if age := now.Sub(t.SeenAt); age >= seenEvery || age < 0 {
		err = s.store.Write(ctx, func(tx *store.Tx) error {
			return tokendb.New(tx).SeenToken(ctx, clock.MicrosOf(tx.Now), t.ID)
		})
	}
	if err != nil {
		return Token{}, fmt.Errorf("token: its last use: %w", err)
	}
	return t, nil
}

// All are the tokens that the house has had, the newest first.
func (s *Service) All(ctx context.Context) ([]Token, error) {
	rows, err := tokendb.New(s.store.DB()).Tokens(ctx)
	if err != nil {
		return nil, fmt.Errorf("token: %w", err)
	}
	list := make([]Token, len(rows))
	for n, row := range rows {
		list[n] = tokenOf(row)
	}
	return list, nil
}

func tokenOf(row tokendb.OperatorToken) Token {
	return Token{
		ID: row.ID, System: row.System, Role: operator.Role(row.Role), Scopes: strings.Fields(row.Scopes),
		Addresses: strings.Fields(row.Addresses), MadeBy: row.MadeBy, Second: row.Second, MadeAt: row.MadeAt.Time(),
		EndsAt: row.EndsAt.Time(), SeenAt: row.SeenAt.Time(), EndedAt: row.EndedAt.Time(), EndedBy: row.EndedBy,
	}
}

// planAdd is the plan of making a token. It rests on the tokens that the system has had: of two that are proposed at once, one
// counts.
func (s *Service) planAdd(ctx context.Context, system string, request json.RawMessage) (operator.Plan, error) {
	var a Asked
	if err := json.Unmarshal(request, &a); err != nil {
		return operator.Plan{}, fmt.Errorf("token: the proposal for %s: %w", system, err)
	}
	a, err := a.checked(system, s.store.Now())
	if err != nil {
		return operator.Plan{}, err
	}
	had, err := tokendb.New(s.store.DB()).TokensOf(ctx, system)
	if err != nil {
		return operator.Plan{}, fmt.Errorf("token: %w", err)
	}
	return operator.Plan{
		Two: true, Confirm: true, Facts: a.facts(), State: operator.Fingerprint(system, had),
		Says: "a token for " + system + ", until " + a.EndsAt.UTC().Format(time.DateTime),
		Still: func(tx *store.Tx) (string, error) {
			had, err := tokendb.New(tx).TokensOf(ctx, system)
			if err != nil {
				return "", fmt.Errorf("token: %w", err)
			}
			return operator.Fingerprint(system, had), nil
		},
		Does: func(tx *store.Tx, by operator.Decision) error { return addTx(ctx, tx, system, a, by) },
	}, nil
}

func addTx(ctx context.Context, tx *store.Tx, system string, a Asked, by operator.Decision) error {
	made := tokendb.AddTokenParams{
		ID: a.ID, Hash: a.Hash, System: system, Role: string(a.Role), Scopes: strings.Join(a.Scopes, " "),
		Addresses: strings.Join(a.Addresses, " "), MadeBy: by.By, Second: by.By, MadeAt: clock.MicrosOf(tx.Now),
		EndsAt: clock.MicrosOf(a.EndsAt),
	}
	if by.Proposal != nil {
		made.MadeBy = by.Proposal.By
	}
	if err := tokendb.New(tx).AddToken(ctx, made); err != nil {
		return fmt.Errorf("token: %w", err)
	}
	return nil
}

// planEnd is the plan of ending a token at once.
func (s *Service) planEnd(ctx context.Context, token string, _ json.RawMessage) (operator.Plan, error) {
	row, err := tokendb.New(s.store.DB()).Token(ctx, token)
	if store.NotFound(err) || err == nil && row.EndedAt > 0 {
		return operator.Plan{}, fault.New(fault.NO_DATA, "there is no token %q that nobody has ended", token)
	}
	if err != nil {
		return operator.Plan{}, fmt.Errorf("token: %w", err)
	}
	return operator.Plan{
		Facts: []operator.Fact{
			{Name: "system", Kind: operator.FactText, After: row.System},
			{Name: "state", Kind: operator.FactState, Before: "active", After: "ended"},
		},
		State: tokenOf(row).State(), Says: "the token " + token + " counts no more",
		Still: func(tx *store.Tx) (string, error) {
			locked, err := tokendb.New(tx).LockToken(ctx, token)
			if err != nil {
				return "", fmt.Errorf("token: %w", err)
			}
			return tokenOf(locked).State(), nil
		},
		Does: func(tx *store.Tx, by operator.Decision) error {
			if _, err := tokendb.New(tx).EndToken(ctx, clock.MicrosOf(tx.Now), by.By, token); err != nil {
				return fmt.Errorf("token: %w", err)
			}
			return nil
		},
	}, nil
}

// RestoredTx ends all tokens of a restored store: those that were ended after the backup would count again. No node runs on the
// store yet.
func RestoredTx(ctx context.Context, tx *store.Tx) error {
	if err := tokendb.New(tx).EndAllTokens(ctx, clock.MicrosOf(tx.Now), operator.Node); err != nil {
		return fmt.Errorf("token: restored: %w", err)
	}
	return nil
}
