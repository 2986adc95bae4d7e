// Package wire is the wire form of EasySlip's check of a transfer slip, version 1.
//
// Source: a published client (github.com/M4h45amu7x/easyslip-client-javascript), the maker's own nodes for n8n, and
// several services that use it; research/domain.md section 3.2. The base address is https://developer.easyslip.com.
//
// Facts that decide how an adapter must treat it:
//   - a request by payload is a GET, and does not ask whether the slip was used before: our own database knows that;
//   - an error is an HTTP status and a short text; MessageDuplicate comes with the transfer;
//   - account numbers are masked and names are cut, at the sending bank's choice;
//   - amounts are JSON numbers of baht, times are ISO 8601 with a zone.
package wire

import "encoding/json"

// Paths below the base address.
const (
	PathVerify = "/api/v1/verify" // GET, with ?payload=
	PathMe     = "/api/v1/me"     // GET: the quota
)

// QueryPayload is the parameter of PathVerify that carries the mini-QR's text.
const QueryPayload = "payload"

// Messages of an error, with the HTTP status that they come with.
const (
	MessagePayload        = "invalid_payload"         // 400
	MessageImage          = "invalid_image"           // 400
	MessageImageSize      = "image_size_too_large"    // 400
	MessageDuplicate      = "duplicate_slip"          // 400, with Data
	MessageUnauthorized   = "unauthorized"            // 401
	MessageAccessDenied   = "access_denied"           // 403
	MessageNotVerified    = "account_not_verified"    // 403: the operator's own account there
	MessageAppExpired     = "application_expired"     // 403
	MessageAppOff         = "application_deactivated" // 403
	MessageQuota          = "quota_exceeded"          // 403
	MessageNotFound       = "slip_not_found"          // 404
	MessageNoCode         = "qrcode_not_found"        // 404
	MessagePending        = "slip_pending"            // 404: this bank reports late
	MessageExpired        = "slip_expired"            // 400: too old to be checked
	MessageAccountDiffers = "account_not_match"       // 400
	MessageAmountDiffers  = "amount_not_match"        // 400
	MessageTooMany        = "too_many_requests"       // 429
	MessageServer         = "server_error"            // 500
	MessageAPIServer      = "api_server_error"        // 500: the bank's side
)

// Reply is every answer: Data on success and with MessageDuplicate, else Message alone.
type Reply struct {
	Status  int       `json:"status"`
	Message string    `json:"message,omitempty"`
	Data    *Transfer `json:"data,omitempty"`
}

// Transfer is a transfer by the sending bank's data.
type Transfer struct {
	Payload     string      `json:"payload"`
	TransRef    string      `json:"transRef"`
	Date        string      `json:"date"`
	CountryCode string      `json:"countryCode"`
	Amount      Amount      `json:"amount"`
	Fee         json.Number `json:"fee,omitempty"`
	Ref1        string      `json:"ref1"`
	Ref2        string      `json:"ref2"`
	Ref3        string      `json:"ref3"`
	Sender      Party       `json:"sender"`
	Receiver    Party       `json:"receiver"`
}

// Amount is in baht; Local is the paid amount in another currency, if there was one.
type Amount struct {
	Amount json.Number `json:"amount"`
	Local  Local       `json:"local"`
}

// Local is the amount in the currency of the payment; usually empty or baht (764 or THB).
type Local struct {
	Amount   json.Number `json:"amount,omitempty"`
	Currency string      `json:"currency,omitempty"`
}

// Party is one side of a transfer.
type Party struct {
	Bank       Bank    `json:"bank"`
	Account    Account `json:"account"`
	MerchantID *string `json:"merchantId,omitempty"`
}

// Bank is a bank by three digits.
type Bank struct {
	ID    string `json:"id,omitempty"`
	Name  string `json:"name,omitempty"`
	Short string `json:"short,omitempty"`
}

// Account is a party's account: Bank is its number, Proxy the identifier that it was addressed by.
type Account struct {
	Name  Name    `json:"name"`
	Bank  *Number `json:"bank,omitempty"`
	Proxy *Number `json:"proxy,omitempty"`
}

// Name is an owner's name, in either language.
type Name struct {
	TH string `json:"th,omitempty"`
	EN string `json:"en,omitempty"`
}

// Number is a masked number and its type: BANKAC, TOKEN, DUMMY; or NATID, MSISDN, EWALLETID, EMAIL, BILLERID.
type Number struct {
	Type    string `json:"type"`
	Account string `json:"account"`
}

// Types of a Number.
const (
	TypeBank   = "BANKAC"
	TypeBiller = "BILLERID"
)

// Me is the answer to PathMe.
type Me struct {
	Status int   `json:"status"`
	Data   Quota `json:"data"`
}

// Quota is the remaining quota.
type Quota struct {
	Application    string `json:"application"`
	UsedQuota      int    `json:"usedQuota"`
	MaxQuota       int    `json:"maxQuota"`
	RemainingQuota int    `json:"remainingQuota"`
	ExpiredAt      string `json:"expiredAt"`
}
