// Package wire is the wire form of ThaiBulkSMS OTP v2, a hosted one-time code: the gateway creates the code, sends it
// and checks it, and never shows it to us.
//
// Source: the public client github.com/thaibulksms/tbs (April 2026), see research/domain.md section 5. The texts of
// refusals are not in that client; the ones here are ours. It relies only on the HTTP status (400).
package wire

// Paths below the gateway's base address (production: https://otp.thaibulksms.com). Both are POST with JSON.
const (
	PathRequest = "/v2/otp/request"
	PathVerify  = "/v2/otp/verify"
)

// StatusSuccess is the status of a success. Any other status, or an HTTP status of 400, is a refusal.
const StatusSuccess = "success"

// Texts of documented refusals (HTTP 400).
const (
	MessageBadKey     = "Invalid key or secret."
	MessageBadMsisdn  = "Invalid msisdn."
	MessageBadToken   = "Token is invalid."
	MessageExpired    = "Token is expired."
	MessageBadPin     = "Code is invalid."
	MessageUsed       = "Token is already verified."
	MessageNoDelivery = "Message could not be sent."
)

// Request requests a code for a phone. Key and secret in the body are the only authentication.
type Request struct {
	Key    string `json:"key"`
	Secret string `json:"secret"`
	// Msisdn is 0[689]######## or +66[689]########.
	Msisdn string `json:"msisdn"`
}

// RequestReply identifies the code that was sent: Token for the verification, Refno for the member to compare.
type RequestReply struct {
	Status string `json:"status"`
	Token  string `json:"token"`
	Refno  string `json:"refno"`
}

// Verify asks whether a code that a member typed is the one of a token.
type Verify struct {
	Key    string `json:"key"`
	Secret string `json:"secret"`
	Token  string `json:"token"`
	Pin    string `json:"pin"`
}

// VerifyReply says that the code was right.
type VerifyReply struct {
	Status  string `json:"status"`
	Message string `json:"message"`
}

// Refusal is the body of an HTTP 400.
type Refusal struct {
	Code   int            `json:"code"`
	Errors []RefusalError `json:"errors"`
}

// RefusalError is one reason of a refusal.
type RefusalError struct {
	Message string `json:"message"`
}
