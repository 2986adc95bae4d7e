// Package wire is the form of signed webhooks: Standard Webhooks (https://www.standardwebhooks.com, specification 1.0), with
// HMAC-SHA256. Both ends use it.
package wire

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"strconv"
	"strings"
	"time"
)

// The headers. The ID is the same each time a message is sent.
const (
	HeaderID        = "Webhook-Id"
	HeaderTimestamp = "Webhook-Timestamp"
	HeaderSignature = "Webhook-Signature"
)

// Window is how far a message's time may be off.
const Window = 5 * time.Minute

// Body is what is sent.
type Body struct {
	Type      string    `json:"type"`
	Timestamp time.Time `json:"timestamp"`
	Data      Data      `json:"data"`
}

// Data is what happened: codes, counts and times.
type Data struct {
	Kind  string `json:"kind,omitempty"`
	Of    string `json:"of,omitempty"`
	Cause string `json:"cause,omitempty"`
	Needs string `json:"needs,omitempty"`
	Count int64  `json:"count,omitempty"`
	// Percent is what the house has of what it owes its members, as 98.20.
	Percent string     `json:"percent,omitempty"`
	Since   *time.Time `json:"since,omitempty"`
	Until   *time.Time `json:"until,omitempty"`
	Link    string     `json:"link,omitempty"`
}

// Key reads a secret: whsec_ and the key in base64.
func Key(secret string) ([]byte, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) < 24 {
		return nil, errors.New("a webhook's secret is whsec_ and at least 24 bytes in base64")
	}
	return key, nil
}

// Timestamp is a time as the header has it.
func Timestamp(at time.Time) string { return strconv.FormatInt(at.Unix(), 10) }

// Sign returns the signature of a message.
func Sign(key []byte, id, timestamp string, body []byte) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// Verify reports whether one of the signatures in a header is the message's, and its time is about now.
func Verify(key []byte, id, timestamp, signatures string, now time.Time, body []byte) bool {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > Window {
		return false
	}
	want := Sign(key, id, timestamp, body)
	for one := range strings.FieldsSeq(signatures) {
		if subtle.ConstantTimeCompare([]byte(one), []byte(want)) == 1 {
			return true
		}
	}
	return false
}
