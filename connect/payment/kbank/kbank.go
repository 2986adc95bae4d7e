// Package kbank is the adapter to KBank's QR payment service, behind qr.Gateway.
//
// Promises:
//   - Only a documented refusal is a definitive rejection. Anything else that is not a success is unknown.
//   - An answer counts only if it is about the requested code.
//   - KBank does not sign callbacks: a callback gives a reference and nothing else.
//   - No error text contains a secret or an address.
package kbank

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/payment/kbank/wire"
	"krapao/connect/payment/token"
	"krapao/deposit"
	"krapao/deposit/qr"
	"krapao/internal/id"
	"krapao/money"
)

// Config says where the bank is and who we are there.
type Config struct {
	// BaseURL is the address above the paths of package wire, e.g. https://openapi.kasikornbank.com.
	BaseURL                    string
	ConsumerID, ConsumerSecret string
	PartnerID, PartnerSecret   string
	MerchantID, TerminalID     string
	// NamePayer puts the member's account into the code's references 2 and 3.
	NamePayer bool
	// Life is how long a code is shown (10 minutes, which is the bank's own limit).
	Life     time.Duration
	Outbound outbound.Settings
	// Now is nil for the machine's clock.
	Now func() time.Time
}

const (
	defaultLife = 10 * time.Minute
	// uidLength is the length of the longest reference that KBank accepts.
	uidLength = 15
)

// Gateway is the adapter. It is safe for concurrent use.
type Gateway struct {
	config Config
	client *outbound.Client
	token  *token.Keeper
}

var _ qr.Gateway = (*Gateway)(nil)

// New makes the adapter.
func New(c Config) *Gateway {
	if c.Life <= 0 {
		c.Life = defaultLife
	}
	if c.Now == nil {
		c.Now = func() time.Time { return time.Now().UTC() }
	}
	c.Outbound.Now = c.Now
	c.BaseURL = strings.TrimRight(c.BaseURL, "/")
	g := &Gateway{config: c, client: outbound.New(c.Outbound)}
	g.token = token.New(c.Now, g.login)
	return g
}

// refusals are the documented answers after which no code exists and none will. The bank's own faults and a reference
// that was used before are not among them.
var refusals = map[string]bool{
	wire.ErrorAmount: true, wire.ErrorCurrency: true, wire.ErrorQRType: true, wire.ErrorReference: true,
	wire.ErrorAuthentication: true, wire.ErrorBadRequest: true, wire.ErrorMerchant: true,
	wire.ErrorMerchantClosed: true, wire.ErrorAccount: true,
}

// Create implements qr.Gateway.
func (g *Gateway) Create(ctx context.Context, o qr.Order) (qr.Code, error) {
	asked := g.config.Now()
	request := wire.Request{
		Caller: g.caller(o.Reference), TxnAmount: json.Number(o.Amount.String()), TxnCurrencyCode: wire.CurrencyBaht,
		Reference1: o.Reference,
	}
	if g.config.NamePayer && o.Payer.AccountNo != "" {
		request.Reference2 = o.Payer.BankCode + " " + o.Payer.AccountNo
		request.Reference3 = o.Payer.Name
	}
	var reply wire.Reply
	if err := g.call(ctx, wire.PathRequest, request, o.SendBy, &reply); err != nil {
		return qr.Code{}, err
	}
	switch {
	case reply.PartnerTxnUid != o.Reference:
		return qr.Code{}, errors.New("kbank: the answer is about another code")
	case reply.StatusCode == wire.StatusError && refusals[text(reply.ErrorCode)]:
		return qr.Code{}, qr.Refused(text(reply.ErrorDesc), text(reply.ErrorCode))
	case reply.StatusCode != wire.StatusOK || reply.QRCode == "":
		return qr.Code{}, fmt.Errorf("kbank: status %q, error %q", reply.StatusCode, text(reply.ErrorCode))
	}
	return qr.Code{Payload: reply.QRCode, ExpiresAt: asked.Add(g.config.Life)}, nil
}

// Inquire implements qr.Gateway.
func (g *Gateway) Inquire(ctx context.Context, q qr.Ref) (qr.State, error) {
	var reply wire.InquiryReply
	if err := g.call(ctx, wire.PathInquiry, g.original(q.Reference), time.Time{}, &reply); err != nil {
		return qr.State{}, err
	}
	if reply.StatusCode != wire.StatusOK || reply.OrigPartnerTxnUid != q.Reference {
		return qr.State{}, fmt.Errorf("kbank: inquiry: status %q, error %q", reply.StatusCode, text(reply.ErrorCode))
	}
	status, ok := statuses[reply.TxnStatus]
	if !ok {
		return qr.State{}, fmt.Errorf("kbank: inquiry: unknown txnStatus %q", reply.TxnStatus)
	}
	state := qr.State{Status: status}
	voidedEmpty := reply.TxnStatus == wire.TxnVoided && reply.TxnNo == ""
	if reply.TxnStatus != wire.TxnPaid && reply.TxnStatus != wire.TxnVoided || voidedEmpty {
		return state, nil
	}
	if reply.TxnCurrencyCode != wire.CurrencyBaht {
		return qr.State{}, fmt.Errorf("kbank: inquiry: currency %q", reply.TxnCurrencyCode)
	}
	g.payments(reply, &state)
	return state.Answer()
}

// statuses maps the bank's states. A voided payment was taken back, so it counts as none.
var statuses = map[string]qr.Status{
	wire.TxnRequested: qr.Open, wire.TxnPaid: qr.Paid, wire.TxnCancelled: qr.Cancelled,
	wire.TxnVoided: qr.Cancelled, wire.TxnExpired: qr.Expired, wire.TxnNotFound: qr.NotFound,
}

// payments reads the list where the bank gives one, and the single transaction otherwise.
func (g *Gateway) payments(reply wire.InquiryReply, state *qr.State) {
	list := reply.Payments
	if len(list) == 0 {
		list = []wire.Payment{{TxnNo: reply.TxnNo, TxnAmount: reply.TxnAmount}}
		if reply.TxnStatus == wire.TxnVoided {
			list[0].VoidedDt = g.config.Now().Format(wire.TimeFormat)
		}
	}
	for _, p := range list {
		state.Unread = errors.Join(state.Unread, g.payment(p, state))
	}
}

// payment adds one payment to a state, as paid or as reversed.
func (g *Gateway) payment(p wire.Payment, state *qr.State) error {
	amount, err := money.Parse(p.TxnAmount.String())
	if err != nil || amount <= 0 || p.TxnNo == "" {
		return errors.New("kbank: inquiry: a payment without a number or an amount")
	}
	if p.VoidedDt != "" {
		at, err := g.instant(p.VoidedDt)
		if err == nil {
			state.Reversed = append(state.Reversed, qr.Reversal{Source: p.TxnNo, At: at})
		}
		return err
	}
	paidAt, err := g.instant(p.PaidDt)
	if err == nil {
		state.Payments = append(state.Payments, deposit.Payment{Source: p.TxnNo, Amount: amount, PaidAt: paidAt})
	}
	return err
}

// instant reads the bank's time. A missing time is now.
func (g *Gateway) instant(text string) (time.Time, error) {
	if text == "" {
		return g.config.Now(), nil
	}
	at, err := time.Parse(wire.TimeFormat, text)
	if err != nil {
		return time.Time{}, fmt.Errorf("kbank: inquiry: time: %w", err)
	}
	return at.UTC(), nil
}

// Cancel implements qr.Gateway.
func (g *Gateway) Cancel(ctx context.Context, q qr.Ref) error {
	var reply wire.Status
	if err := g.call(ctx, wire.PathCancel, g.original(q.Reference), time.Time{}, &reply); err != nil {
		return err
	}
	switch code := text(reply.ErrorCode); {
	case reply.StatusCode == wire.StatusOK:
		return nil
	case code == wire.ErrorPaid, code == wire.ErrorCancelled, code == wire.ErrorExpired, code == wire.ErrorNotFound:
		return nil // the code has ended already
	default:
		return fmt.Errorf("kbank: cancel: status %q, error %q", reply.StatusCode, code)
	}
}

// ParseCallback implements qr.Gateway. The bank signs no callback, so only the reference is read.
func (g *Gateway) ParseCallback(_ qr.Header, body []byte) (string, error) {
	var c wire.Callback
	if err := json.Unmarshal(body, &c); err != nil {
		return "", fmt.Errorf("kbank: not a callback: %w", qr.ErrForged)
	}
	ours := c.MerchantID == g.config.MerchantID && c.PartnerID == g.config.PartnerID
	if !ours || c.PartnerTxnUid == "" || len(c.PartnerTxnUid) > uidLength {
		return "", fmt.Errorf("kbank: a callback for somebody else: %w", qr.ErrForged)
	}
	return c.PartnerTxnUid, nil
}

// caller fills in who we are. uid identifies the request itself.
func (g *Gateway) caller(uid string) wire.Caller {
	return wire.Caller{
		PartnerTxnUid: uid, PartnerID: g.config.PartnerID, PartnerSecret: g.config.PartnerSecret,
		RequestDt: g.config.Now().Format(wire.TimeFormat), MerchantID: g.config.MerchantID, TerminalID: g.config.TerminalID,
		QRType: wire.QRTypeThai,
	}
}

func (g *Gateway) original(reference string) wire.Original {
	return wire.Original{Caller: g.caller(id.Lower(uidLength)), OrigPartnerTxnUid: reference}
}

// call makes an authorised call and reads its JSON. It logs in again once when the bank rejects the token: the bank
// checks the token before anything else, so nothing was done.
func (g *Gateway) call(ctx context.Context, path string, body any, sendBy time.Time, reply any) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("kbank: %w", err)
	}
	for attempt := 1; ; attempt++ {
		bearer, err := g.token.Get(ctx)
		if err != nil {
			return err
		}
		answer, err := g.client.Do(ctx, outbound.Request{
			URL: g.config.BaseURL + path, Body: raw, SendBy: sendBy,
			Header: http.Header{"Content-Type": {"application/json"}, "Authorization": {"Bearer " + bearer}},
		})
		switch {
		case err != nil:
			return fmt.Errorf("kbank: %s: %w", path, err)
		case answer.Status == http.StatusUnauthorized && attempt == 1:
			g.token.Drop(bearer)
			continue
		case answer.Status != http.StatusOK:
			return fmt.Errorf("kbank: %s: HTTP %d", path, answer.Status)
		}
		if err := outbound.Decode(answer.Body, reply); err != nil {
			return fmt.Errorf("kbank: %s: the answer violates the protocol", path)
		}
		return nil
	}
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
