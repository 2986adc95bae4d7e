// Package wire is the wire form of PayOneX's deposits.
//
// Source: several published integrations and a public description of its calls (research/domain.md sections 6.2 and
// 13). Nothing was checked against the live service; docs/adapters.md lists what an operator must ask the provider.
//
// Facts that decide how an adapter must treat it:
//   - a deposit is requested in the name of a customer, who is registered beforehand with a bank account;
//   - a transaction is inquired about by the gateway's own uuid. Our reference comes back in it as referenceId. A
//     transaction whose uuid never reached us is found in the list, which is newest first and can be filtered by
//     customer;
//   - the webhook carries no signature: it is a hint, and only the answer to an inquiry counts;
//   - no call ends a code, and none says when a code expires;
//   - every answer is the same envelope. Its code decides, not the HTTP status.
package wire

import "encoding/json"

// Paths below the base address (production: https://api.payonex.asia). The first needs no token.
const (
	PathAuthenticate = "/authenticate"                 // POST Credentials -> Token
	PathCustomers    = "/v2/customers"                 // POST CustomerRequest -> Customer
	PathDeposit      = "/transactions/deposit/request" // POST DepositRequest -> Deposit
	PathTransactions = "/transactions"                 // GET ?page&size&filter -> Page; GET /{uuid} -> Transaction
)

// Query of the list. Pages count from 1; the filter is a type, a status or a customer's uuid.
const (
	QueryPage   = "page"
	QuerySize   = "size"
	QueryFilter = "filter"
)

// Codes of an answer.
const (
	CodeOK           = "20000"
	CodeInvalid      = "40001" // a field is missing or malformed
	CodeWrongStatus  = "40002" // the transaction's state does not allow it
	CodeBlocked      = "40003" // the customer is blocked
	CodeBelowMinimum = "40004"
	CodeAboveMaximum = "40005" // withdrawals only
	CodeBalance      = "40006" // withdrawals only: the merchant's balance
	CodeNoToken      = "40100"
	CodeBadToken     = "40101"
	CodeNotFound     = "40400"
	CodeCredentials  = "40502" // of PathAuthenticate: unknown keys
	CodeBroken       = "50000"
)

// States of a transaction. PROCESSING waits for the payment. ON_HOLD has a payment under review, and becomes SUCCESS or
// REJECTED. The money of REFUNDED went back to the payer. ERROR has been seen and is described nowhere.
const (
	StatusProcessing = "PROCESSING"
	StatusSuccess    = "SUCCESS"
	StatusOnHold     = "ON_HOLD"
	StatusRejected   = "REJECTED"
	StatusRefunded   = "REFUNDED"
	StatusError      = "ERROR"
)

// TypeDeposit is a deposit's type; CurrencyBaht the only currency.
const (
	TypeDeposit  = "deposit"
	CurrencyBaht = "THB"
)

// Envelope is every answer. Data is of the call's own type where Code is CodeOK, and may be a text otherwise.
type Envelope struct {
	Success bool            `json:"success"`
	Message string          `json:"message,omitempty"`
	Code    string          `json:"code"`
	Data    json.RawMessage `json:"data,omitempty"`
}

// Credentials request a token.
type Credentials struct {
	AccessKey string `json:"accessKey"`
	SecretKey string `json:"secretKey"`
}

// Token goes into the header Authorization as it is. It is valid for about 24 hours; the answer does not say.
type Token struct {
	Token string `json:"token"`
}

// CustomerRequest registers a payer.
type CustomerRequest struct {
	Name      string `json:"name"`
	BankCode  string `json:"bankCode"`
	AccountNo string `json:"accountNo"`
}

// Customer is a registered payer; the answer has more fields, which are not needed.
type Customer struct {
	CustomerUUID string `json:"customerUuid"`
	CustomerRequest
	Status string `json:"status"`
}

// Banks are the codes that a customer's bank may have (GET /customers/options/bank-codes).
var Banks = []string{"KBANK", "SCB", "BBL", "KTB", "BAY", "TMB", "GSB", "BAAC", "UOB", "CIMB"}

// DepositRequest requests a code. Amount is in baht. CallbackURL receives the webhook, where it is not the agreed one.
type DepositRequest struct {
	CustomerUUID string      `json:"customerUuid"`
	Amount       json.Number `json:"amount"`
	ReferenceID  string      `json:"referenceId"`
	Note         string      `json:"note"`
	Remark       string      `json:"remark"`
	CallbackURL  string      `json:"callbackUrl,omitempty"`
}

// Deposit is the answer: QRCode is the EMV payload to draw.
type Deposit struct {
	UUID     string `json:"uuid"`
	Link     string `json:"link"`
	QRCode   string `json:"qrCode"`
	QRBase64 string `json:"qrBase64,omitempty"`
}

// Transaction is an entry of the list, and the answer to an inquiry. Amount is the requested amount, and once it is
// paid the paid one. Times are unix milliseconds.
//
// AccountName, BankCode and AccountNo are described for the webhook only; the sandbox puts them here too, as the
// account that paid. A further payment of the same code is a transaction of its own with the same ReferenceID. That is
// the sandbox's choice: the description doesn't say.
type Transaction struct {
	UUID            string      `json:"uuid"`
	CustomerUUID    string      `json:"customerUuid"`
	Type            string      `json:"type"`
	Status          string      `json:"status"`
	Amount          json.Number `json:"amount"`
	Currency        string      `json:"currency"`
	Fee             json.Number `json:"fee"`
	SettleAmount    json.Number `json:"settleAmount"`
	ReferenceID     string      `json:"referenceId"`
	MerchantOrderID string      `json:"merchantOrderId"`
	PlatformOrderID string      `json:"platformOrderId"`
	AccountName     string      `json:"accountName,omitempty"`
	BankCode        string      `json:"bankCode,omitempty"`
	AccountNo       string      `json:"accountNo,omitempty"`
	CreatedAt       int64       `json:"createdAt"`
	UpdatedAt       int64       `json:"updatedAt"`
}

// Page is a page of the list.
type Page struct {
	Data       []Transaction `json:"data"`
	Count      int64         `json:"count"`
	TotalPages int64         `json:"totalPages"`
}

// Webhook is what the gateway posts to us: an Envelope around this.
type Webhook struct {
	UUID            string      `json:"uuid"`
	CustomerUUID    string      `json:"customerUuid"`
	ChannelName     string      `json:"channelName"`
	MerchantOrderID string      `json:"merchantOrderId"`
	PlatformOrderID string      `json:"platformOrderId"`
	AccountName     string      `json:"accountName"`
	BankCode        string      `json:"bankCode"`
	AccountNo       string      `json:"accountNo"`
	Amount          json.Number `json:"amount"`
	Fee             json.Number `json:"fee"`
	SettleAmount    json.Number `json:"settleAmount"`
	Type            string      `json:"type"`
	Status          string      `json:"status"`
	ReferenceID     string      `json:"referenceId"`
}
