// Package callout asks a system of the house's own before an automatic payout, behind the port Callout of package
// withdraw/approval.
//
// Promises:
//   - Every question is signed, and has the same key however often it is sent.
//   - An answer counts only if it is about the withdrawal, with a verdict of the protocol. Anything else is no answer.
//   - No error text contains a secret or an address.
package callout

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"krapao/connect/callout/wire"
	"krapao/connect/outbound"
	"krapao/withdraw/approval"
)

// Config says where the system is, and how we sign.
type Config struct {
	URL, Secret string
	Outbound    outbound.Settings
	// Now is nil for the machine's clock.
	Now func() time.Time
}

// Callout is the adapter. It is safe for concurrent use.
type Callout struct {
	config Config
	client *outbound.Client
}

var _ approval.Callout = (*Callout)(nil)

// New makes the adapter.
func New(c Config) *Callout {
	if c.Now == nil {
		c.Now = func() time.Time { return time.Now().UTC() }
	}
	c.Outbound.Now = c.Now
	return &Callout{config: c, client: outbound.New(c.Outbound)}
}

// mostSaid is how many characters of a reason are kept.
const mostSaid = 200

// Ask implements approval.Callout.
func (c *Callout) Ask(ctx context.Context, q approval.Question) (approval.Answer, error) {
	now := c.config.Now()
	body, err := json.Marshal(wire.Question{
		Type: wire.Type, Timestamp: now.UTC().Format(time.RFC3339),
		Data: wire.Payout{
			Withdrawal: q.Reference, Member: q.Member, Amount: q.Amount.String(), Bank: q.Bank,
			RequestedAt: q.RequestedAt.UTC().Format(time.RFC3339),
		},
	})
	if err != nil {
		return approval.Answer{}, fmt.Errorf("callout: %w", err)
	}
	answer, err := c.client.Do(ctx, outbound.Request{URL: c.config.URL, Body: body, Header: http.Header{
		"Content-Type":       {"application/json"},
		wire.HeaderID:        {q.Reference},
		wire.HeaderTimestamp: {wire.Timestamp(now)},
		wire.HeaderSignature: {wire.Sign(c.config.Secret, q.Reference, now, body)},
	}})
	if err != nil {
		return approval.Answer{}, fmt.Errorf("callout: %w", err)
	}
	if answer.Status != http.StatusOK {
		return approval.Answer{}, fmt.Errorf("callout: HTTP %d", answer.Status)
	}
	var said wire.Answer
	if err := outbound.Decode(answer.Body, &said); err != nil {
		return approval.Answer{}, errors.New("callout: the answer violates the protocol")
	}
	if said.Withdrawal != q.Reference {
		return approval.Answer{}, errors.New("callout: the answer is about another withdrawal")
	}
	switch said.Verdict {
	case wire.Allow, wire.Review, wire.Refuse:
		reason := []rune(said.Reason)
		return approval.Answer{Verdict: approval.Verdict(said.Verdict), Says: string(reason[:min(len(reason), mostSaid)])}, nil
	}
	return approval.Answer{}, fmt.Errorf("callout: unknown verdict %.20q", said.Verdict)
}
