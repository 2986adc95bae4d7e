// Package wire is the wire form of SlipOK's check of a transfer slip.
//
// Source: a published client (github.com/PrakritManStudio/slipok-sdk) and several bots that use the service;
// research/domain.md section 3.1. The address is BASE + "/api/line/apikey/{branch}" (production: https://api.slipok.com).
//
// Facts that decide how an adapter must treat it:
//   - one request costs one of the quota; CodeBankDown and CodeDelay cost none and mean "ask again";
//   - with Log the service remembers the slip. When asked again, also by us after a crash, it answers CodeDuplicate
//     with the transfer. If the money went to none of the shop's accounts, it answers CodeReceiver with the transfer;
//   - account numbers are masked (xxx-x-x1234-x) and names are cut;
//   - amounts are JSON numbers of baht, and codes are texts in some answers and numbers in others.
package wire

import (
	"encoding/json"
	"strings"
)

// PathBranch is followed by the branch's id, and that by PathQuota.
const (
	PathBranch = "/api/line/apikey/"
	PathQuota  = "/quota"
)

// HeaderKey carries the branch's API key.
const HeaderKey = "X-Authorization"

// Codes of a Reply that is not a success.
const (
	CodeNoData       = "1000"
	CodeBranch       = "1001" // no such branch
	CodeKey          = "1002" // the header is wrong
	CodePackageEnded = "1003"
	CodeQuota        = "1004"
	CodeNotPicture   = "1005"
	CodeBadPicture   = "1006"
	CodeNoCode       = "1007" // no QR code in the picture
	CodeNotSlip      = "1008" // the QR code is not a slip's
	CodeBankDown     = "1009" // the bank's data is unavailable; ask again in 15 minutes
	CodeDelay        = "1010" // this bank reports late; ask again after Delay.Delay minutes
	CodeNotFound     = "1011" // expired, or there is no such transfer
	CodeDuplicate    = "1012" // asked before; Data is present
	CodeAmount       = "1013" // not the requested amount; Data is present
	CodeReceiver     = "1014" // to none of the shop's accounts; Data is present
)

// Question asks about one slip, by the text of its mini-QR. Amount is left out: we compare the answer ourselves.
type Question struct {
	Data string `json:"data"`
	// Log makes the service remember the slip and compare the receiver.
	Log bool `json:"log"`
}

// Reply answers a Question. Data is a Transfer, or a Delay under CodeDelay.
type Reply struct {
	Success bool            `json:"success"`
	Code    Code            `json:"code,omitempty"`
	Message string          `json:"message,omitempty"`
	Data    json.RawMessage `json:"data,omitempty"`
}

// Code is a code as a text, also if it was written as a number.
type Code string

// UnmarshalJSON accepts "1012" and 1012.
func (c *Code) UnmarshalJSON(raw []byte) error {
	text := strings.Trim(string(raw), `"`)
	if text == "null" {
		text = ""
	}
	*c = Code(text)
	return nil
}

// Delay is the Data of CodeDelay: how many minutes this bank needs.
type Delay struct {
	QRCodeData string `json:"qrcodeData"`
	BankCode   string `json:"bankCode"`
	BankName   string `json:"bankName"`
	Delay      int    `json:"delay"`
}

// Transfer is a transfer by the sending bank's data. Banks are three digits, empty where unknown.
type Transfer struct {
	// Success is true, or a text in some answers; it is not needed.
	Success       json.RawMessage `json:"success,omitempty"`
	Message       string          `json:"message"`
	RqUID         string          `json:"rqUID"`
	Language      string          `json:"language"`
	TransRef      string          `json:"transRef"`
	SendingBank   string          `json:"sendingBank"`
	ReceivingBank string          `json:"receivingBank"`
	TransDate     string          `json:"transDate"` // 20260301, in Bangkok
	TransTime     string          `json:"transTime"` // 12:34:56, in Bangkok
	// TransTimestamp is the same instant in UTC (2026-03-01T05:34:56.000Z).
	TransTimestamp    string      `json:"transTimestamp"`
	Sender            Party       `json:"sender"`
	Receiver          Party       `json:"receiver"`
	Amount            json.Number `json:"amount"`
	PaidLocalAmount   json.Number `json:"paidLocalAmount"`
	PaidLocalCurrency string      `json:"paidLocalCurrency"`
	CountryCode       string      `json:"countryCode"`
	// TransFeeAmount is a number in some answers, a text in others.
	TransFeeAmount json.RawMessage `json:"transFeeAmount,omitempty"`
	Ref1           string          `json:"ref1"`
	Ref2           string          `json:"ref2"`
	Ref3           string          `json:"ref3"`
	ToMerchantID   string          `json:"toMerchantId"`
}

// Party is one side of a transfer. DisplayName is usually the Thai name, Name the English one.
type Party struct {
	DisplayName string `json:"displayName"`
	Name        string `json:"name"`
	Proxy       Proxy  `json:"proxy"`
	Account     Proxy  `json:"account"`
}

// Proxy is a number and its type: NATID, MSISDN, EWALLETID, EMAIL, BILLERID for a proxy; BANKAC, TOKEN, DUMMY for an
// account. Both are null where there is none.
type Proxy struct {
	Type  *string `json:"type"`
	Value *string `json:"value"`
}

// TypeBank is the type of a true account number.
const TypeBank = "BANKAC"

// TypeBiller is the type of a proxy that is a biller's number, as a payment of a QR code has.
const TypeBiller = "BILLERID"

// CurrencyBaht is the PaidLocalCurrency of baht.
const CurrencyBaht = "764"

// QuotaReply is the answer to a request about the quota: GET below the branch.
type QuotaReply struct {
	Success bool   `json:"success"`
	Code    Code   `json:"code,omitempty"`
	Message string `json:"message,omitempty"`
	Data    *Quota `json:"data,omitempty"`
}

// Quota is the remaining quota.
type Quota struct {
	Quota        int    `json:"quota"`
	OverQuota    int    `json:"overQuota"`
	SpecialQuota int    `json:"specialQuota"`
	EndDate      string `json:"endDate"`
}
