// Package wire is the wire form of a bank's statement feed: which money came into one of our accounts.
//
// This protocol is ours. Thai banks give statements to companies through files, portals and products whose descriptions
// are not public. So this is the simplest protocol that keeps every promise the wallet needs. An operator who connects
// a real bank, or a reader of its statements, serves this protocol or maps to it. It needs at least:
//   - ID: the bank's own number of a line, never reused, and the same however often the line is sent;
//   - a cursor that only grows: a line that is entered late follows every line sent before it, whatever its time, so
//     that reading on from a cursor misses none;
//   - the sending bank and its reference of the transfer, where the bank gives them: a slip has the same ones, so one
//     payment that is reported twice is recognised as one;
//   - the payer's account as far as the bank shows it (KindCredit), and a line of KindReversal, with the ID of the line
//     it takes back, where money is taken back.
//
// Every request is a signed GET. Signature is the lower-case hex of HMAC-SHA256 over "timestamp\nMETHOD\npath?query"
// with the shared secret; the timestamp is in unix seconds. Both sides reject a timestamp that is more than Window off.
package wire

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strconv"
	"time"
)

// Headers of a request.
const (
	HeaderKey       = "X-Feed-Key"
	HeaderTimestamp = "X-Feed-Timestamp"
	HeaderSignature = "X-Feed-Signature"
)

// Window is how far a timestamp may be off.
const Window = 5 * time.Minute

// MaxLines is the maximum number of lines on a page.
const MaxLines = 100

// Parameters of a request.
const (
	QueryAfter = "after"
	QueryLimit = "limit"
)

// Path is the address of an account's lines below the base address. bank is three digits, account digits only. after is a
// cursor, or empty for the beginning.
func Path(bank, account, after string, limit int) string {
	query := url.Values{QueryLimit: {strconv.Itoa(limit)}}
	if after != "" {
		query.Set(QueryAfter, after)
	}
	return "/accounts/" + url.PathEscape(bank) + "/" + url.PathEscape(account) + "/lines?" + query.Encode()
}

// Kinds of a line.
const (
	KindCredit   = "credit"
	KindReversal = "reversal"
)

// Page is a part of a statement, oldest first. Next is the cursor to continue with. It is empty only while the
// statement is.
type Page struct {
	// Account says whose lines these are, so that an answer to another request is noticed.
	Account Account `json:"account"`
	Lines   []Line  `json:"lines"`
	Next    string  `json:"next"`
	More    bool    `json:"more"`
}

// Account is an account by its bank's three digits and its number.
type Account struct {
	Bank   string `json:"bank"`
	Number string `json:"number"`
}

// Line is one line of a statement.
type Line struct {
	ID   string `json:"id"`
	Kind string `json:"kind"`
	// Time is RFC 3339 with a zone.
	Time string `json:"time"`
	// Amount is baht with exactly two decimals, as a text, above 0 for both kinds.
	Amount string `json:"amount"`
	// Bank and Reference are the sending bank's three digits and its reference of the transfer; empty where unknown.
	Bank      string `json:"bank,omitempty"`
	Reference string `json:"reference,omitempty"`
	// Payer is null where the bank names none.
	Payer *Payer `json:"payer,omitempty"`
	// Reverses is the ID of the line that a reversal takes back.
	Reverses string `json:"reverses,omitempty"`
}

// Payer is who sent the money. Digits that the bank hides are 'x'; the bank's name for it may be cut.
type Payer struct {
	Bank    string `json:"bank"`
	Account string `json:"account"`
	Name    string `json:"name"`
}

// Codes of a Refusal.
const (
	CodeBadRequest   = "BAD_REQUEST"   // 400: a parameter is malformed, the cursor too
	CodeBadSignature = "BAD_SIGNATURE" // 401
	CodeForbidden    = "FORBIDDEN"     // 403: the bank refuses this customer now
	CodeNoAccount    = "NO_ACCOUNT"    // 404: not an account of this customer
)

// Refusal is the body of a 4xx.
type Refusal struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Sign returns the signature of a request. path includes the query.
func Sign(secret string, at time.Time, method, path string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(Timestamp(at) + "\n" + method + "\n" + path))
	return hex.EncodeToString(mac.Sum(nil))
}

// Verify reports whether a signature is right and its timestamp within Window of now.
func Verify(secret, signature, timestamp string, now time.Time, method, path string) bool {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return false
	}
	at := time.Unix(seconds, 0)
	if now.Sub(at).Abs() > Window {
		return false
	}
	return hmac.Equal([]byte(signature), []byte(Sign(secret, at, method, path)))
}

// Timestamp is the text of HeaderTimestamp for an instant.
func Timestamp(at time.Time) string { return strconv.FormatInt(at.Unix(), 10) }
