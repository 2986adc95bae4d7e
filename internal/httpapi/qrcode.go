package httpapi

import (
	"context"
	"net/http"
)

// QR is a code to pay with, or {hasQrcode: false, message} where none is open.
type QR struct {
	QRCodeID  string `json:"qrcodeId,omitempty"`
	HasQRCode bool   `json:"hasQrcode"`
	QRCode    string `json:"qrcode,omitempty" doc:"SVG markup; starts with <svg"`
	Amount    Money  `json:"amount,omitzero"`
	ExpireIn  *Time  `json:"expireIn,omitempty"`
	Remaining *int   `json:"remaining,omitempty" doc:"Whole seconds until expireIn"`
	Message   string `json:"message" doc:"Why there is none, in the gateway's words"`
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

func (s *Server) qr(context.Context, *qrInput) (*reply[QR], error) { return nil, errNotWired }

func (s *Server) createQR(context.Context, *qrOrderInput) (*reply[QR], error) {
	return nil, errNotWired
}

func (s *Server) cancelQR(context.Context, *qrInput) (*reply[Message], error) {
	return nil, errNotWired
}
