// Package wire is the wire form of the AMB partner interface (AskMeBet, PGSLOT and others): a transfer-wallet provider
// that takes no reference of ours.
//
// Every call is POST {base}/partner/... with a JSON body and the header x-amb-signature: base64 of PBKDF2-HMAC-SHA512
// with the exact bytes of the body as password, the agent's secret as salt, 1000 rounds and 64 bytes.
//
// Source: published clients (research/domain.md sections 7 and 13). They show the paths, the bodies, the envelope
// {status: {code, message}, data}, code 0 for success, 902 for a username that exists, balance.before and balance.after
// of a movement, and data.url of a launch. They don't show the other codes, Lang of a launch, and the answers of the
// reports: those are ours, to be mapped from the operator's own document.
//
// Facts that decide how an adapter must treat it: a movement has no reference, and no call inquires about one. So only
// the balances before and after decide about a lost answer, and a movement is never sent again.
package wire

import (
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"sync"
	"time"
)

// Paths below the provider's base address.
const (
	PathCreate   = "/partner/create"
	PathBalance  = "/partner/balance"
	PathDeposit  = "/partner/deposit"  // wallet to game
	PathWithdraw = "/partner/withdraw" // game to wallet
	PathLaunch   = "/partner/launch"
	PathPassword = "/partner/password"
	PathReport   = "/partner/report/date"   // sums per user over days
	PathRounds   = "/partner/report/rounds" // every settled round of a user; our own call
)

// HeaderSignature carries the signature.
const HeaderSignature = "x-amb-signature"

// Codes of Status. Only the first two are published; the others are the sandbox's.
const (
	CodeOK          = 0
	CodeExists      = 902 // create: the username exists
	CodeNoUser      = 903
	CodeNotEnough   = 904 // withdraw: more than the balance
	CodeBadInput    = 905
	CodeBadPassword = 906
	CodeRefused     = 907 // the provider refuses; nothing was done
	CodeSignature   = 996
	CodeNoAgent     = 997
	CodeMaintenance = 999 // the provider's own fault: not a definitive rejection
)

// Refusals are the sandbox's codes after which nothing was done.
var Refusals = []int{CodeNoUser, CodeNotEnough, CodeBadInput, CodeBadPassword, CodeRefused, CodeSignature, CodeNoAgent}

// DayFormat is the form of StartDate and EndDate (both inclusive), in Zone.
const DayFormat = "2006-01-02"

// Zone is the provider's clock (UTC+7).
var Zone = time.FixedZone("ICT", 7*60*60)

// Create opens an account.
type Create struct {
	Username string `json:"username"`
	Password string `json:"password"`
	Agent    string `json:"agent"`
}

// Account requests a balance or a launch (Lang is then th, lo or en).
type Account struct {
	Username string `json:"username"`
	Agent    string `json:"agent"`
	Lang     string `json:"lang,omitempty"`
}

// Move is a deposit into or a withdrawal from the game. Amount is a positive number of credits.
type Move struct {
	Username string      `json:"username"`
	Amount   json.Number `json:"amount"`
	Agent    string      `json:"agent"`
}

// Password sets an account's password.
type Password struct {
	Username    string `json:"username"`
	NewPassword string `json:"newPassword"`
	Agent       string `json:"agent"`
}

// Report requests sums per user over days; all users where UserList is empty.
type Report struct {
	Agent     string   `json:"agent"`
	StartDate string   `json:"startDate"`
	EndDate   string   `json:"endDate"`
	UserList  []string `json:"userList"`
	Page      int      `json:"page"` // from 1
	Limit     int      `json:"limit"`
}

// Rounds requests a user's rounds that were settled at Start or later and before End, ordered by their settlement.
type Rounds struct {
	Agent    string    `json:"agent"`
	Username string    `json:"username"`
	Start    time.Time `json:"start"`
	End      time.Time `json:"end"`
	Page     int       `json:"page"` // from 1
	Limit    int       `json:"limit"`
}

// Reply is the envelope of every answer. Data is absent where Status.Code is not CodeOK.
type Reply[T any] struct {
	Status Status `json:"status"`
	Data   *T     `json:"data,omitempty"`
}

// Status says success or refusal. The HTTP status is 200 for both.
type Status struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// CreateData is the answer to Create.
type CreateData struct {
	Username string `json:"username"`
}

// BalanceData is the answer to a balance call.
type BalanceData struct {
	Balance json.Number `json:"balance"`
}

// MoveData is the answer to a Move.
type MoveData struct {
	Balance Change `json:"balance"`
}

// Change is a balance around a movement.
type Change struct {
	Before json.Number `json:"before"`
	After  json.Number `json:"after"`
}

// LaunchData is the answer to a launch: a page to open once.
type LaunchData struct {
	URL string `json:"url"`
}

// PasswordData is the answer to Password.
type PasswordData struct {
	Username string `json:"username"`
}

// ReportData is the answer to Report, with a row per user who played.
type ReportData struct {
	Total *int         `json:"total"`
	List  []UserReport `json:"list"`
}

// UserReport is a user's play over the requested days: Turnover is the sum of the bets, WinLoss what the user won
// (positive) or lost.
type UserReport struct {
	Username string      `json:"username"`
	Rounds   int64       `json:"rounds"`
	Turnover json.Number `json:"turnover"`
	WinLoss  json.Number `json:"winLoss"`
}

// RoundsData is the answer to Rounds.
type RoundsData struct {
	Total *int    `json:"total"`
	List  []Round `json:"list"`
}

// Round is one settled round. ID is unique for ever. The stake leaves the balance at BetAt, the win arrives at
// SettledAt.
type Round struct {
	ID        string      `json:"roundId"`
	Username  string      `json:"username"`
	BetAt     time.Time   `json:"betAt"`
	SettledAt time.Time   `json:"settledAt"`
	Bet       json.Number `json:"bet"`
	Win       json.Number `json:"win"`
}

// Sign returns the signature of a body, which must be sent byte for byte as it was signed.
//
// The last signatures are cached. Signing takes as long as the rest of the call, and the most frequent body, an
// account's balance request, is always the same.
func Sign(secret string, body []byte) (string, error) {
	which := sha256.Sum256(fmt.Appendf(nil, "%d %s%s", len(secret), secret, body))
	if signature, known := signed.get(which); known {
		return signature, nil
	}
	key, err := pbkdf2.Key(sha512.New, string(body), []byte(secret), iterations, keyLength)
	if err != nil {
		return "", err
	}
	signature := base64.StdEncoding.EncodeToString(key)
	signed.put(which, signature)
	return signature, nil
}

// signatures is a cache by the hash of secret and body. It stores neither of them.
type signatures struct {
	mu    sync.Mutex
	known map[[sha256.Size]byte]string
}

// mostSigned bounds the cache to some 200 KB; when it is full, it is cleared.
const mostSigned = 1024

var signed = signatures{known: map[[sha256.Size]byte]string{}}

func (s *signatures) get(which [sha256.Size]byte) (signature string, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	signature, known = s.known[which]
	return signature, known
}

func (s *signatures) put(which [sha256.Size]byte, signature string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.known) >= mostSigned {
		clear(s.known)
	}
	s.known[which] = signature
}

// Verify reports whether signature is body's.
func Verify(secret, signature string, body []byte) bool {
	want, err := Sign(secret, body)
	return err == nil && hmac.Equal([]byte(want), []byte(signature))
}

const (
	iterations = 1000
	keyLength  = 64
)
