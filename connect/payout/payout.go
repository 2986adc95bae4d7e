// Package payout is the adapter to the payout bank, behind the port Bank of package withdraw/payout.
//
// Promises:
//   - Every request is signed, and every callback's signature is verified in constant time.
//   - Only a documented refusal or a final state is a definitive rejection. Anything else that is not a success is
//     unknown.
//   - An answer counts only if its reference, account and amount are those of the order.
//   - No error text contains a secret or an address.
package payout

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/payout/wire"
	"krapao/money"
	"krapao/withdraw"
	"krapao/withdraw/payout"
)

// Config says where the bank is and who we are there.
type Config struct {
	// BaseURL is the address above the paths of package wire.
	BaseURL     string
	Key, Secret string
	Outbound    outbound.Settings
	// Now is nil for the machine's clock. The bank rejects a clock that is more than wire.Window off.
	Now func() time.Time
}

// Bank is the adapter. It is safe for concurrent use.
type Bank struct {
	config Config
	client *outbound.Client
}

var _ payout.Bank = (*Bank)(nil)

// New makes the adapter.
func New(c Config) *Bank {
	if c.Now == nil {
		c.Now = func() time.Time { return time.Now().UTC() }
	}
	c.Outbound.Now = c.Now
	c.BaseURL = strings.TrimRight(c.BaseURL, "/")
	return &Bank{config: c, client: outbound.New(c.Outbound)}
}

// Capabilities implements payout.Bank: the bank answers a repeated order as it answered the first one.
func (b *Bank) Capabilities() payout.Capabilities {
	return payout.Capabilities{Replay: true}
}

// refusals are the answers to an order after which nothing was done and nothing will be. A bad signature, a malformed
// request and a used reference are our own faults. They become an operator's case; a member must not be told that the
// payout failed.
var refusals = map[string]bool{
	wire.CodeInvalidAccount: true, wire.CodeAmountLimit: true, wire.CodeInsufficientFunds: true, wire.CodeRefused: true,
}

// Send implements payout.Bank.
func (b *Bank) Send(ctx context.Context, o payout.Order) (payout.Outcome, error) {
	answer, err := b.call(ctx, http.MethodPost, wire.PathPayouts, orderOf(o), o.SendBy)
	if err != nil {
		return payout.Outcome{}, err
	}
	if answer.Status == http.StatusUnprocessableEntity {
		var refusal wire.Refusal
		if err := outbound.Decode(answer.Body, &refusal); err == nil && refusals[refusal.Code] {
			return rejected(refusal.Code), nil
		}
	}
	return b.read(answer, o)
}

// Check implements payout.Bank.
func (b *Bank) Check(ctx context.Context, o payout.Order) (payout.Outcome, error) {
	answer, err := b.call(ctx, http.MethodGet, wire.PathPayouts+"/"+url.PathEscape(o.Reference), nil, time.Time{})
	if err != nil {
		return payout.Outcome{}, err
	}
	if answer.Status == http.StatusNotFound {
		var refusal wire.Refusal
		if err := outbound.Decode(answer.Body, &refusal); err == nil && refusal.Code == wire.CodeNotFound {
			return payout.Outcome{Kind: payout.NotFound}, nil
		}
	}
	return b.read(answer, o)
}

// read reads the state of a payout from an answer that is about this one.
func (b *Bank) read(answer outbound.Answer, o payout.Order) (payout.Outcome, error) {
	if answer.Status != http.StatusOK {
		return payout.Outcome{}, fmt.Errorf("payout: HTTP %d", answer.Status)
	}
	var p wire.Payout
	if err := outbound.Decode(answer.Body, &p); err != nil {
		return payout.Outcome{}, errors.New("payout: the answer violates the protocol")
	}
	amount, err := money.Parse(p.Amount)
	sameAccount := p.BankCode == o.Account.BankCode && p.AccountNo == o.Account.Number
	if err != nil || amount != o.Amount || p.Ref != o.Reference || !sameAccount {
		return payout.Outcome{}, errors.New("payout: the answer is about another payout")
	}
	switch p.State {
	case wire.StateAccepted:
		return payout.Outcome{Kind: payout.Pending, Outside: p.BankRef}, nil
	case wire.StateSettled:
		return payout.Outcome{Kind: payout.Paid, Outside: p.BankRef}, nil
	case wire.StateFailed, wire.StateBounced:
		outcome := rejected(p.Reason)
		outcome.Outside = p.BankRef
		if p.State == wire.StateBounced {
			outcome.Kind = payout.Bounced
		}
		return outcome, nil
	}
	return payout.Outcome{}, fmt.Errorf("payout: unknown state %.20q", p.State)
}

func rejected(reason string) payout.Outcome {
	return payout.Outcome{
		Kind: payout.Rejected, Reason: cut(reason), BadAccount: reason == wire.CodeInvalidAccount,
	}
}

// InquireName implements payout.Bank.
func (b *Bank) InquireName(ctx context.Context, a withdraw.Account) (withdraw.NameInquiry, error) {
	question := wire.Inquiry{BankCode: a.BankCode, AccountNo: a.Number, AccountName: a.Name}
	answer, err := b.call(ctx, http.MethodPost, wire.PathInquiry, question, time.Time{})
	if err != nil {
		return withdraw.NameInquiry{}, err
	}
	if answer.Status != http.StatusOK {
		return withdraw.NameInquiry{}, fmt.Errorf("payout: inquiry: HTTP %d", answer.Status)
	}
	var reply wire.InquiryReply
	if err := outbound.Decode(answer.Body, &reply); err != nil {
		return withdraw.NameInquiry{}, errors.New("payout: inquiry: the answer violates the protocol")
	}
	switch reply.Result {
	case wire.ResultMatch:
		return withdraw.NameInquiry{Match: true, Exists: true, Shown: reply.AccountName}, nil
	case wire.ResultMismatch:
		return withdraw.NameInquiry{Exists: true, Shown: reply.AccountName}, nil
	case wire.ResultNoAccount:
		return withdraw.NameInquiry{}, nil
	}
	return withdraw.NameInquiry{}, fmt.Errorf("payout: inquiry: unknown result %.20q", reply.Result)
}

// ParseCallback implements payout.Bank.
func (b *Bank) ParseCallback(h payout.Header, body []byte) (reference, proof string, err error) {
	signature := h.Get(wire.HeaderSignature)
	known := subtle.ConstantTimeCompare([]byte(h.Get(wire.HeaderKey)), []byte(b.config.Key)) == 1
	if !known || !wire.VerifyCallback(b.config.Secret, signature, h.Get(wire.HeaderTimestamp), b.config.Now(), body) {
		return "", "", fmt.Errorf("payout: %w", payout.ErrForged)
	}
	var p wire.Payout
	if err := json.Unmarshal(body, &p); err != nil || p.Ref == "" {
		return "", "", fmt.Errorf("payout: not a callback: %w", payout.ErrForged)
	}
	return p.Ref, signature, nil
}

func orderOf(o payout.Order) wire.Order {
	return wire.Order{
		Ref: o.Reference, BankCode: o.Account.BankCode, AccountNo: o.Account.Number, AccountName: o.Account.Name,
		Amount: o.Amount.String(),
	}
}

func (b *Bank) call(ctx context.Context, method, path string, body any, sendBy time.Time) (outbound.Answer, error) {
	raw := []byte{}
	if body != nil {
		var err error
		if raw, err = json.Marshal(body); err != nil {
			return outbound.Answer{}, fmt.Errorf("payout: %w", err)
		}
	}
	now := b.config.Now()
	answer, err := b.client.Do(ctx, outbound.Request{
		Method: method, URL: b.config.BaseURL + path, Body: raw, SendBy: sendBy,
		Header: http.Header{
			"Content-Type":       {"application/json"},
			wire.HeaderKey:       {b.config.Key},
			wire.HeaderTimestamp: {wire.Timestamp(now)},
			wire.HeaderSignature: {wire.Sign(b.config.Secret, now, method, path, raw)},
		},
	})
	if err != nil {
		return outbound.Answer{}, fmt.Errorf("payout: %w", err)
	}
	return answer, nil
}

// cut shortens a bank's text so that our rows can hold it.
func cut(s string) string {
	if r := []rune(s); len(r) > 200 {
		return string(r[:200])
	}
	return s
}
