// Package wire is the wire form of BETFLIX (betflik), a transfer wallet for the slots of many makers.
//
// Calls are POST {base}/v4/... with a form; questions about the past are GET with a query. Nothing is signed. Two
// headers identify the caller: x-api-key with the secret, and x-api-betflix or x-api-cat (by age of the agent's
// contract) with the other half. Each answer is {status, error_code, msg, data}.
//
// Sources: no document of the maker is public. Published clients, read as stored files 47054192907, 37728143767,
// 27652132756, 54536873361, 30857398577, 65820568531, 26306849900, 6713836044, 7227071098, 6800879059, 6810888535 and
// 53741113106.
//
// Verified there: the paths; both headers; the fields of register, balance, transfer, play/login and changePassword;
// that register takes the name without the agent's prefix (its upline) and answers with the whole one, which all other
// calls want; that a negative amount goes out of the game; before_balance and balance of a transfer; status "success"
// and error_code 0 for success, with HTTP 200 for refusals too; login_token and where it is opened; launch_url and
// language=thai; that summaryNEW takes username, start and end as days of Bangkok and answers valid_amount and winloss
// (one client says that a loss is negative).
//
// Two paths list an account's past, transferHistory and creditHistory. One client (30857398577) has both, the first for
// transfers and the second for all movements; two others (37728143767, 41554754697) look for bets in the second. So
// transfers are searched in the first.
//
// Seen in one client only: error_code 2 for a user name that exists; 1, 4, 14, 15 and 20 for a rejected caller;
// data.url for launch_url. Not shown anywhere, so ours: the codes from 901 on; the rows of transferHistory, of which
// only the path and its three fields are known, and that it lists a transfer as soon as it is done; English by its
// name; whether a reference that was used before is refused, answered as the first time, or applied again.
package wire

import (
	"encoding/json"
	"net/url"
	"strings"
	"time"
)

// Paths below the base address.
const (
	PathRegister  = "/v4/user/register"
	PathBalance   = "/v4/user/balance"
	PathTransfer  = "/v4/user/transfer"
	PathPassword  = "/v4/user/changePassword"
	PathLogin     = "/v4/play/login"
	PathTransfers = "/v4/user/transferHistory" // GET
	PathSummary   = "/v4/report/summaryNEW"    // GET
)

// Headers that identify the caller. An agent's contract decides which of the first two it uses.
const (
	HeaderID    = "x-api-betflix"
	HeaderIDNew = "x-api-cat"
	HeaderKey   = "x-api-key"
)

// Fields of the forms and queries.
const (
	FieldUsername    = "username"
	FieldPassword    = "password"
	FieldNewPassword = "new_password"
	FieldAmount      = "amount" // into the game positive, out of it negative
	FieldRef         = "ref"
	FieldProvider    = "provider"
	FieldGame        = "gamecode"
	FieldLanguage    = "language"
	FieldStart       = "start" // a day, inclusive
	FieldEnd         = "end"   // a day, inclusive
)

// Values of Reply.Status.
const (
	StatusYes = "success"
	StatusNo  = "error"
)

// Values of Reply.Code.
const (
	CodeOK        = 0
	CodeCaller    = 1 // the caller is rejected
	CodeExists    = 2
	CodeNoUser    = 901
	CodeNotEnough = 902
	CodeBadInput  = 903
	CodeUsed      = 904 // the reference was used for something else
	CodeRefused   = 905
)

// Zone is the provider's clock.
var Zone = time.FixedZone("ICT", 7*60*60)

// Forms of days and times, in Zone.
const (
	DayFormat  = "2006-01-02"
	TimeFormat = "2006-01-02 15:04:05"
)

// Reply is the envelope of every answer.
type Reply[T any] struct {
	Status string `json:"status"`
	Code   int    `json:"error_code"`
	Msg    string `json:"msg"`
	Data   T      `json:"data"`
}

// RegisterData is the answer to register: the whole user name.
type RegisterData struct {
	Username string `json:"username"`
}

// BalanceData is the answer to a balance request.
type BalanceData struct {
	Balance json.Number `json:"balance"`
}

// TransferData is the answer to a transfer.
type TransferData struct {
	Before  json.Number `json:"before_balance"`
	Balance json.Number `json:"balance"`
}

// LoginData is the answer to play/login: a page to open, or a token for LaunchURL, or both.
type LoginData struct {
	LaunchURL string `json:"launch_url,omitempty"`
	URL       string `json:"url,omitempty"` // what launch_url is called in newer clients
	Token     string `json:"login_token,omitempty"`
}

// Transfer is a row of transferHistory.
type Transfer struct {
	Ref     string      `json:"ref"`
	Amount  json.Number `json:"amount"` // with the sign of the order
	Before  json.Number `json:"before_balance"`
	Balance json.Number `json:"balance"`
	At      string      `json:"datetime"` // TimeFormat
}

// SummaryData is an account's play over days: the bets that count, and the amount won (positive) or lost.
type SummaryData struct {
	ValidAmount json.Number `json:"valid_amount"`
	WinLoss     json.Number `json:"winloss"`
}

// LaunchURL is where a token of play/login is opened. The token is one segment of the path, whatever it contains.
func LaunchURL(base, token string) string {
	return strings.TrimRight(base, "/") + "/login/apilogin/" + url.PathEscape(token)
}

// Language is the provider's name of a language; it has no Lao.
func Language(lang string) string {
	if lang == "en" {
		return "english"
	}
	return "thai"
}
