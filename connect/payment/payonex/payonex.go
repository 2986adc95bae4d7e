// Package payonex is the adapter to PayOneX's deposits, behind qr.Gateway.
//
// Promises:
//   - Only a documented refusal is a definitive rejection. Anything else that is not a success is unknown.
//   - An answer counts only if it is about the requested code.
//   - PayOneX does not sign webhooks: a webhook gives a reference and nothing else.
//   - A payment on hold does not count yet.
//   - No error text contains a secret or an address.
package payonex

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/payment/payonex/wire"
	"krapao/connect/payment/token"
	"krapao/deposit"
	"krapao/deposit/qr"
)

// Config says where the gateway is and who we are there.
type Config struct {
	// BaseURL is the address above the paths of package wire: https://api.payonex.asia.
	BaseURL              string
	AccessKey, SecretKey string
	// Bearer puts this word before the token, as one description has it; the published clients send the token alone.
	Bearer bool
	// NamesPayer says that the account in a transaction is the one that paid. It stays false unless an operator's
	// contract says so, and payments then have no named payer.
	NamesPayer bool
	// CallbackURL is sent with each request where it is set.
	CallbackURL string
	// Life is how long a code is shown (10 minutes); the gateway gives no expiry.
	Life time.Duration
	// TokenLife is how long a token is used (12 hours; it is valid for about 24).
	TokenLife time.Duration
	Customers Customers
	Outbound  outbound.Settings
	// Now is nil for the machine's clock.
	Now func() time.Time
}

// Customers remembers payers' identifiers at the gateway, so that each is registered once, across restarts and nodes.
// qr.Customers is one.
type Customers interface {
	// Customer returns the gateway's identifier of a payer; empty where none is kept.
	Customer(ctx context.Context, p deposit.Payer) (string, error)
	// Keep keeps an identifier, unless another was kept meanwhile, and returns the one that is kept.
	Keep(ctx context.Context, p deposit.Payer, customer string) (string, error)
	// Forget drops an identifier that the gateway no longer knows.
	Forget(ctx context.Context, p deposit.Payer, customer string) error
}

const (
	defaultLife      = 10 * time.Minute
	defaultTokenLife = 12 * time.Hour
	// referenceLength is the maximum length of a reference in a webhook.
	referenceLength = 64
)

// Gateway is the adapter. It is safe for concurrent use.
type Gateway struct {
	config Config
	client *outbound.Client
	token  *token.Keeper
	// searches are the slots of searchAll.
	searches chan struct{}
}

var _ qr.Gateway = (*Gateway)(nil)

// New makes the adapter.
func New(c Config) *Gateway {
	if c.Life <= 0 {
		c.Life = defaultLife
	}
	if c.TokenLife <= 0 {
		c.TokenLife = defaultTokenLife
	}
	if c.Now == nil {
		c.Now = func() time.Time { return time.Now().UTC() }
	}
	c.Outbound.Now = c.Now
	c.BaseURL = strings.TrimRight(c.BaseURL, "/")
	g := &Gateway{config: c, client: outbound.New(c.Outbound), searches: make(chan struct{}, maxSearches)}
	g.token = token.New(c.Now, g.login)
	return g
}

// refusals are the documented answers to a deposit request or a registration after which nothing exists. A wrong
// status, a broken gateway and the codes of withdrawals are not among them.
var refusals = map[string]bool{
	wire.CodeInvalid: true, wire.CodeBlocked: true, wire.CodeBelowMinimum: true, wire.CodeNotFound: true,
}

// Create implements qr.Gateway.
func (g *Gateway) Create(ctx context.Context, o qr.Order) (qr.Code, error) {
	asked := g.config.Now()
	made, err := g.request(ctx, o)
	var no *answerError
	if errors.As(err, &no) && no.code == wire.CodeNotFound {
		// The gateway no longer knows the customer, so nothing was created: the payer is registered again, once.
		if err := g.config.Customers.Forget(ctx, o.Payer, no.customer); err != nil {
			return qr.Code{}, fmt.Errorf("payonex: customer: %w", err)
		}
		made, err = g.request(ctx, o)
	}
	if err != nil {
		return qr.Code{}, refusalOf(err)
	}
	if made.UUID == "" || made.QRCode == "" {
		return qr.Code{}, errors.New("payonex: a deposit without a number or a code")
	}
	return qr.Code{Payload: made.QRCode, Outside: made.UUID, ExpiresAt: asked.Add(g.config.Life)}, nil
}

func (g *Gateway) request(ctx context.Context, o qr.Order) (made wire.Deposit, err error) {
	customer, err := g.customer(ctx, o.Payer, o.SendBy)
	if err != nil {
		return made, err
	}
	err = g.call(ctx, http.MethodPost, wire.PathDeposit, o.SendBy, wire.DepositRequest{
		CustomerUUID: customer, Amount: json.Number(o.Amount.String()), ReferenceID: o.Reference, CallbackURL: g.config.CallbackURL,
	}, &made)
	var no *answerError
	if errors.As(err, &no) {
		no.customer = customer
	}
	return made, err
}

// customer returns the payer's identifier, and registers the payer if there is none. A registration whose answer was
// lost is simply repeated: an unused customer does no harm.
func (g *Gateway) customer(ctx context.Context, p deposit.Payer, sendBy time.Time) (string, error) {
	known, err := g.config.Customers.Customer(ctx, p)
	if err != nil {
		return "", fmt.Errorf("payonex: customer: %w", err)
	}
	if known != "" {
		return known, nil
	}
	var made wire.Customer
	err = g.call(ctx, http.MethodPost, wire.PathCustomers, sendBy, wire.CustomerRequest{
		Name: p.Name, BankCode: bankCode(p.BankCode), AccountNo: p.AccountNo,
	}, &made)
	if err != nil {
		return "", err
	}
	if made.CustomerUUID == "" {
		return "", errors.New("payonex: a customer without a number")
	}
	kept, err := g.config.Customers.Keep(ctx, p, made.CustomerUUID)
	if err != nil {
		return "", fmt.Errorf("payonex: customer: %w", err)
	}
	return kept, nil
}

// bankCode returns the gateway's code of a bank: it knows TTB by its older name.
func bankCode(code string) string {
	if code == "TTB" {
		return "TMB"
	}
	return code
}

// Cancel implements qr.Gateway. PayOneX has no such call: the code stays payable, and what is paid on it is booked.
func (g *Gateway) Cancel(context.Context, qr.Ref) error { return nil }

// ParseCallback implements qr.Gateway. Nothing is signed, so only the reference is read.
func (g *Gateway) ParseCallback(_ qr.Header, body []byte) (string, error) {
	var e wire.Envelope
	var hint wire.Webhook
	if err := json.Unmarshal(body, &e); err != nil || len(e.Data) == 0 {
		return "", fmt.Errorf("payonex: not a webhook: %w", qr.ErrForged)
	}
	if err := json.Unmarshal(e.Data, &hint); err != nil {
		return "", fmt.Errorf("payonex: not a webhook: %w", qr.ErrForged)
	}
	if hint.Type != wire.TypeDeposit || hint.UUID == "" || hint.ReferenceID == "" || len(hint.ReferenceID) > referenceLength {
		return "", fmt.Errorf("payonex: not a deposit of ours: %w", qr.ErrForged)
	}
	return hint.ReferenceID, nil
}
