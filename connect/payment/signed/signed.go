// Package signed is the adapter to QR gateways that sign messages in both directions, behind qr.Gateway. WW and FP are
// two configurations of it.
//
// Promises:
//   - Every request is signed. The signature of every answer and callback is verified in constant time, and its time is
//     checked.
//   - Only a documented refusal is a definitive rejection. Anything else that is not a success is unknown, a wrongly
//     signed answer too.
//   - An answer counts only if it is about the requested code.
//   - No error text contains a secret or an address.
package signed

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/payment/signed/wire"
	"krapao/deposit"
	"krapao/deposit/qr"
	"krapao/money"
)

// Config says where the gateway is, who we are there, and how messages are signed.
type Config struct {
	// Name is the gateway's name in error texts.
	Name string
	// BaseURL is the address above the paths of package wire.
	BaseURL    string
	MerchantNo string
	Signer     wire.Signer
	// NotifyURL is sent with each order where it is set.
	NotifyURL string
	Outbound  outbound.Settings
	// Now is nil for the machine's clock. A message whose time differs by more than the signer's window is rejected.
	Now func() time.Time
}

// Gateway is the adapter. It is safe for concurrent use.
type Gateway struct {
	config Config
	client *outbound.Client
}

var _ qr.Gateway = (*Gateway)(nil)

// New makes the adapter.
func New(c Config) *Gateway {
	if c.Now == nil {
		c.Now = func() time.Time { return time.Now().UTC() }
	}
	c.Outbound.Now = c.Now
	c.BaseURL = strings.TrimRight(c.BaseURL, "/")
	return &Gateway{config: c, client: outbound.New(c.Outbound)}
}

// refusals are the documented answers after which no code exists and none will.
var refusals = map[string]bool{
	wire.CodeInvalidAmount: true, wire.CodeInvalidPayer: true, wire.CodeInvalidRequest: true, wire.CodeMerchantClosed: true,
}

// Create implements qr.Gateway.
func (g *Gateway) Create(ctx context.Context, o qr.Order) (qr.Code, error) {
	answer, err := g.call(ctx, wire.PathCreate, o.Reference, o.SendBy, wire.Create{
		Action: wire.ActionCreate, MerchantNo: g.config.MerchantNo, OrderNo: o.Reference,
		Amount: o.Amount.String(), Currency: wire.CurrencyBaht, NotifyURL: g.config.NotifyURL,
		PayerBank: o.Payer.BankCode, PayerAccount: o.Payer.AccountNo, PayerName: o.Payer.Name,
	})
	switch {
	case err != nil:
		return qr.Code{}, err
	case refusals[answer.Code]:
		return qr.Code{}, qr.Refused(answer.Message, answer.Code)
	case answer.Code != wire.CodeOK || answer.QRCode == "" || answer.ExpiresAt <= 0:
		return qr.Code{}, g.unexpected(answer)
	}
	if amount, err := money.Parse(answer.Amount); err != nil || amount != o.Amount || answer.Currency != wire.CurrencyBaht {
		return qr.Code{}, fmt.Errorf("%s: the answer is about another amount", g.config.Name)
	}
	return qr.Code{Payload: answer.QRCode, Outside: answer.GatewayNo, ExpiresAt: time.Unix(answer.ExpiresAt, 0).UTC()}, nil
}

// Inquire implements qr.Gateway.
func (g *Gateway) Inquire(ctx context.Context, q qr.Ref) (qr.State, error) {
	answer, err := g.call(ctx, wire.PathQuery, q.Reference, time.Time{}, g.order(wire.ActionQuery, q.Reference))
	switch {
	case err != nil:
		return qr.State{}, err
	case answer.Code == wire.CodeNotFound:
		return qr.State{Status: qr.NotFound}, nil
	case answer.Code != wire.CodeOK || answer.Currency != wire.CurrencyBaht:
		return qr.State{}, g.unexpected(answer)
	}
	status, known := statuses[answer.Status]
	if !known {
		return qr.State{}, fmt.Errorf("%s: unknown status %.20q", g.config.Name, answer.Status)
	}
	state := qr.State{Status: status, Outside: answer.GatewayNo}
	for _, p := range answer.Payments {
		state.Unread = errors.Join(state.Unread, g.payment(p, &state))
	}
	return state.Answer()
}

var statuses = map[string]qr.Status{
	wire.StatusOpen: qr.Open, wire.StatusPaid: qr.Paid,
	wire.StatusCancelled: qr.Cancelled, wire.StatusExpired: qr.Expired,
}

// payment adds one payment to a state, as paid or as reversed.
func (g *Gateway) payment(p wire.Payment, state *qr.State) error {
	amount, err := money.Parse(p.Amount)
	if err != nil || amount <= 0 || p.PaymentNo == "" || p.PaidAt <= 0 {
		return fmt.Errorf("%s: a payment without a number, a time or an amount", g.config.Name)
	}
	switch p.Status {
	case wire.PaymentReversed:
		state.Reversed = append(state.Reversed, qr.Reversal{Source: p.PaymentNo, At: time.Unix(p.ReversedAt, 0).UTC()})
		return nil
	case wire.PaymentDone:
	default:
		return fmt.Errorf("%s: unknown status %.20q of a payment", g.config.Name, p.Status)
	}
	paid := deposit.Payment{
		Source: p.PaymentNo, Amount: amount, PaidAt: time.Unix(p.PaidAt, 0).UTC(),
		Payer: deposit.Payer{BankCode: p.PayerBank, AccountNo: p.PayerAccount, Name: p.PayerName},
	}
	if digits, known := deposit.DigitsOf(p.PayerBank); known && p.BankRef != "" {
		// The payer's slip of this payment has the same bank and reference: it is not a second arrival.
		paid.Also = []deposit.Identifier{{Kind: "bank:" + digits, Value: p.BankRef}}
	}
	state.Payments = append(state.Payments, paid)
	return nil
}

// Cancel implements qr.Gateway.
func (g *Gateway) Cancel(ctx context.Context, q qr.Ref) error {
	answer, err := g.call(ctx, wire.PathCancel, q.Reference, time.Time{}, g.order(wire.ActionCancel, q.Reference))
	if err != nil {
		return err
	}
	switch answer.Code {
	case wire.CodeOK, wire.CodeEnded, wire.CodeNotFound:
		return nil // the code has ended already
	}
	return g.unexpected(answer)
}

// ParseCallback implements qr.Gateway. Even a genuine callback is only a hint: it may be repeated within the signer's
// window.
func (g *Gateway) ParseCallback(h qr.Header, body []byte) (string, error) {
	var n wire.Notify
	if err := g.config.Signer.Open(h, body, g.config.Now(), &n); err != nil {
		return "", fmt.Errorf("%s: %w: %w", g.config.Name, qr.ErrForged, err)
	}
	if n.Action != wire.ActionNotify || n.MerchantNo != g.config.MerchantNo || n.OrderNo == "" {
		return "", fmt.Errorf("%s: not a callback for us: %w", g.config.Name, qr.ErrForged)
	}
	return n.OrderNo, nil
}

func (g *Gateway) order(action, reference string) wire.Order {
	return wire.Order{Action: action, MerchantNo: g.config.MerchantNo, OrderNo: reference}
}

// call signs and sends a message about a code, and reads an answer that is signed and about the same code.
func (g *Gateway) call(
	ctx context.Context, path, reference string, sendBy time.Time, message any,
) (answer wire.Answer, err error) {
	body, signature, err := g.config.Signer.Seal(message, g.config.Now())
	if err != nil {
		return answer, fmt.Errorf("%s: %w", g.config.Name, err)
	}
	header := http.Header{"Content-Type": {"application/json"}}
	for name, value := range signature {
		header.Set(name, value)
	}
	got, err := g.client.Do(ctx, outbound.Request{URL: g.config.BaseURL + path, Header: header, Body: body, SendBy: sendBy})
	switch {
	case err != nil:
		return answer, fmt.Errorf("%s: %w", g.config.Name, err)
	case got.Status != http.StatusOK:
		return answer, fmt.Errorf("%s: HTTP %d", g.config.Name, got.Status)
	}
	if err := g.config.Signer.Open(got.Header, got.Body, g.config.Now(), &answer); err != nil {
		return wire.Answer{}, fmt.Errorf("%s: the answer: %w", g.config.Name, err)
	}
	if answer.Action != wire.ActionAnswer || answer.MerchantNo != g.config.MerchantNo || answer.OrderNo != reference {
		return wire.Answer{}, errors.New(g.config.Name + ": the answer is about another code")
	}
	return answer, nil
}

func (g *Gateway) unexpected(a wire.Answer) error {
	return fmt.Errorf("%s: code %.40q", g.config.Name, a.Code)
}
