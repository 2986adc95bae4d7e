// Package wire is the protocol of the callout before a payout: what we send, how it is signed, and what comes back. It is our
// own, and signed as https://www.standardwebhooks.com says.
package wire

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// The headers of a question. The ID is the withdrawal's reference, the same however often it is sent.
const (
	HeaderID        = "Webhook-Id"
	HeaderTimestamp = "Webhook-Timestamp"
	HeaderSignature = "Webhook-Signature"
)

// Type is the only type of question.
const Type = "payout.before"

// Window is how far a question's time may be off.
const Window = 5 * time.Minute

// Question is the body.
type Question struct {
	Type      string `json:"type"`
	Timestamp string `json:"timestamp"`
	Data      Payout `json:"data"`
}

// Payout is what would be paid. It has no name, phone or account number.
type Payout struct {
	Withdrawal  string `json:"withdrawal"`
	Member      string `json:"member"`
	Amount      string `json:"amount"` // baht with two decimals
	Bank        string `json:"bank"`
	RequestedAt string `json:"requestedAt"`
}

// The verdicts.
const (
	Allow  = "allow"
	Review = "review"
	Refuse = "refuse"
)

// Answer is the body of an answer with the status 200.
type Answer struct {
	Withdrawal string `json:"withdrawal"`
	Verdict    string `json:"verdict"`
	Reason     string `json:"reason,omitempty"`
}

// version is the scheme of the signature: HMAC-SHA256.
const version = "v1,"

// Sign signs a question.
func Sign(secret, id string, at time.Time, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	_, _ = fmt.Fprintf(mac, "%s.%s.%s", id, Timestamp(at), body)
	return version + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// Timestamp is a time as the header has it.
func Timestamp(at time.Time) string { return strconv.FormatInt(at.Unix(), 10) }

// Verify reports whether one of the signatures of a header is right, and the time is not off.
func Verify(secret, id, timestamp, signatures string, now time.Time, body []byte) bool {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	at := time.Unix(seconds, 0)
	if err != nil || now.Sub(at).Abs() > Window {
		return false
	}
	want := []byte(Sign(secret, id, at, body))
	for one := range strings.FieldsSeq(signatures) {
		if hmac.Equal([]byte(one), want) {
			return true
		}
	}
	return false
}
