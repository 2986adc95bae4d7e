package httpapi

import (
	"context"
	"net/http"

	"krapao/deposit/qr"
	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/ratelimit"
	"krapao/money"
)

// QR is a QR code to pay with, or {hasQrcode: false, message} where none is open.
type QR struct {
	QRCodeID  string     `json:"qrcodeId,omitempty"`
	HasQRCode bool       `json:"hasQrcode"`
	QRCode    string     `json:"qrcode,omitempty" doc:"SVG markup; starts with <svg"`
	Amount    wire.Money `json:"amount,omitzero"`
	ExpireIn  *wire.Time `json:"expireIn,omitempty"`
	Remaining *int       `json:"remaining,omitempty" doc:"Whole seconds until expireIn"`
	Message   string     `json:"message" doc:"Why there is none: the gateway's words where it refused, else a code (QR_NONE, QR_PAID, QR_ENDED, QR_PENDING, QR_REFUSED, QR_FAIL); never empty without a code"`
}

// QROrder asks for a QR code for an amount.
type QROrder struct {
	Amount wire.Money `json:"amount"`
}

type qrInput struct {
	Code string `path:"code" doc:"KBANK, WW, FP or PAYONEX; a qrcodeId to cancel"`
}

type qrOrderInput struct {
	Code string `path:"code" doc:"KBANK, WW, FP or PAYONEX"`
	Body QROrder
}

type qrCalls struct {
	codes   *qr.Service
	limiter *ratelimit.Limiter
	limits  ratelimit.Limits
}

func (c *qrCalls) routes(f *httpx.Frame) {
	httpx.Register(f, httpx.Route{
		Method: http.MethodGet, Path: "/api/qrcode/{code}", ID: "getQR",
		Summary: "The member's open code at a bank", Access: httpx.Members,
	}, c.handleQR)
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/qrcode/{code}", ID: "createQR",
		Summary: "A new code; one open elsewhere is cancelled", Access: httpx.Members, Memory: httpx.Ledgered, Made: c.codes.Made,
	}, c.handleCreateQR)
	httpx.Register(f, httpx.Route{
		Method: http.MethodDelete, Path: "/api/qrcode/{code}", ID: "cancelQR", Summary: "Cancel a code by its id",
		Access: httpx.Members, Memory: httpx.Keyed,
	}, c.handleCancelQR)
}

// handleQR answers GET /api/qrcode/{code}: the member's open QR code at a bank.
func (c *qrCalls) handleQR(ctx context.Context, in *qrInput) (*httpx.Reply[QR], error) {
	code, err := c.codes.Shown(ctx, httpx.StateOf(ctx).Member, in.Code)
	return httpx.Answer(qrOf(code), qrStatus(err))
}

// handleCreateQR answers POST /api/qrcode/{code}: it makes a QR code, and cancels one that is open elsewhere.
func (c *qrCalls) handleCreateQR(ctx context.Context, in *qrOrderInput) (*httpx.Reply[QR], error) {
	state := httpx.StateOf(ctx)
	ask := qr.Ask{Member: state.Member, Code: in.Code, Amount: money.Amount(in.Body.Amount), Operation: state.AreaKey()}
	code, known, err := c.codes.Replay(ctx, ask)
	state.Replayed = state.Replayed || known
	if err == nil && !known {
		if err := c.limiter.Check(ctx, c.limits.QROrder.On(state.Member)); err != nil {
			return nil, err
		}
		code, err = c.codes.CreateNew(ctx, ask)
		state.Shared = code.Other
	}
	return httpx.Answer(qrOf(code), qrStatus(err))
}

// handleCancelQR answers DELETE /api/qrcode/{code}: it cancels a QR code by its id.
func (c *qrCalls) handleCancelQR(ctx context.Context, in *qrInput) (*httpx.Success, error) {
	return httpx.Done(c.codes.Cancel(ctx, httpx.StateOf(ctx).Member, in.Code))
}

// qrStatus makes NO_BANK a 404: there is no such QR panel. Elsewhere NO_BANK is about the member's state (409).
func qrStatus(err error) error {
	if fault.Is(err, fault.NO_BANK) {
		return httpx.WithStatus(err, http.StatusNotFound)
	}
	return err
}

func qrOf(code qr.View) QR {
	if !code.Shown {
		return QR{Message: code.Message}
	}
	return QR{
		QRCodeID: code.ID, HasQRCode: true, QRCode: code.SVG, Amount: wire.Money(code.Amount),
		ExpireIn: wire.TimeOrNull(code.ExpiresAt), Remaining: &code.Remaining, Message: code.Message,
	}
}
