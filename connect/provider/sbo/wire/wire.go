// Package wire is the wire form of the SBO kind (SBOBET, 568Win): a sportsbook's transfer wallet with a reference of ours
// per transfer.
//
// Every call is POST {base}/web-root/restricted/... with a JSON body. Nothing is signed: each body carries the
// company's key, which only TLS protects, and a ServerId that is new for each call. Each answer has error {id, msg}; id
// 0 is success, whatever the HTTP status is.
//
// Sources: published clients, read as stored files 28197867943, 29099516688, 18950764793, 18199897303, 46766063226,
// 30483549564 (with a table of error ids, and of the limits of the report), 14707540869 and the Java client of
// 43416374501 (with the fields of each answer); and the first part of the vendor's own document of the 568Win interface
// (time zone and forms of times).
//
// Verified there: the paths, the fields of the requests and of the answers but one, that balance includes the open
// stakes (each client subtracts them), the ids 0, 3303 and 4103, that an address comes without its scheme, that times
// are GMT-4, that a report spans at most 30 minutes, and that winLost is net of the stake.
//
// The words of a bet's status are those of two clients (one of them 42482168080, with half won and half lost).
//
// Not verified: all other ids are in one client's table only. No source shows what the answer to a check contains
// besides the error: Username, Type and Amount there are ours. And the sources read id 4601 differently: the table has
// "the check failed" (and 4602 for "no such transaction"), another client takes it as "no such transaction". The
// report's fields for other products than sports were not checked.
// fields a report's row has for other products than sports was not looked at.
package wire

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// Paths below the base address.
const (
	player       = "/web-root/restricted/player/"
	PathRegister = player + "register-player.aspx"
	PathBalance  = player + "get-player-balance.aspx"
	PathDeposit  = player + "deposit.aspx"  // wallet to game
	PathWithdraw = player + "withdraw.aspx" // game to wallet
	PathCheck    = player + "check-transaction-status.aspx"
	PathLogin    = player + "login.aspx"
	PathLogout   = player + "logout.aspx"
	PathBets     = "/web-root/restricted/report/v2/get-bet-list-by-modify-date.aspx"
)

// IDs of Error.
const (
	IDOK          = 0
	IDCompanyKey  = 1
	IDFormat      = 2
	IDInternal    = 3 // the provider's own fault: nobody knows what it did
	IDUsername    = 4
	IDNoPlayer    = 3303
	IDNoAgent     = 4101
	IDExists      = 4103
	IDReference   = 4401 // no valid reference
	IDAmount      = 4402 // negative, or more than two decimals
	IDFailed      = 4403
	IDUsed        = 4404 // the reference was used before: by an earlier sending of ours, since references are unique
	IDNotEnough   = 4501
	IDCheckFailed = 4601 // the check failed, or there is no such transaction: sources differ
	IDNoTransfer  = 4602
)

// PortfolioSports is the company's product that a login or a report is about.
const PortfolioSports = "SportsBook"

// Zone is the provider's clock.
var Zone = time.FixedZone("GMT-4", -4*60*60)

// TimeFormat is the form of times, in Zone. Answers have fractions of seconds too.
const TimeFormat = "2006-01-02T15:04:05"

// The longest span of one request about bets, and how far back it may go.
const (
	MostSpan = 30 * time.Minute
	MostBack = 60 * 24 * time.Hour
)

// Caller is in every request.
type Caller struct {
	CompanyKey string `json:"CompanyKey"`
	ServerID   string `json:"ServerId"`
}

// Register opens an account below an agent, whose currency it gets.
type Register struct {
	Caller
	Username string `json:"Username"`
	Agent    string `json:"Agent"`
}

// Player requests a balance, or ends a login.
type Player struct {
	Caller
	Username string `json:"Username"`
}

// Deposit moves an amount above 0 of credits into the game.
type Deposit struct {
	Caller
	Username string      `json:"Username"`
	TxnID    string      `json:"TxnId"`
	Amount   json.Number `json:"Amount"`
}

// Withdraw moves an amount out of the game; all there is, whatever Amount says, where IsFullAmount is true.
type Withdraw struct {
	Deposit
	IsFullAmount bool `json:"IsFullAmount"`
}

// Check inquires about a transfer.
type Check struct {
	Caller
	TxnID string `json:"TxnId"`
}

// Login opens the product's page.
type Login struct {
	Caller
	Username  string `json:"Username"`
	Portfolio string `json:"Portfolio"`
}

// Bets requests the bets that changed between two instants (TimeFormat, Zone).
type Bets struct {
	Caller
	Portfolio     string `json:"Portfolio"`
	StartDate     string `json:"StartDate"`
	EndDate       string `json:"EndDate"`
	Language      string `json:"Language"`
	IsGetDownline bool   `json:"IsGetDownline"`
}

// Error is in every answer. One without an ID violates the protocol.
type Error struct {
	ID  *int   `json:"id"`
	Msg string `json:"msg"`
}

// Reply is in every answer. One without an Error violates the protocol.
type Reply struct {
	ServerID string `json:"serverId,omitempty"`
	Error    *Error `json:"error"`
}

// Balance has the credits of an account. Balance includes Outstanding, which is in open bets.
type Balance struct {
	Balance     json.Number `json:"balance,omitempty"`
	Outstanding json.Number `json:"outstanding,omitempty"`
}

// BalanceReply is the answer to a balance call.
type BalanceReply struct {
	Reply
	Username string `json:"username,omitempty"`
	Currency string `json:"currency,omitempty"`
	Balance
}

// TransferReply is the answer to Deposit and Withdraw. Amount is what a Withdraw moved.
type TransferReply struct {
	Reply
	TxnID  string      `json:"txnId,omitempty"`
	RefNo  string      `json:"refno,omitempty"`
	Amount json.Number `json:"amount,omitempty"`
	Balance
}

// Types of a CheckReply.
const (
	TypeDeposit  = "Deposit"
	TypeWithdraw = "Withdraw"
)

// CheckReply is the answer to Check. Only the error is certainly present.
type CheckReply struct {
	Reply
	TxnID    string      `json:"txnId,omitempty"`
	RefNo    string      `json:"refno,omitempty"`
	Username string      `json:"username,omitempty"`
	Type     string      `json:"type,omitempty"`
	Amount   json.Number `json:"amount,omitempty"`
}

// LoginReply is the answer to Login: an address without its scheme.
type LoginReply struct {
	Reply
	URL string `json:"url,omitempty"`
}

// BetsReply is the answer to Bets.
type BetsReply struct {
	Reply
	Result []Bet `json:"result"`
}

// Bet is one bet. RefNo is unique for ever; ModifyDate is its last change. WinLost is what the player won (positive) or
// lost, net of the stake.
type Bet struct {
	RefNo       string      `json:"refNo"`
	Username    string      `json:"username"`
	SportsType  string      `json:"sportsType,omitempty"`
	OrderTime   string      `json:"orderTime"`
	ModifyDate  string      `json:"modifyDate"`
	SettleTime  string      `json:"settleTime,omitempty"`
	Status      string      `json:"status"`
	Currency    string      `json:"currency,omitempty"`
	Stake       json.Number `json:"stake"`
	ActualStake json.Number `json:"actualStake,omitempty"`
	Turnover    json.Number `json:"turnover,omitempty"`
	WinLost     json.Number `json:"winLost"`
}

// Valid is the turnover of a bet: the provider's own value, else the stake that was at risk, else the stake.
func (b Bet) Valid() json.Number { return cmp.Or(b.Turnover, b.ActualStake, b.Stake) }

// State is the state of a bet, as Bet.State reads its Status.
type State int

// Open bets are not settled; void ones are settled as if they had never been made. Strange is a status that no source
// has: nobody knows whether such a bet is settled.
const (
	Strange State = iota
	Open
	Settled
	Void
)

// settled are the sources' words for a settled bet.
var settled = []string{"won", "win", "half won", "half win", "lose", "lost", "half lose", "half lost", "draw", "done", "bonus"}

// State reads the status. Running and waiting are open. Void, refund, reject and cancel are void, in whatever words the
// provider puts them ("Void(Suspended Match)", "waiting rejected").
func (b Bet) State() State {
	status := strings.ToLower(strings.TrimSpace(b.Status))
	for _, word := range []string{"void", "refund", "reject", "cancel"} {
		if strings.Contains(status, word) {
			return Void
		}
	}
	for _, word := range []string{"running", "waiting"} {
		if strings.HasPrefix(status, word) {
			return Open
		}
	}
	if slices.Contains(settled, status) {
		return Settled
	}
	return Strange
}

// ParseTime reads a time of an answer: in Zone, unless it names another.
func ParseTime(text string) (time.Time, error) {
	if at, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return at, nil
	}
	return time.ParseInLocation(TimeFormat, text, Zone) // takes fractions of seconds too
}

// FormatTime writes a time of a request.
func FormatTime(at time.Time) string { return at.In(Zone).Format(TimeFormat) }

// langs are the provider's names of languages; it has no Lao.
var langs = map[string]string{"th": "th-th", "en": "en"}

// LaunchURL makes the page's address from a login's, which begins with "//" or with the host; if it has a scheme, it
// keeps it.
func LaunchURL(scheme, url, lang string, mobile bool) string {
	name, known := langs[lang]
	if !known {
		name = langs["en"]
	}
	device := "d"
	if mobile {
		device = "m"
	}
	if strings.Contains(url, "://") {
		scheme, url, _ = strings.Cut(url, "://")
	}
	join := "&"
	if !strings.Contains(url, "?") {
		join = "?"
	}
	return scheme + "://" + strings.TrimPrefix(url, "//") + join + "lang=" + name + "&device=" + device
}
