// Package truemoney is the adapter to TrueMoney's gift vouchers, behind link.Issuer.
//
// Promises:
//   - Only the issuer's own documented codes are definitive rejections. An answer of the firewall in front of it (HTTP
//     403 and 429, HTML) is not.
//   - An answer counts only if it is about the requested voucher and our own wallet.
//   - A taken share is ours if the issuer says so (my_ticket) or its whole mobile number is ours, never because a
//     masked number could be.
//   - A call goes only to the configured address, whatever a link says.
package truemoney

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/truemoney/wire"
	"krapao/deposit/link"
)

// Config says where the issuer is, and which wallet is ours.
type Config struct {
	// BaseURL is the address above the paths of package wire: https://gift.truemoney.com.
	BaseURL string
	// Mobile is our own wallet's number, ten digits.
	Mobile   string
	Outbound outbound.Settings
	// Now is nil for the machine's clock.
	Now func() time.Time
}

// Issuer is the adapter. It is safe for concurrent use.
type Issuer struct {
	config Config
	client *outbound.Client
}

var _ link.Issuer = (*Issuer)(nil)

// New makes the adapter.
func New(c Config) *Issuer {
	c.BaseURL = strings.TrimRight(c.BaseURL, "/")
	c.Mobile = digits(c.Mobile)
	c.Outbound.Now = c.Now
	return &Issuer{config: c, client: outbound.New(c.Outbound)}
}

// refusals are the documented answers after which a call has moved nothing. The issuer's own faults, and an answer that
// it does not know our wallet, are not among them: they say nothing about the voucher.
var refusals = map[string]link.VoucherRefusal{
	wire.CodeNotFound: link.VoucherUnknown, wire.CodeOutOfStock: link.VoucherNoShare, wire.CodeExpired: link.VoucherEnded,
	wire.CodeOwn: link.VoucherOwn, wire.CodeTaken: link.VoucherTaken,
}

// Verify implements link.Issuer.
func (i *Issuer) Verify(ctx context.Context, code string) (link.Voucher, error) {
	e, err := i.call(ctx, "verify", outbound.Request{
		Method: http.MethodGet, URL: i.config.BaseURL + wire.PathVerify(code, i.config.Mobile),
	})
	if err != nil {
		return link.Voucher{}, err
	}
	said := e.Status.Code
	refusal, refused := refusals[said]
	switch {
	case said == wire.CodeBadParam:
		// Nothing else in the request could be wrong: this is not a voucher's code.
		return link.Voucher{}, &link.VoucherError{Refusal: link.VoucherUnknown, Code: said}
	case said != wire.CodeSuccess && !refused:
		return link.Voucher{}, fmt.Errorf("truemoney: verify: %s", short(said))
	case refused && (e.Data == nil || e.Data.Voucher == nil):
		return link.Voucher{}, &link.VoucherError{Refusal: refusal, Code: said}
	case said == wire.CodeOwn, said == wire.CodeNotFound:
		return link.Voucher{}, &link.VoucherError{Refusal: refusal, Code: said}
	}
	return i.voucher(code, said, e.Data)
}

// Redeem implements link.Issuer.
func (i *Issuer) Redeem(ctx context.Context, code string, sendBy time.Time) (link.Redemption, error) {
	body, err := json.Marshal(wire.Redeem{Mobile: i.config.Mobile, VoucherHash: code})
	if err != nil {
		return link.Redemption{}, fmt.Errorf("truemoney: %w", err)
	}
	e, err := i.call(ctx, "redeem", outbound.Request{
		URL: i.config.BaseURL + wire.PathRedeem(code), Body: body, SendBy: sendBy,
		Header: http.Header{"Content-Type": {"application/json"}},
	})
	if err != nil {
		return link.Redemption{}, err
	}
	said := e.Status.Code
	if refusal, refused := refusals[said]; refused {
		return link.Redemption{}, &link.VoucherError{Refusal: refusal, Code: said}
	}
	if said != wire.CodeSuccess {
		return link.Redemption{}, fmt.Errorf("truemoney: redeem: %s", short(said))
	}
	if err := i.about(code, e.Data); err != nil {
		return link.Redemption{}, err
	}
	return i.redeemed(e.Data)
}

// call makes a call and reads its envelope, which comes with HTTP 200 and 400.
func (i *Issuer) call(ctx context.Context, what string, r outbound.Request) (wire.Envelope, error) {
	var e wire.Envelope
	answer, err := i.client.Do(ctx, r)
	switch {
	case err != nil:
		return e, fmt.Errorf("truemoney: %s: %w", what, err)
	case answer.Status == http.StatusForbidden, answer.Status == http.StatusTooManyRequests:
		return e, fmt.Errorf("truemoney: %s: rejected by the firewall in front of the issuer, HTTP %d", what, answer.Status)
	case answer.Status != http.StatusOK && answer.Status != http.StatusBadRequest:
		return e, fmt.Errorf("truemoney: %s: HTTP %d", what, answer.Status)
	}
	if err := outbound.Decode(answer.Body, &e); err != nil || e.Status.Code == "" {
		return e, fmt.Errorf("truemoney: %s: HTTP %d, and the answer violates the protocol", what, answer.Status)
	}
	if e.Status.Code == wire.CodeSuccess && answer.Status != http.StatusOK {
		return e, fmt.Errorf("truemoney: %s: HTTP %d with a success", what, answer.Status)
	}
	return e, nil
}

// errOther: the answer is not about what was requested.
var errOther = errors.New("truemoney: the answer is about another voucher or wallet")

// about checks that an answer is about the requested voucher, seen by our wallet.
func (i *Issuer) about(code string, d *wire.Data) error {
	if d == nil || d.Voucher == nil {
		return errors.New("truemoney: a success without a voucher")
	}
	if _, v, found := strings.Cut(d.Voucher.Link, "v="); found && v != code {
		return errOther
	}
	redeemer := d.RedeemerProfile
	if redeemer != nil && redeemer.MobileNumber != "" && whose(redeemer.MobileNumber, i.config.Mobile) == theirs {
		return errOther
	}
	return nil
}
