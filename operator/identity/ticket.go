package identity

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/operator/internal/identitydb"
)

// Kinds of tickets, with their lives.
const (
	second     = "second"
	enrol      = "enrol"
	confirming = "confirm"
	byPasskey  = "passkey"
	// Secrets that an operator changes by itself.
	addsPasskey = "add passkey"
	addsTOTP    = "add totp"

	secondLife = 5 * time.Minute
	enrolLife  = 30 * time.Minute
)

// mostTries is how many codes one ticket takes.
const mostTries = 5

// body is what a ticket says, sealed. A ticket of the second step is made for every name and password, and says whether
// they were right; one of an enrolment says for which invitation, and one of a confirmation for which decision of which session.
type body struct {
	Name  string `json:"name"`
	Right bool   `json:"right,omitempty"`
	// Stamp is of the secrets that were compared.
	Stamp      int64  `json:"stamp,omitempty"`
	Invitation string `json:"invitation,omitempty"`
	Key        string `json:"key,omitempty"` // of the codes of the telephone, while they are tried out
	Session    string `json:"session,omitempty"`
	Decision   string `json:"decision,omitempty"`
	Way        Way    `json:"way,omitempty"`
	// State is what the answer of a passkey is checked with.
	State []byte `json:"state,omitempty"`
	From  Origin `json:"from"`
	// Charged is when the guess was charged.
	Charged time.Time `json:"charged"`
}

// ticketTx makes a ticket.
func (s *Service) ticketTx(ctx context.Context, tx *store.Tx, kind string, b body, life time.Duration) (string, error) {
	ticket := id.Secret()
	text, err := json.Marshal(b)
	if err != nil {
		return "", fmt.Errorf("identity: ticket: %w", err)
	}
	h := hash(kind, ticket)
	sealed, err := s.secrets.Seal(ticketRow(h), string(text))
	if err != nil {
		return "", fmt.Errorf("identity: ticket: %w", err)
	}
	if err := identitydb.New(tx).AddTicket(ctx, identitydb.AddTicketParams{
		Hash: h, Kind: kind, BodySealed: sealed, MadeAt: clock.MicrosOf(tx.Now), EndsAt: clock.MicrosOf(tx.Now.Add(life)),
	}); err != nil {
		return "", fmt.Errorf("identity: ticket: %w", err)
	}
	return ticket, nil
}

// peek returns what a live ticket says; false: there is none.
func (s *Service) peek(ctx context.Context, kind, ticket string) (b body, live bool, err error) {
	h := hash(kind, ticket)
	sealed, err := identitydb.New(s.store.DB()).Ticket(ctx, identitydb.TicketParams{
		Hash: h, Kind: kind, Now: clock.MicrosOf(s.store.Now()), Most: mostTries,
	})
	if store.NotFound(err) {
		return body{}, false, nil
	}
	if err != nil {
		return body{}, false, fmt.Errorf("identity: ticket: %w", err)
	}
	b, err = s.opened(h, sealed)
	return b, err == nil, err
}

// try uses one of the tries of a ticket, before anything is compared, and returns how many were used; false: there is no such
// ticket, or it has none left.
func (s *Service) try(ctx context.Context, kind, ticket string) (b body, tries int64, live bool, err error) {
	h, row := hash(kind, ticket), identitydb.TryTicketRow{}
	err = s.store.Write(ctx, func(tx *store.Tx) (err error) {
		row, err = identitydb.New(tx).TryTicket(ctx, identitydb.TryTicketParams{
			Hash: h, Kind: kind, Now: clock.MicrosOf(tx.Now), Most: mostTries,
		})
		return err
	})
	if store.NotFound(err) {
		return body{}, 0, false, nil
	}
	if err != nil {
		return body{}, 0, false, fmt.Errorf("identity: ticket: %w", err)
	}
	b, err = s.opened(h, row.BodySealed)
	return b, row.Tries, err == nil, err
}

func (s *Service) opened(h, sealed string) (b body, err error) {
	text, err := s.secrets.Open(ticketRow(h), sealed)
	if err == nil {
		err = json.Unmarshal([]byte(text), &b)
	}
	if err != nil {
		return body{}, fmt.Errorf("identity: ticket: %w", err)
	}
	return b, nil
}

// useTx ends a ticket that did what it was for; false: another call did so first.
func useTx(ctx context.Context, tx *store.Tx, kind, ticket string) (bool, error) {
	n, err := identitydb.New(tx).UseTicket(ctx, clock.MicrosOf(tx.Now), hash(kind, ticket))
	if err != nil {
		return false, fmt.Errorf("identity: ticket: %w", err)
	}
	return n == 1, nil
}
