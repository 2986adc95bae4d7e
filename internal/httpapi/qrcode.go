package httpapi

import (
	"context"
	"net/http"

	"krapao/deposit/qr"
	"krapao/fault"
	"krapao/money"
)

// QR is a code to pay with, or {hasQrcode: false, message} where none is open.
type QR struct {
	QRCodeID  string `json:"qrcodeId,omitempty"`
	HasQRCode bool   `json:"hasQrcode"`
	QRCode    string `json:"qrcode,omitempty" doc:"SVG markup; starts with <svg"`
	Amount    Money  `json:"amount,omitzero"`
	ExpireIn  *Time  `json:"expireIn,omitempty"`
	Remaining *int   `json:"remaining,omitempty" doc:"Whole seconds until expireIn"`
	Message   string `json:"message" doc:"Why there is none: the gateway's words where it refused, else a code (QR_NONE, QR_PAID, QR_ENDED, QR_PENDING, QR_REFUSED, QR_FAIL); never empty without a code"`
}

// QROrder asks for a code over an amount.
type QROrder struct {
	Amount Money `json:"amount"`
}

type qrInput struct {
	Code string `path:"code" doc:"KBANK, WW, FP or PAYONEX; a qrcodeId to cancel"`
}

type qrOrderInput struct {
	Code string `path:"code" doc:"KBANK, WW, FP or PAYONEX"`
	Body QROrder
}

func (s *Server) qrRoutes() {
	register(s, route{
		method: http.MethodGet, path: "/api/qrcode/{code}", id: "getQR", summary: "The member's open code at a bank", who: members,
	}, s.qr)
	register(s, route{
		method: http.MethodPost, path: "/api/qrcode/{code}", id: "createQR",
		summary: "A new code; one open elsewhere is cancelled", who: members, memory: keyed,
	}, s.createQR)
	register(s, route{
		method: http.MethodDelete, path: "/api/qrcode/{code}", id: "cancelQR", summary: "Cancel a code by its id",
		who: members, memory: keyed,
	}, s.cancelQR)
}

func (s *Server) qr(ctx context.Context, in *qrInput) (*reply[QR], error) {
	code, err := s.Codes.Shown(ctx, exchangeOf(ctx).member, in.Code)
	return answered(qrOf(code), qrStatus(err))
}

func (s *Server) createQR(ctx context.Context, in *qrOrderInput) (*reply[QR], error) {
	if err := s.Calls.Check(ctx, s.Limits.QROrder.On(exchangeOf(ctx).member)); err != nil {
		return nil, err
	}
	code, err := s.Codes.Create(ctx, exchangeOf(ctx).member, in.Code, money.Amount(in.Body.Amount))
	return answered(qrOf(code), qrStatus(err))
}

func (s *Server) cancelQR(ctx context.Context, in *qrInput) (*reply[Message], error) {
	return done(s.Codes.Cancel(ctx, exchangeOf(ctx).member, in.Code))
}

// qrStatus: a bank without a QR panel is no such thing (404); elsewhere NO_BANK is the member's own state (409).
func qrStatus(err error) error {
	if fault.Is(err, fault.NO_BANK) {
		return &statusError{err, http.StatusNotFound}
	}
	return err
}

func qrOf(code qr.View) QR {
	if !code.Shown {
		return QR{Message: code.Message}
	}
	return QR{
		QRCodeID: code.ID, HasQRCode: true, QRCode: code.SVG, Amount: Money(code.Amount),
		ExpireIn: moment(code.ExpiresAt), Remaining: &code.Remaining, Message: code.Message,
	}
}
