// Package wire is the wire form of Pragmatic Play's transfer wallet and of the providers that copied it.
//
// Every call is POST {base}/http/CasinoGameAPI/{path} with a form that carries a hash: lower-case hex of MD5 over the
// fields as "name=value" joined by "&", sorted by name, not escaped, followed by the secret. One published client puts
// form and hash into the address's query instead and sends an empty body. The answer is HTTP 200 with {error,
// description, ...}; error is a number or a text, and 0 is success.
//
// Source: a production integration hub (github.com/woodylin4869/wikitest, H1_ThirdPartyWalletAPI/Service/Game/PP and
// Model/Game/PP, commit 8edff00) has paths, fields, hash and answers; published PHP, Kotlin and Java clients agree
// (research/domain.md section 7). Two of them take status "Not found" with error 0 for "never applied", and one quotes
// the maker's comments on the columns of the report with a sample of it (times are UTC). By the maker's document, as
// others quote it, a transfer is sent again with the same externalTransactionId after error 1 or anything but HTTP 200;
// we have not seen it. The sources read the other error codes differently, so none is relied on. Nothing here was tried
// against the provider.
//
// Facts that decide how an adapter must treat it: a transfer's answer names no amount and no account, a status names
// the signed amount and no account; both answer a signed request that names them. No code is a definitive rejection by
// itself.
package wire

import (
	"crypto/hmac"
	"crypto/md5" //nolint:gosec // the provider's protocol
	"encoding/hex"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Paths below the base address. PathRounds is below the address of the reports, which may be another host.
const (
	PathCreate    = "/http/CasinoGameAPI/player/account/create/"
	PathBalance   = "/http/CasinoGameAPI/balance/current/"
	PathTransfer  = "/http/CasinoGameAPI/balance/transfer/"
	PathStatus    = "/http/CasinoGameAPI/balance/transfer/status/"
	PathStart     = "/http/CasinoGameAPI/game/start/"
	PathTerminate = "/http/CasinoGameAPI/game/session/terminate/"
	PathRounds    = "/DataFeeds/gamerounds/finished/" // GET
)

// Fields of the forms.
const (
	FieldLogin     = "secureLogin"
	FieldPlayer    = "externalPlayerId"
	FieldCurrency  = "currency"
	FieldReference = "externalTransactionId" // our own reference
	FieldAmount    = "amount"                // positive into the game, negative out of it, two decimals
	FieldGame      = "gameId"
	FieldLanguage  = "language"
	FieldPlatform  = "platform" // PlatformWeb, PlatformMobile
	FieldHash      = "hash"
)

// Values of FieldPlatform.
const (
	PlatformWeb    = "WEB"
	PlatformMobile = "MOBILE"
)

// Fields of the query of PathRounds. It is not signed: the secret is part of it, so no error may contain the address.
const (
	QueryLogin     = "login"
	QueryPassword  = "password"
	QueryTimepoint = "timepoint" // unix milliseconds
	QueryDataType  = "dataType"  // RNG, LC, ...: a part of the games
)

// Codes of Status.Error. Only ErrorOK and ErrorInternal mean the same in all sources.
const (
	ErrorOK         = "0"
	ErrorInternal   = "1"   // internal: to be sent again with the same reference
	ErrorTrouble    = "100" // the provider's own trouble, in one source
	ErrorTroubleToo = "120"
	ErrorHash       = "5"  // in one source
	ErrorLocked     = "6"  // the player is locked, in one source
	ErrorInput      = "7"  // a field is missing, in one source
	ErrorNoPlayer   = "17" // of a balance, in one source; the sandbox says it everywhere
	ErrorNotEnough  = "8"  // the sandbox's own
	ErrorExists     = "15" // the sandbox's own
)

// Values of StatusReply.State.
const (
	StatusSuccess  = "Success"
	StatusNotFound = "Not found"
)

// Status says success or refusal, in every answer.
type Status struct {
	Error       json.Number `json:"error"`
	Description string      `json:"description"`
}

// CreateReply is the answer to PathCreate.
type CreateReply struct {
	Status
	PlayerID json.Number `json:"playerId,omitempty"`
}

// BalanceReply is the answer to PathBalance.
type BalanceReply struct {
	Status
	Balance json.Number `json:"balance,omitempty"`
}

// TransferReply is the answer to PathTransfer. Balance is the account's balance after it.
type TransferReply struct {
	Status
	TransactionID json.Number `json:"transactionId,omitempty"`
	Balance       json.Number `json:"balance,omitempty"`
}

// StatusReply is the answer to PathStatus. Amount has the sign of the transfer; both it and Balance may be absent or null.
type StatusReply struct {
	Status
	State         string      `json:"status"`
	TransactionID json.Number `json:"transactionId,omitempty"`
	Amount        json.Number `json:"amount,omitempty"`
	Balance       json.Number `json:"balance,omitempty"`
}

// StartReply is the answer to PathStart.
type StartReply struct {
	Status
	GameURL string `json:"gameURL"`
}

// The report: the first line is TimepointMark and the next timepoint, the second names the columns.
const (
	TimepointMark = "timepoint="
	TimeFormat    = "2006-01-02 15:04:05" // UTC

	ColumnPlayer   = "extPlayerID"
	ColumnRound    = "playSessionID" // unique for a round; several rows of one round are versions of it
	ColumnStart    = "startDate"
	ColumnEnd      = "endDate"
	ColumnStatus   = "status"
	ColumnBet      = "bet"
	ColumnWin      = "win"
	ColumnCurrency = "currency"
	ColumnJackpot  = "jackpot"
)

// Columns are a report's columns in the order of the sources; a reader finds them by name.
var Columns = []string{
	"playerID", ColumnPlayer, "gameID", ColumnRound, "parentSessionID", ColumnStart, ColumnEnd, ColumnStatus, "type",
	ColumnBet, ColumnWin, ColumnCurrency, ColumnJackpot,
}

// Values of ColumnStatus.
const (
	RoundRunning   = "I"
	RoundCompleted = "C"
	RoundCancelled = "F" // "cancelled or finalised"
)

// Signed returns a form with its hash.
func Signed(secret string, fields url.Values) url.Values {
	form := maps.Clone(fields)
	form.Set(FieldHash, Hash(secret, fields))
	return form
}

// Hash returns the hash of a form; an existing hash field is left out.
func Hash(secret string, fields url.Values) string {
	pairs := make([]string, 0, len(fields))
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if name != FieldHash {
			pairs = append(pairs, name+"="+fields.Get(name))
		}
	}
	sum := md5.Sum([]byte(strings.Join(pairs, "&") + secret)) //nolint:gosec // the provider's protocol
	return hex.EncodeToString(sum[:])
}

// Verify reports whether a form carries its own hash.
func Verify(secret string, form url.Values) bool {
	return hmac.Equal([]byte(Hash(secret, form)), []byte(form.Get(FieldHash)))
}

// ParseTime reads a time of the report.
func ParseTime(text string) (time.Time, error) { return time.Parse(TimeFormat, text) }
