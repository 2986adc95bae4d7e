// Package wire is the wire form of TrueMoney's gift vouchers ("ซองของขวัญ"), as the pages behind a link
// https://gift.truemoney.com/campaign/?v=<code> use it.
//
// Source: published clients that agree with each other (ByteInDev/Truemoney-Voucher-Go of 2026 and older ones in
// JavaScript and PHP); research/domain.md section 4. TrueMoney documents none of it.
//
// Facts that decide how an adapter must treat it:
//   - redeeming can't be reversed and takes no idempotency key of ours. A repetition is safe because one mobile number
//     takes one share of a voucher: the second time the answer is CodeTaken;
//   - a refusal is HTTP 400 with the same envelope; HTML with 403 or 429 is from the firewall in front of the service,
//     which says nothing about a voucher;
//   - a voucher may be for several people: our share is MyTicket's amount, not the voucher's.
package wire

import (
	"encoding/json"
	"net/url"
)

// Path below the base address (production: https://gift.truemoney.com). PathVerify is GET with ?mobile=, PathRedeem is
// POST with a Redeem.
const pathVouchers = "/campaign/vouchers/"

// PathVerify is the request about a voucher by the holder of a mobile number.
func PathVerify(code, mobile string) string {
	return pathVouchers + url.PathEscape(code) + "/verify?" + url.Values{"mobile": {mobile}}.Encode()
}

// PathRedeem takes a share of a voucher.
func PathRedeem(code string) string { return pathVouchers + url.PathEscape(code) + "/redeem" }

// Redeem is the body of the call that takes a share.
type Redeem struct {
	Mobile      string `json:"mobile"`
	VoucherHash string `json:"voucher_hash"`
}

// Codes of Status.
const (
	CodeSuccess      = "SUCCESS"
	CodeOutOfStock   = "VOUCHER_OUT_OF_STOCK"
	CodeExpired      = "VOUCHER_EXPIRED"
	CodeNotFound     = "VOUCHER_NOT_FOUND"
	CodeTaken        = "TARGET_USER_REDEEMED"
	CodeOwn          = "CANNOT_GET_OWN_VOUCHER"
	CodeUserNotFound = "TARGET_USER_NOT_FOUND"
	CodeBadParam     = "BAD_PARAM"
	CodeInternal     = "INTERNAL_ERROR"
)

// States of a voucher.
const (
	StatusActive   = "active"
	StatusRedeemed = "redeemed"
	StatusExpired  = "expired"
)

// Types of a voucher for several people: random shares, or equal ones.
const (
	TypeRandom = "R"
	TypeFixed  = "F"
)

// Envelope is every answer. Data is null with most refusals.
type Envelope struct {
	Status Status `json:"status"`
	Data   *Data  `json:"data"`
}

// Status is the outcome.
type Status struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Data describes a voucher. MyTicket is null unless the requesting mobile number has a share.
type Data struct {
	Voucher         *Voucher  `json:"voucher"`
	OwnerProfile    *Owner    `json:"owner_profile"`
	RedeemerProfile *Redeemer `json:"redeemer_profile"`
	MyTicket        *Ticket   `json:"my_ticket"`
	Tickets         []Ticket  `json:"tickets"`
}

// Voucher is the voucher itself. Amounts are texts of baht ("10.00"). Member is the number of people it is for,
// Redeemed how many took a share, Available how many still can; ExpireDate is milliseconds.
type Voucher struct {
	VoucherID          string `json:"voucher_id"`
	AmountBaht         string `json:"amount_baht"`
	RedeemedAmountBaht string `json:"redeemed_amount_baht"`
	Member             int    `json:"member"`
	Status             string `json:"status"`
	Link               string `json:"link"`
	Detail             string `json:"detail"`
	ExpireDate         int64  `json:"expire_date"`
	Type               string `json:"type"`
	Redeemed           int    `json:"redeemed"`
	Available          int    `json:"available"`
}

// Owner made the voucher.
type Owner struct {
	FullName string `json:"full_name"`
}

// Redeemer is the holder of the requesting mobile number.
type Redeemer struct {
	MobileNumber string `json:"mobile_number"`
}

// Ticket is one taken share. UpdateDate is milliseconds.
type Ticket struct {
	Mobile     string      `json:"mobile"`
	UpdateDate json.Number `json:"update_date"`
	AmountBaht string      `json:"amount_baht"`
	FullName   string      `json:"full_name"`
	ProfilePic *string     `json:"profile_pic"`
}
