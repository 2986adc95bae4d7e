// Package wire is the wire form of Joker (Joker123), a transfer-wallet provider with a reference of ours per transfer.
//
// Every call is POST {base}?AppID=...&Signature=... with a JSON body that names its Method. The signature is base64 of
// HMAC-SHA1 over the body's fields as "Name=value" joined by "&" and sorted by name.
//
// Source: a production integration hub (github.com/woodylin4869/wikitest, H1_ThirdPartyWalletAPI/Service/Game/JOKER and
// Model/Game/JOKER, commit 8edff00) and other published clients; research/domain.md section 7. SP (set password) is
// named there without its body: Password is the field that other clients use.
//
// Facts that decide how an adapter must treat it: the provider's own HTTP 400 or 403 is a definitive rejection.
// Everything else but a well-formed 2xx is unknown, and is inquired about with TCH. Its 404 says that the reference was
// never applied, if the account's credit can be read at the same address, so that the address is right. A user's name
// is the same in upper and lower case: it is answered and reported in capitals, however it was sent.
package wire

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // the provider's protocol
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Methods.
const (
	MethodCreate      = "CU"   // create user: 201 Created, 200 where it exists
	MethodCredit      = "GC"   // get credit
	MethodTransfer    = "TC"   // transfer credit
	MethodCheck       = "TCH"  // check a transfer by RequestID: 404 where there is none
	MethodPlay        = "PLAY" // token for the game's page
	MethodSetPassword = "SP"
	MethodSignOut     = "SO"  // ends the user's sessions
	MethodRounds      = "TSM" // every settled round in a span of minutes, paged by NextId
)

// Names of the query's parameters.
const (
	QueryAppID     = "AppID"
	QuerySignature = "Signature"
)

// MinuteFormat is the form of StartDate (inclusive) and EndDate (exclusive) of TSM, in Zone.
const MinuteFormat = "2006-01-02 15:04"

// Zone is the provider's clock. No source says which: UTC+7 is an assumption.
var Zone = time.FixedZone("ICT", 7*60*60)

// Request is the body of every call; which fields are set depends on Method, and empty ones are not sent.
type Request struct {
	Method    string `json:"Method"`
	Timestamp int64  `json:"Timestamp"`
	Username  string `json:"Username,omitempty"`
	// Amount of TC: credits as a text with at most four decimals; positive into the game, negative out of it.
	Amount string `json:"Amount,omitempty"`
	// RequestID of TC and TCH: our reference, at most 50 letters and digits.
	RequestID string `json:"RequestID,omitempty"`
	Password  string `json:"Password,omitempty"`
	StartDate string `json:"StartDate,omitempty"`
	EndDate   string `json:"EndDate,omitempty"`
	NextID    string `json:"NextId,omitempty"`
	// Delay of TSM is always NoDelay.
	Delay json.Number `json:"Delay,omitempty"`
}

// NoDelay is the only Delay that the source uses, and TSM requires it.
const NoDelay json.Number = "0"

// CreateReply is the answer to CU.
type CreateReply struct {
	Status string     `json:"Status"` // "Created" or "OK"
	Data   CreateData `json:"Data"`
}

// CreateData names the user of a CreateReply.
type CreateData struct {
	Username string `json:"Username"`
	Status   string `json:"Status"` // "Active"
}

// CreditReply is the answer to GC. Credit is what can be taken out; OutstandingCredit is in open rounds.
type CreditReply struct {
	Username              string      `json:"Username"`
	Credit                json.Number `json:"Credit"`
	OutstandingCredit     json.Number `json:"OutstandingCredit"`
	FreeCredit            json.Number `json:"FreeCredit"`
	OutstandingFreeCredit json.Number `json:"OutstandingFreeCredit"`
}

// TransferReply is the answer to TC: the balances after and before it. It also has a Time of an unknown form. That is
// not read, so that no form of it makes a transfer's answer unreadable.
type TransferReply struct {
	RequestID         string      `json:"RequestID"`
	Username          string      `json:"Username"`
	Credit            json.Number `json:"Credit"`
	BeforeCredit      json.Number `json:"BeforeCredit"`
	OutstandingCredit json.Number `json:"OutstandingCredit"`
}

// CheckReply is the answer to TCH. Amount has the sign of the transfer. Its Time is left out, as in TransferReply.
type CheckReply struct {
	RequestID string      `json:"RequestID"`
	Username  string      `json:"Username"`
	Amount    json.Number `json:"Amount"`
}

// PlayReply is the answer to PLAY. LaunchURL makes the page's address from it.
type PlayReply struct {
	Username string `json:"Username"`
	Token    string `json:"Token"`
}

// StatusReply is the answer to SP and SO.
type StatusReply struct {
	Status string `json:"Status"` // "OK"
}

// RoundsReply is the answer to TSM. While NextID is not empty, the same span is asked again with it.
type RoundsReply struct {
	Data   RoundsData `json:"data"`
	NextID string     `json:"nextId"`
}

// RoundsData has the rounds by kind; the sandbox plays only games.
type RoundsData struct {
	Game        []Round `json:"Game"`
	Jackpot     []Round `json:"Jackpot"`
	Competition []Round `json:"Competition"`
}

// Round is one settled round. OCode is unique for ever.
type Round struct {
	OCode    string      `json:"OCode"`
	Username string      `json:"Username"`
	GameCode string      `json:"GameCode"`
	RoundID  string      `json:"RoundID"`
	Type     string      `json:"Type"`
	Time     Time        `json:"Time"`
	Amount   json.Number `json:"Amount"`
	Result   json.Number `json:"Result"`
}

// Refusal is the body of a 4xx.
type Refusal struct {
	Message string `json:"Message"`
}

// Query returns the query of a call with a body: AppID and the body's signature.
func Query(appID, secret string, body []byte) (url.Values, error) {
	signature, err := Sign(secret, body)
	if err != nil {
		return nil, err
	}
	return url.Values{QueryAppID: {appID}, QuerySignature: {signature}}, nil
}

// Sign returns the signature of a JSON body.
func Sign(secret string, body []byte) (string, error) {
	text, err := canonical(body)
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha1.New, []byte(secret))
	mac.Write([]byte(text))
	return base64.StdEncoding.EncodeToString(mac.Sum(nil)), nil
}

// Verify reports whether signature is body's.
func Verify(secret, signature string, body []byte) bool {
	want, err := Sign(secret, body)
	return err == nil && hmac.Equal([]byte(want), []byte(signature))
}

// canonical returns "Name=value" of every field, sorted by name and joined by "&"; numbers are unchanged.
func canonical(body []byte) (string, error) {
	var fields map[string]any
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	if err := decoder.Decode(&fields); err != nil {
		return "", err
	}
	pairs := make([]string, 0, len(fields))
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		switch value := fields[name].(type) {
		case string:
			pairs = append(pairs, name+"="+value)
		case json.Number:
			pairs = append(pairs, name+"="+value.String())
		default:
			return "", errors.New("joker: a field that is neither text nor number")
		}
	}
	return strings.Join(pairs, "&"), nil
}

// langs are the languages of the game's page.
var langs = []string{"th", "en", "zh", "id"}

// LaunchURL returns the address of the game's page for a token: base is the provider's forward address. A language that
// the page does not have becomes English.
func LaunchURL(base, token, game string, mobile bool, lang string) string {
	if !slices.Contains(langs, lang) {
		lang = "en"
	}
	query := url.Values{"token": {token}, "mobile": {"false"}, "lang": {lang}}
	if mobile {
		query.Set("mobile", "true")
	}
	if game != "" {
		query.Set("game", game)
	}
	return base + "?" + query.Encode()
}
