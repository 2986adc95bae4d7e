// Package easyslip is the adapter to EasySlip, a verifier of transfer slips, behind slip.Verifier.
//
// Its promises are those of package slipcheck.
package easyslip

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"krapao/connect/outbound"
	"krapao/connect/slipcheck"
	"krapao/connect/slipcheck/easyslip/wire"
	"krapao/deposit"
	"krapao/deposit/slip"
)

// Config says where the service is and who we are there.
type Config struct {
	// BaseURL is the address above wire.PathVerify, https://developer.easyslip.com.
	BaseURL string
	// Key is the application's access token.
	Key      string
	Outbound outbound.Settings
}

// Verifier is the adapter. It is safe for concurrent use.
type Verifier struct {
	config Config
	client *outbound.Client
}

var _ slip.Verifier = (*Verifier)(nil)

// New makes the adapter.
func New(c Config) *Verifier {
	c.BaseURL = strings.TrimRight(c.BaseURL, "/")
	return &Verifier{config: c, client: outbound.New(c.Outbound)}
}

// Name implements slip.Verifier.
func (v *Verifier) Name() string { return "easyslip" }

// findings are the messages that decide, or that say "later". A problem with our own account there is the operator's to
// solve and no fault of the slip. Messages about pictures and amounts are missing: we send neither.
var findings = map[string]slip.Finding{
	wire.MessageUnauthorized: slip.Later, wire.MessageAccessDenied: slip.Later,
	wire.MessageNotVerified: slip.Later, wire.MessageAppExpired: slip.Later, wire.MessageAppOff: slip.Later,
	wire.MessageQuota: slip.Later, wire.MessageTooMany: slip.Later, wire.MessagePending: slip.Later,
	wire.MessagePayload: slip.NotASlip, wire.MessageNotFound: slip.NotFound, wire.MessageExpired: slip.Expired,
	wire.MessageDuplicate: slip.Duplicate, wire.MessageAccountDiffers: slip.WrongReceiver,
}

// Verify implements slip.Verifier.
func (v *Verifier) Verify(ctx context.Context, q slip.Query) (slip.Answer, error) {
	query := url.Values{wire.QueryPayload: {q.Payload}}
	answer, err := v.client.Do(ctx, outbound.Request{
		Method: http.MethodGet, URL: v.config.BaseURL + wire.PathVerify + "?" + query.Encode(),
		Header: http.Header{"Authorization": {"Bearer " + v.config.Key}},
	})
	if err != nil {
		return slip.Answer{}, fmt.Errorf("easyslip: %w", err)
	}
	found, err := read(answer, q)
	if err != nil {
		return slip.Answer{}, fmt.Errorf("easyslip: HTTP %d: %w", answer.Status, err)
	}
	return found, nil
}

func read(answer outbound.Answer, q slip.Query) (slip.Answer, error) {
	var reply wire.Reply
	if answer.Status >= http.StatusInternalServerError || outbound.Decode(answer.Body, &reply) != nil {
		return slip.Answer{}, slipcheck.ErrProtocol
	}
	if answer.Status == http.StatusOK && reply.Status == http.StatusOK && reply.Data != nil {
		t, err := transfer(*reply.Data, q)
		return slip.Answer{Finding: slip.Verified, Transfer: t}, err
	}
	finding, known := findings[reply.Message]
	if answer.Status < http.StatusBadRequest || !known {
		return slip.Answer{}, fmt.Errorf("message %.40q: %w", reply.Message, slipcheck.ErrProtocol)
	}
	found := slip.Answer{Finding: finding, Code: reply.Message}
	if reply.Data != nil && (finding == slip.Duplicate || finding == slip.WrongReceiver) {
		var err error
		found.Transfer, err = transfer(*reply.Data, q)
		return found, err
	}
	return found, nil
}

// transfer reads the bank's data, if they are about the requested transfer.
func transfer(w wire.Transfer, q slip.Query) (t slip.Transfer, err error) {
	if err := slipcheck.Agrees(q, w.Sender.Bank.ID, w.TransRef); err != nil {
		return t, err
	}
	if w.Payload != "" && w.Payload != q.Payload {
		return t, slipcheck.ErrOther
	}
	if !slices.Contains([]string{"", "THB", "764"}, w.Amount.Local.Currency) {
		return t, slipcheck.ErrProtocol
	}
	t = slip.Transfer{
		Bank: q.Bank, Reference: q.Reference, Payer: party(w.Sender, q.Bank), To: party(w.Receiver, w.Receiver.Bank.ID),
	}
	t.ByCode = byCode(w.Receiver)
	_, t.PayerAlso = slipcheck.Names(w.Sender.Account.Name.TH, w.Sender.Account.Name.EN)
	if t.Amount, err = slipcheck.Amount(w.Amount.Amount); err != nil {
		return slip.Transfer{}, err
	}
	if t.At, err = slipcheck.Time(w.Date); err != nil {
		return slip.Transfer{}, err
	}
	return t, nil
}

// byCode reports whether a QR code was paid: then the receiver is a biller.
func byCode(w wire.Party) bool {
	proxy := w.Account.Proxy
	return w.MerchantID != nil && *w.MerchantID != "" || proxy != nil && proxy.Type == wire.TypeBiller
}

// party reads one side of the transfer. Only a true account number counts: comparing with a token or a dummy would
// always fail.
func party(w wire.Party, bank string) deposit.Payer {
	p := deposit.Payer{BankCode: slipcheck.Bank(bank)}
	p.Name, _ = slipcheck.Names(w.Account.Name.TH, w.Account.Name.EN)
	if number := w.Account.Bank; number != nil && number.Type == wire.TypeBank {
		p.AccountNo = slipcheck.Account(number.Account)
	}
	return p
}
