// Package wire is the wire form of the payout bank: how money leaves to a member's bank account.
//
// This protocol is ours. No public description of a Thai bank's payout product could be verified (research/domain.md
// section 6.5 has the states that production systems use). So this is the simplest protocol that keeps every promise
// the wallet needs. An operator who connects a real bank writes an adapter that maps, at least:
//   - Ref: a reference of ours that the bank stores, refuses to use twice, and can be asked about;
//   - the refusals below: only answers that the bank documents as "nothing was done" may be mapped to them;
//   - accepted, settled, failed and bounced, and which of them can still change;
//   - a name inquiry, or a way to do without;
//   - the callback's proof, or polling only.
//
// Every request is signed, also a GET. Signature is the lower-case hex of HMAC-SHA256 over
// "timestamp\nMETHOD\npath\nbody" with the shared secret; the timestamp is in unix seconds. The callback is signed the
// same way, with the word CALLBACK instead of the method and no path, since only the receiver knows where its listener
// is mounted. Both sides reject a timestamp that is more than Window off.
package wire

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"time"
)

// Paths below the bank's base address.
const (
	PathPayouts = "/payouts"         // POST Order; GET PathPayouts + "/" + ref
	PathInquiry = "/payouts/inquiry" // POST Inquiry
)

// Headers of a request and of a callback.
const (
	HeaderKey       = "X-Payout-Key"
	HeaderTimestamp = "X-Payout-Timestamp"
	HeaderSignature = "X-Payout-Signature"
)

// Window is how far a timestamp may be off.
const Window = 5 * time.Minute

// States of a payout. StateAccepted is on its way. StateSettled has reached the receiving bank and can still become
// StateBounced, once. StateFailed and StateBounced are final: the payer has the money again.
const (
	StateAccepted = "accepted"
	StateSettled  = "settled"
	StateFailed   = "failed"
	StateBounced  = "bounced"
)

// Codes of a Refusal: nothing was done, and nothing will be.
const (
	CodeBadRequest        = "BAD_REQUEST"        // 400
	CodeBadSignature      = "BAD_SIGNATURE"      // 401
	CodeNotFound          = "NOT_FOUND"          // 404: no payout has this reference
	CodeRefConflict       = "REF_CONFLICT"       // 409: the reference was used for another order
	CodeInvalidAccount    = "INVALID_ACCOUNT"    // 422
	CodeAmountLimit       = "AMOUNT_LIMIT"       // 422
	CodeInsufficientFunds = "INSUFFICIENT_FUNDS" // 422: the payer's own account
	CodeRefused           = "REFUSED"            // 422: the bank refuses for a reason of its own
)

// Order requests a payout. A repeated order with the same Ref gets the first one's answer and does nothing.
type Order struct {
	// Ref is the payer's reference, 1 to 35 letters and digits, unique for ever.
	Ref         string `json:"ref"`
	BankCode    string `json:"bankCode"`
	AccountNo   string `json:"accountNo"`
	AccountName string `json:"accountName"`
	// Amount is baht with exactly two decimals, as a text ("300.00").
	Amount string `json:"amount"`
}

// Payout is an order and its state: the answer to an Order and to an inquiry by reference, and the callback's body.
// Reason is one of the codes above, or the receiving bank's own text, where the state is failed or bounced.
type Payout struct {
	Order
	BankRef   string    `json:"bankRef"`
	State     string    `json:"state"`
	Reason    string    `json:"reason,omitempty"`
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
}

// Inquiry asks for the holder of an account, before anything is paid to it.
type Inquiry struct {
	BankCode    string `json:"bankCode"`
	AccountNo   string `json:"accountNo"`
	AccountName string `json:"accountName"`
}

// Results of an inquiry.
const (
	ResultMatch     = "match"
	ResultMismatch  = "mismatch"
	ResultNoAccount = "no_account"
)

// InquiryReply is the answer to an Inquiry. AccountName is the bank's name of the holder, masked as the bank likes;
// empty where there is no such account.
type InquiryReply struct {
	Result      string `json:"result"`
	AccountName string `json:"accountName,omitempty"`
}

// Refusal is the body of a 4xx.
type Refusal struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Sign returns the signature of a request.
func Sign(secret string, at time.Time, method, path string, body []byte) string {
	return sign(secret, at, method, path, body)
}

// Verify reports whether a request's signature is right and its timestamp within Window of now.
func Verify(secret, signature, timestamp string, now time.Time, method, path string, body []byte) bool {
	return verify(secret, signature, timestamp, now, method, path, body)
}

// SignCallback returns the signature of a callback.
func SignCallback(secret string, at time.Time, body []byte) string {
	return sign(secret, at, callbackMethod, "", body)
}

// VerifyCallback reports whether a callback's signature is right and its timestamp within Window of now.
func VerifyCallback(secret, signature, timestamp string, now time.Time, body []byte) bool {
	return verify(secret, signature, timestamp, now, callbackMethod, "", body)
}

// Timestamp is the text of HeaderTimestamp for an instant.
func Timestamp(at time.Time) string { return strconv.FormatInt(at.Unix(), 10) }

// callbackMethod is no HTTP method, so that a signed callback can't be replayed as a request, nor the other way round.
const callbackMethod = "CALLBACK"

func sign(secret string, at time.Time, method, path string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(Timestamp(at) + "\n" + method + "\n" + path + "\n"))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

func verify(secret, signature, timestamp string, now time.Time, method, path string, body []byte) bool {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return false
	}
	at := time.Unix(seconds, 0)
	if now.Sub(at).Abs() > Window {
		return false
	}
	return hmac.Equal([]byte(signature), []byte(sign(secret, at, method, path, body)))
}
