// Package wire is the wire form of a signed QR gateway, of which WW and FP are two.
//
// Neither is described in public (research/domain.md section 6.3). So this is the usual shape of such gateways in this
// market, with every promise that the wallet needs. An operator who connects a real one maps its fields and words to
// these. The signers are the two common ones: see sign.go.
//
// Facts that decide how an adapter must treat it:
//   - every request, answer and callback is signed, with its time. The receiver rejects a wrong signature, and a time
//     that is more than the window off;
//   - Action is signed with the rest, so that a callback can't be taken for a request or an answer, nor the other way
//     round;
//   - OrderNo is the merchant's reference and is used once;
//   - a payment can arrive after a code's end, more than once, and with another amount;
//   - an answer lists all payments of a code, each with its own number, its payer, and the bank's reference of it.
package wire

// Paths below the gateway's base address; all are POST.
const (
	PathCreate = "/orders/create"
	PathQuery  = "/orders/query"
	PathCancel = "/orders/cancel"
)

// Actions.
const (
	ActionCreate = "create"
	ActionQuery  = "query"
	ActionCancel = "cancel"
	ActionAnswer = "answer"
	ActionNotify = "notify"
)

// Codes of an answer.
const (
	CodeOK = "OK"
	// Refusals: nothing was done, and nothing will be.
	CodeInvalidAmount  = "INVALID_AMOUNT"
	CodeInvalidPayer   = "INVALID_PAYER"
	CodeInvalidRequest = "INVALID_REQUEST"
	CodeMerchantClosed = "MERCHANT_CLOSED"
	// CodeDuplicate: the reference was used before, so something exists under it.
	CodeDuplicate = "DUPLICATE_ORDER"
	// CodeEnded: a code that is already paid, cancelled or expired can't be cancelled.
	CodeEnded    = "ORDER_ENDED"
	CodeNotFound = "ORDER_NOT_FOUND"
	CodeBroken   = "SYSTEM_ERROR"
)

// States of a code.
const (
	StatusOpen      = "OPEN"
	StatusPaid      = "PAID"
	StatusCancelled = "CANCELLED"
	StatusExpired   = "EXPIRED"
)

// States of a payment. A reversed one was taken back.
const (
	PaymentDone     = "SUCCESS"
	PaymentReversed = "REVERSED"
)

// CurrencyBaht is the only currency.
const CurrencyBaht = "THB"

// Create requests a code. Amount is baht with exactly two decimals, as a text.
type Create struct {
	Action       string `json:"action"`
	MerchantNo   string `json:"merchantNo"`
	OrderNo      string `json:"orderNo"` // 1 to 32 letters and digits
	Amount       string `json:"amount"`
	Currency     string `json:"currency"`
	PayerBank    string `json:"payerBank,omitempty"`
	PayerAccount string `json:"payerAccount,omitempty"`
	PayerName    string `json:"payerName,omitempty"`
	NotifyURL    string `json:"notifyUrl,omitempty"`
}

// Order inquires about a code, or cancels it.
type Order struct {
	Action     string `json:"action"`
	MerchantNo string `json:"merchantNo"`
	OrderNo    string `json:"orderNo"`
}

// Answer is the answer to all three calls; fields that don't belong to a call are empty.
type Answer struct {
	Action     string `json:"action"`
	Code       string `json:"code"`
	Message    string `json:"message,omitempty"`
	MerchantNo string `json:"merchantNo"`
	OrderNo    string `json:"orderNo"`
	// GatewayNo is the gateway's own number of the code.
	GatewayNo string `json:"gatewayNo,omitempty"`
	Amount    string `json:"amount,omitempty"`
	Currency  string `json:"currency,omitempty"`
	// QRCode is the EMV payload to draw.
	QRCode string `json:"qrCode,omitempty"`
	// ExpiresAt is unix seconds.
	ExpiresAt int64  `json:"expiresAt,omitempty"`
	Status    string `json:"status,omitempty"`
	// Payments, oldest first.
	Payments []Payment `json:"payments,omitempty"`
}

// Payment is one arrival of money. Times are unix seconds.
type Payment struct {
	PaymentNo    string `json:"paymentNo"`
	Amount       string `json:"amount"`
	Status       string `json:"status"`
	PaidAt       int64  `json:"paidAt"`
	ReversedAt   int64  `json:"reversedAt,omitempty"`
	PayerBank    string `json:"payerBank,omitempty"` // letter code
	PayerAccount string `json:"payerAccount,omitempty"`
	PayerName    string `json:"payerName,omitempty"`
	// BankRef is the paying bank's own reference, as the payer's slip has it.
	BankRef string `json:"bankRef,omitempty"`
}

// Notify is the callback. After any 2xx the gateway stops repeating it.
type Notify struct {
	Action     string `json:"action"`
	MerchantNo string `json:"merchantNo"`
	OrderNo    string `json:"orderNo"`
	Payment
}
