// Package wire is the wire form of KBank's QR payment service (Thai QR, dynamic, single amount).
//
// Source: a published copy of KBank's own portal pages (github.com/mzget/markdown-for-open-api, 2018 to 2020) for the
// bodies, states and error codes, and published clients for the OAuth call and today's paths; research/domain.md
// section 6.1. In production the calls also need mutual TLS, which is configured in the client.
//
// Facts that decide how an adapter must treat it:
//   - a code is valid for 10 minutes, but a payment after its expiry or cancellation still moves money;
//   - the callback carries no signature: it is a hint, and only the answer to an inquiry counts;
//   - no answer names the payer;
//   - PartnerTxnUid is our own reference, at most 15 characters. A second request with the same one is refused with
//     ErrorDuplicate.
package wire

import "encoding/json"

// Paths below the base address (production: https://openapi.kasikornbank.com). All are POST; the first with a form, the
// others with JSON and "Authorization: Bearer <access_token>".
const (
	PathToken   = "/v2/oauth/token"
	PathRequest = "/v1/qrpayment/request"
	PathInquiry = "/v1/qrpayment/inquiry"
	PathCancel  = "/v1/qrpayment/cancel"
)

// The form of the token call: HTTP Basic with consumer id and secret, body "grant_type=client_credentials".
const (
	FormGrantType         = "grant_type"
	GrantClientCredential = "client_credentials"
)

// Status codes of every answer and of the callback.
const (
	StatusOK    = "00"
	StatusError = "10"
)

// Documented error codes. StatusError with one of these is a definitive rejection, except ErrorGeneral and
// ErrorInternal, which the bank uses for its own faults. Any other error code is not one.
const (
	ErrorDuplicate      = "duplicate_request"
	ErrorAmount         = "invalid_txn_amount"
	ErrorCurrency       = "invalid_currency_code"
	ErrorQRType         = "invalid_qr_type"
	ErrorReference      = "invalid_reference1"
	ErrorAuthentication = "authentication_error"
	ErrorBadRequest     = "bad_request"
	ErrorMerchant       = "invalid_merchant"
	ErrorMerchantClosed = "merchant_closed"
	ErrorAccount        = "account_error"
	ErrorNotFound       = "invalid_origPartnerTxnUid"
	ErrorPaid           = "qr_paid"
	ErrorCancelled      = "qr_cancelled"
	ErrorExpired        = "qr_expired"
	ErrorGeneral        = "general_error"
	ErrorInternal       = "internal_error"
)

// States of a code (txnStatus of an inquiry).
const (
	TxnRequested = "REQUESTED"
	TxnPaid      = "PAID"
	TxnCancelled = "CANCELLED"
	TxnExpired   = "EXPIRED"
	TxnVoided    = "VOIDED"
	TxnNotFound  = "NOT_FOUND"
)

// QRTypeThai is the only kind of code that we request; CurrencyBaht the only currency.
const (
	QRTypeThai   = "3"
	CurrencyBaht = "THB"
)

// TimeFormat is the form of requestDt and paidDt.
const TimeFormat = "2006-01-02T15:04:05-07:00"

// Token is the answer of PathToken. ExpiresIn is seconds, as a text.
type Token struct {
	TokenType   string `json:"token_type"`
	AccessToken string `json:"access_token"`
	ExpiresIn   string `json:"expires_in"`
	Status      string `json:"status"`
}

// Caller is the part that every request carries. PartnerTxnUid identifies the request itself and is new for each.
type Caller struct {
	PartnerTxnUid string `json:"partnerTxnUid"` //nolint:revive // the published spelling
	PartnerID     string `json:"partnerId"`
	PartnerSecret string `json:"partnerSecret"`
	RequestDt     string `json:"requestDt"`
	MerchantID    string `json:"merchantId"`
	TerminalID    string `json:"terminalId"`
	QRType        string `json:"qrType"`
}

// Request asks for a code. TxnAmount is a JSON number of baht with at most two decimals; Reference1 must not be empty.
type Request struct {
	Caller
	TxnAmount       json.Number `json:"txnAmount"`
	TxnCurrencyCode string      `json:"txnCurrencyCode"`
	Reference1      string      `json:"reference1"`
	Reference2      string      `json:"reference2,omitempty"`
	Reference3      string      `json:"reference3,omitempty"`
	Reference4      string      `json:"reference4,omitempty"`
	Metadata        string      `json:"metadata,omitempty"`
}

// Status is the part that every answer carries. The error fields are null on success.
type Status struct {
	PartnerTxnUid string  `json:"partnerTxnUid"` //nolint:revive // the published spelling
	PartnerID     string  `json:"partnerId"`
	StatusCode    string  `json:"statusCode"`
	ErrorCode     *string `json:"errorCode"`
	ErrorDesc     *string `json:"errorDesc"`
}

// Reply is the answer to a Request. QRCode is the EMV payload to draw; the picture is our own.
type Reply struct {
	Status
	AccountName string `json:"accountName"`
	QRCode      string `json:"qrCode"`
}

// Original is an inquiry about the code that was requested as OrigPartnerTxnUid, or its cancellation.
type Original struct {
	Caller
	OrigPartnerTxnUid string `json:"origPartnerTxnUid"` //nolint:revive // the published spelling
}

// InquiryReply is the state of a code.
//
// Payments is not KBank's: the published answer names one transaction (TxnNo, TxnAmount). The sandbox adds the list, so
// that an inquiry shows a code that was paid twice. An adapter reads Payments where it is present and the single
// transaction otherwise; the second payment then comes with its own callback, whose TxnNo differs.
type InquiryReply struct {
	Status
	MerchantID        string      `json:"merchantId"`
	TerminalID        string      `json:"terminalId"`
	QRType            string      `json:"qrType"`
	OrigPartnerTxnUid string      `json:"origPartnerTxnUid"` //nolint:revive // the published spelling
	TxnStatus         string      `json:"txnStatus"`
	TxnNo             string      `json:"txnNo"`
	TxnAmount         json.Number `json:"txnAmount"`
	TxnCurrencyCode   string      `json:"txnCurrencyCode"`
	Reference1        string      `json:"reference1"`
	Payments          []Payment   `json:"payments,omitempty"`
}

// Payment is one payment of a code, oldest first in an InquiryReply. TxnNo is the bank's own id, unique for ever. VoidedDt
// is when it was taken back; the published answer says that by TxnVoided alone.
type Payment struct {
	TxnNo     string      `json:"txnNo"`
	TxnAmount json.Number `json:"txnAmount"`
	PaidDt    string      `json:"paidDt"`
	VoidedDt  string      `json:"voidedDt,omitempty"`
}

// Callback is what the bank posts to us when a code was paid. PartnerTxnUid is the one of the code's Request.
type Callback struct {
	Status
	MerchantID      string      `json:"merchantId"`
	TxnAmount       json.Number `json:"txnAmount"`
	TxnCurrencyCode string      `json:"txnCurrencyCode"`
	TxnNo           string      `json:"txnNo"`
	LoyaltyID       string      `json:"loyaltyId"`
	AdditionalInfo  string      `json:"additionalInfo"`
}

// CallbackReply is our answer to a callback; after StatusOK the bank stops repeating it.
type CallbackReply struct {
	StatusCode string  `json:"statusCode"`
	ErrorCode  *string `json:"errorCode"`
	ErrorDesc  *string `json:"errorDesc"`
}
