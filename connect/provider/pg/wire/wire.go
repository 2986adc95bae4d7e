// Package wire is the wire form of PG Soft's transfer wallet.
//
// Every call is POST {base}/{path}?trace_id={a new UUID} with a form. The operator's token and the shared secret are
// among its fields: nothing is signed, only TLS protects it. The answer is HTTP 200 with {data, error}, exactly one of
// them set; codes and amounts come as numbers or as texts.
//
// Source: a production integration hub (github.com/woodylin4869/wikitest, H1_ThirdPartyWalletAPI/Service/Game/PG and
// Model/Game/PG, commit 8edff00) has the paths, the fields with the maker's own comments, its table of error codes, and
// which of them it takes as definitive. Published PHP clients agree with it and show LoginGame (research/domain.md
// section 7; one, of the maker's seamless kind, opens the page with the player_session that is answered). Section 5.2.4
// of the maker's document says that a transfer is repeated with the same reference after anything but 3001, 3005 and
// 3100, as others quote it: we have not seen the document. Nothing here was tried against PG.
//
// Facts that decide how an adapter must treat it: 3001, 3005 and 3100 are definitive rejections of a transfer, 3040
// says that a reference was never applied, 3101 that a transfer is in process, and everything else says nothing. A
// repeated transfer is applied once and answered as the first time.
package wire

import (
	"bytes"
	"encoding/json"
	"net/url"
)

// Paths below the base address. PathHistory is below the address of the reports, which is another host.
const (
	PathCreate      = "/Player/v1/Create"
	PathKick        = "/Player/v1/Kick"
	PathWallet      = "/Cash/v3/GetPlayerWallet"
	PathIn          = "/Cash/v3/TransferIn"  // wallet to game
	PathOut         = "/Cash/v3/TransferOut" // game to wallet
	PathTransaction = "/Cash/v3/GetSingleTransaction"
	PathLogin       = "/Login/v1/LoginGame"
	PathHistory     = "/Bet/v4/GetHistory"
)

// QueryTrace identifies a call in both sides' logs.
const QueryTrace = "trace_id"

// Fields of the forms.
const (
	FieldOperator = "operator_token"
	FieldSecret   = "secret_key"
	FieldPlayer   = "player_name" // letters, digits, @, - and _, at most 50; case does not count
	FieldNickname = "nickname"
	FieldCurrency = "currency"

	FieldAmount    = "amount"             // positive both ways, two decimals
	FieldReference = "transfer_reference" // ours, at most 50 characters

	FieldSession         = "player_session"
	FieldOperatorSession = "operator_player_session" // ours, at most 200 characters

	FieldCount       = "count"        // rows of an answer: LeastCount to MostCount
	FieldBetType     = "bet_type"     // RealGame
	FieldRowVersion  = "row_version"  // the greatest one that was seen, or FirstVersion: rows from there on
	FieldHandsStatus = "hands_status" // AllHands
)

// Values of the fields of PathHistory.
const (
	LeastCount   = 1500
	MostCount    = 5000
	RealGame     = "1"
	AllHands     = "0"
	FirstVersion = 1
)

// Error codes that an adapter acts upon.
const (
	CodeInvalid     = "1034" // invalid request
	CodeFailed      = "1035" // action failed
	CodeInternal    = "1200" // the server's own fault
	CodeNoOperator  = "1204"
	CodePlayer      = "1305" // Create: "invalid player (the player exists)"; elsewhere there is no such player
	CodeEmpty       = "3001" // a field is empty
	CodeNoPlayer    = "3004"
	CodeNoWallet    = "3005" // the player's wallet does not exist
	CodeNotEnough   = "3013" // transfer out: more than the balance
	CodeNoTransfer  = "3040" // no transaction of this reference
	CodeNotMoved    = "3100" // transfer failed
	CodeInProcess   = "3101" // transfer in process: to be inquired about again
	KindTransferIn  = "100"  // Transaction.Kind
	KindTransferOut = "200"
)

// Bet.Transaction and Bet.Hands.
const (
	MoneyCash     = 1 // 2 and 3 are the provider's own bonus and free games, which don't touch the cash wallet
	HandsAdjusted = 3 // 1 is a hand that is not a round's last one, 2 the last
)

// Reply is the envelope of every answer.
type Reply[T any] struct {
	Data  *T     `json:"data"`
	Error *Error `json:"error"`
}

// Error is a refusal.
type Error struct {
	Code    json.Number `json:"code"`
	Message string      `json:"message"`
	TraceID string      `json:"traceId"`
}

// Flag is true in any of the forms that were seen: 1, "1", true.
type Flag bool

// UnmarshalJSON implements json.Unmarshaler.
func (f *Flag) UnmarshalJSON(text []byte) error {
	switch string(bytes.Trim(text, `"`)) {
	case "1", "true":
		*f = true
	default:
		*f = false
	}
	return nil
}

// MarshalJSON implements json.Marshaler.
func (f Flag) MarshalJSON() ([]byte, error) {
	if f {
		return []byte("1"), nil
	}
	return []byte("0"), nil
}

// Action is the answer to PathCreate and PathKick.
type Action struct {
	Result Flag `json:"action_result"`
}

// Wallet is the answer to PathWallet. The provider's own bonus and free games can't be transferred and are left out.
type Wallet struct {
	Currency string      `json:"currencyCode"`
	Cash     json.Number `json:"cashBalance"`
}

// Transfer is the answer to PathIn and PathOut.
type Transfer struct {
	ID     json.Number `json:"transactionId"`
	Before json.Number `json:"balanceAmountBefore"`
	After  json.Number `json:"balanceAmount"`
	Amount json.Number `json:"amount"`
}

// Transaction is the answer to PathTransaction.
type Transaction struct {
	ID       json.Number `json:"transactionId"`
	Player   string      `json:"playerName"`
	Currency string      `json:"currencyCode"`
	Kind     json.Number `json:"transactionType"`
	Amount   json.Number `json:"transactionAmount"`
	From     json.Number `json:"transactionFrom"` // the balance before
	To       json.Number `json:"transactionTo"`   // and after
	At       json.Number `json:"transactionDateTime"`
}

// Login is the answer to PathLogin. Session opens the game's page.
type Login struct {
	Player  string `json:"player_name"`
	Session string `json:"player_session"`
}

// Bet is one settled bet, a row of PathHistory. Version grows when it changes; times are unix milliseconds.
type Bet struct {
	Parent      int64       `json:"parentBetId"`
	ID          int64       `json:"betId"`
	Player      string      `json:"playerName"`
	Game        int64       `json:"gameId"`
	Type        int         `json:"betType"`
	Transaction int         `json:"transactionType"`
	Currency    string      `json:"currency"`
	Amount      json.Number `json:"betAmount"`
	Win         json.Number `json:"winAmount"`
	JackpotWin  json.Number `json:"jackpotWinAmount"`
	Before      json.Number `json:"balanceBefore"`
	After       json.Number `json:"balanceAfter"`
	Hands       int         `json:"handsStatus"`
	Version     int64       `json:"rowVersion"`
	At          int64       `json:"betTime"`
	EndAt       int64       `json:"betEndTime"`
}

// Body returns the form of a call: its fields and the operator's two, sorted by name.
func Body(operator, secret string, fields url.Values) []byte {
	form := url.Values{FieldOperator: {operator}, FieldSecret: {secret}}
	for name, values := range fields {
		form[name] = values
	}
	return []byte(form.Encode())
}

// Parameters of the game's page.
const (
	PageMode     = "btt" // PageRealMoney
	PageOperator = "ot"
	PageSession  = "ops"
	PageLang     = "l"

	PageRealMoney = "1"
)

// LaunchURL returns the address of a game's page: base is the provider's launch address, game its code or the lobby's.
// PG has no Lao, so every language but Thai becomes English.
func LaunchURL(base, game, operator, session, lang string) string {
	if lang != "th" {
		lang = "en"
	}
	query := url.Values{PageMode: {PageRealMoney}, PageOperator: {operator}, PageSession: {session}, PageLang: {lang}}
	return base + "/" + url.PathEscape(game) + "/index.html?" + query.Encode()
}
