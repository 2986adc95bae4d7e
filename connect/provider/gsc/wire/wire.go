// Package wire is the wire form of the GSC kind (Gaming Soft): one operator's transfer wallet for some 400 products,
// each with balances of its own, and a reference of ours per transfer.
//
// Every call is a GET with everything in its query, also the ones that move money, so the sender must never repeat one
// by itself. (Only marking a report is a POST of JSON.) The signature is MD5 in capitals over some of the fields, in
// the order of their names, followed by the secret. Each answer has errCode; "0" is success. The account's password
// goes with each call: the aggregator stores none.
//
// Source: the published document of the interface (github Jasonneo83/fund_transfer, stored file 52212380974) with its
// paths, fields, signatures, lists of products and of error codes; published clients (stored files 28447944020,
// 28220363463, 35988870824, 28212384467) for the two points that the document omits: result of a report is a text of
// JSON, data of a check is an object.
//
// Verified there: everything here except the following. The document contradicts itself about PathMark: its table and
// its example say .aspx, and so do most clients (stored files 28450203990, 6275784846, 36724553408, 32014899482,
// 28299025023); its line of the URL says .ashx, and so do a few (14270578792, 14278371594).
//
// The document leaves open, and an operator must ask:
//   - whether 71 (invalid reference) also means "had it before";
//   - whether a product's answer to a check is -987 also where the product has no inquiry (its Chinese half says so),
//     which is why Askable has the document's list;
//   - whether a mark takes the bet as it was listed, or as it is;
//   - whether a running bet that was marked is listed again when it is settled (both clients mark it, and the document
//     says to update records of the same id);
//   - the exact form of times in a report;
//   - how late a bet may be listed (versions of the document until 2023 say that the aggregator may miss bets, and
//     fetches them again every 12 hours);
//   - when bets that nobody marked move to the archive, which has a call of its own (fetchArchieve.aspx).
package wire

import (
	"crypto/md5" //nolint:gosec // the provider's protocol
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Paths: the first ones are below the address of the interface, the others below that of the log.
const (
	PathCreate   = "/createMember.aspx"
	PathBalance  = "/getBalance.aspx"
	PathTransfer = "/makeTransfer.aspx"
	PathLaunch   = "/launchGames.aspx"
	PathPassword = "/changePassword.aspx"

	PathCheck = "/checkTransaction.ashx"
	PathBets  = "/fetchbykey.aspx"
	PathMark  = "/markbyjson.aspx"
)

// Names of the query's parameters.
const (
	FieldOperator    = "operatorcode"
	FieldProduct     = "providercode"
	FieldUsername    = "username"    // small letters and digits, 3 to 12
	FieldPassword    = "password"    // at most 12 characters
	FieldOldPassword = "opassword"   // of PathPassword
	FieldReference   = "referenceid" // at most 20 characters
	FieldType        = "type"        // of a transfer (TypeIn, TypeOut), of a game's page (SL, LC, SB ...)
	FieldAmount      = "amount"      // above 0, at most two decimals; some products take whole credits only
	FieldGame        = "gameid"      // "0" is the lobby
	FieldLang        = "lang"        // th-TH
	FieldHTML5       = "html5"       // "1"
	FieldVersion     = "versionkey"  // always "0"
	FieldSignature   = "signature"
)

// Types of a transfer.
const (
	TypeIn  = "0"
	TypeOut = "1"
)

// Codes of errCode that the adapter acts upon; Refusals has the ones that mean "nothing was done".
const (
	CodeOK          = "0"
	CodeReference   = "71" // not in Refusals: it may mean that this reference came before
	CodeNotEnough   = "72"
	CodeInPlay      = "75"
	CodeNoMember    = "81"
	CodeExists      = "82"
	CodeBadInput    = "90"
	CodeNoOperator  = "91"
	CodeNoProduct   = "92" // of a check: this product has no inquiry
	CodeBadUsername = "94"
	CodeBadPassword = "95"
	CodeOldPassword = "96"
	CodeWrongLogin  = "98"
	CodeSignature   = "99"
	CodeProhibited  = "994"
	CodeMaintenance = "999" // not in Refusals: the document calls the outcome unknown
	CodeNoRecord    = "-987"
)

// codeForm is the form of every code.
var codeForm = regexp.MustCompile(`^-?[0-9]{1,5}$`)

// IsCode reports whether a text is a code of errCode: an answer without one violates the protocol.
func IsCode(code Text) bool { return codeForm.MatchString(string(code)) }

// Refusals are the codes after which a transfer was not made: faults of the request, of the operator or of the account,
// and "ignored before it began" (600 to 603). By the document 997, 998, 999, 9999, -997 and -999 leave it open.
var Refusals = []string{
	"61", "70", CodeNotEnough, "73", "74", CodeInPlay, CodeNoMember, CodeBadInput, CodeNoOperator, CodeNoProduct, "93",
	CodeBadUsername, CodeBadPassword, CodeOldPassword, CodeWrongLogin, CodeSignature, "600", "601", "602", "603",
	"991", "992", CodeProhibited, "995", "996", "-998",
}

// askable are the products whose transfers have an inquiry, by the document.
var askable = []string{
	"WB", "AG", "CF", "SU", "PG", "SO", "WC", "RE", "DG", "GE", "JK", "GB", "PR", "IB", "TF", "S2", "IA", "MP", "HB",
	"AT", "BL", "UG", "M8",
}

// Askable reports whether a product's transfers have an inquiry, by the document.
func Askable(product string) bool { return slices.Contains(askable, product) }

// unreported are the products whose bets are not in the log, by the document.
var unreported = []string{"KS", "ME", "L2", "PU"}

// Reported reports whether a product's bets are in the log.
func Reported(product string) bool { return !slices.Contains(unreported, product) }

// Undecided is a product whose answer to a transfer is not final, by the document: only its success can be believed.
const Undecided = "JY"

// States of a transfer.
const (
	StateSuccess    = "SUCCESS"
	StateProcessing = "PROCESSING"
	StateFailed     = "FAILED"
)

// MostBets is the maximum number of bets in one answer, which are the latest ones. Versions of the document until 2023
// say 150.
const MostBets = 300

// OlderMostBets is that maximum in older versions: an answer with more bets is from a newer one.
const OlderMostBets = 150

// Text is a value that some versions of the interface write as a text and others as a number.
type Text string

// UnmarshalJSON takes both.
func (t *Text) UnmarshalJSON(raw []byte) error {
	var text string
	if err := json.Unmarshal(raw, &text); err == nil {
		*t = Text(text)
		return nil
	}
	var number json.Number
	if err := json.Unmarshal(raw, &number); err != nil {
		return errors.New("gsc: neither text nor number")
	}
	*t = Text(number)
	return nil
}

// Inside is JSON that may be written as such or as a text that holds it.
type Inside[T any] struct{ Value T }

// UnmarshalJSON takes both, and an empty text as nothing.
func (i *Inside[T]) UnmarshalJSON(raw []byte) error {
	var text string
	if err := json.Unmarshal(raw, &text); err == nil {
		if text == "" {
			return nil
		}
		raw = []byte(text)
	}
	return json.Unmarshal(raw, &i.Value)
}

// MarshalJSON writes it as such.
func (i Inside[T]) MarshalJSON() ([]byte, error) { return json.Marshal(i.Value) }

// Reply is in every answer. An answer without a Code violates the protocol.
type Reply struct {
	Code Text   `json:"errCode"`
	Msg  string `json:"errMsg"`
}

// BalanceReply is the answer to PathBalance.
type BalanceReply struct {
	Reply
	Balance json.Number `json:"balance,omitempty"`
}

// TransferReply is the answer to PathTransfer. It names no amount and no balance.
type TransferReply struct {
	Reply
	InnerCode Text `json:"innerCode,omitempty"`
}

// LaunchReply is the answer to PathLaunch.
type LaunchReply struct {
	Reply
	GameURL string `json:"gameUrl,omitempty"`
}

// CheckReply is the answer to PathCheck.
type CheckReply struct {
	Reply
	Data *Inside[Transfer] `json:"data,omitempty"`
}

// Transfer is the state of a transfer.
type Transfer struct {
	TransID  Text        `json:"trans_id"`
	Time     string      `json:"trans_time"` // GMT
	Username string      `json:"username"`
	Type     Text        `json:"type"`
	Provider string      `json:"provider"`
	Amount   json.Number `json:"amount"` // always positive
	RefID    string      `json:"ref_id"`
	Status   string      `json:"status"`
	Operator string      `json:"operator"`
	Remark   string      `json:"remark"`
}

// BetsReply is the answer to PathBets.
type BetsReply struct {
	Reply
	Result *Inside[[]Row] `json:"result,omitempty"`
}

// Row is a bet as it is listed.
type Row struct {
	Bet
	// Unread: a value has the wrong type, and only ID, Site and Member were read.
	Unread bool
}

// UnmarshalJSON fails only where the bet's id or account can't be read.
func (r *Row) UnmarshalJSON(raw []byte) error {
	*r = Row{}
	if json.Unmarshal(raw, &r.Bet) == nil {
		return nil
	}
	var whose struct {
		ID     Text   `json:"id"`
		Site   string `json:"site"`
		Member string `json:"member"`
	}
	err := json.Unmarshal(raw, &whose)
	*r = Row{Bet: Bet{ID: whose.ID, Site: whose.Site, Member: whose.Member}, Unread: true}
	return err
}

// Bet is a row of the report. Site is its product. ID is unique for ever: the same ID again is a newer state of the
// bet.
type Bet struct {
	ID        Text        `json:"id"`
	RefNo     Text        `json:"ref_no"`
	Site      string      `json:"site"`
	Product   string      `json:"product"`
	Member    string      `json:"member"`
	GameID    Text        `json:"game_id"`
	StartTime string      `json:"start_time"` // GMT
	EndTime   string      `json:"end_time"`   // GMT
	Turnover  json.Number `json:"turnover"`
	Bet       json.Number `json:"bet"`
	Payout    json.Number `json:"payout"`
	Status    Text        `json:"status"`
}

// States of a Bet.
const (
	BetValid   = "1"
	BetRunning = "0"
	BetVoid    = "-1"
)

// Mark is the body of PathMark: Ticket has the ids of bets, joined by commas, that need not be listed again.
type Mark struct {
	Ticket    string `json:"ticket"`
	Operator  string `json:"operatorcode"`
	Signature string `json:"signature"`
}

// signed has the fields that each call signs, in order.
var signed = map[string][]string{
	PathCreate:   {FieldOperator, FieldUsername},
	PathBalance:  {FieldOperator, FieldPassword, FieldProduct, FieldUsername},
	PathTransfer: {FieldAmount, FieldOperator, FieldPassword, FieldProduct, FieldReference, FieldType, FieldUsername},
	PathLaunch:   {FieldOperator, FieldPassword, FieldProduct, FieldType, FieldUsername},
	PathPassword: {FieldOldPassword, FieldOperator, FieldPassword, FieldProduct, FieldUsername},
	PathCheck:    {FieldOperator},
	PathBets:     {FieldOperator},
	PathMark:     {FieldOperator},
}

// Sign returns the signature of a call with these fields.
func Sign(secret, path string, fields url.Values) string {
	var plain strings.Builder
	for _, name := range signed[path] {
		plain.WriteString(fields.Get(name))
	}
	plain.WriteString(secret)
	sum := md5.Sum([]byte(plain.String())) //nolint:gosec // the provider's protocol
	return strings.ToUpper(hex.EncodeToString(sum[:]))
}

// Verify reports whether the fields carry the right signature.
func Verify(secret, path string, fields url.Values) bool {
	want := Sign(secret, path, fields)
	return subtle.ConstantTimeCompare([]byte(want), []byte(fields.Get(FieldSignature))) == 1
}

// timeForms are the forms of times; the first accepts fractions of seconds too.
var timeForms = []string{"2006-01-02T15:04:05", "2006-01-02 15:04:05", time.RFC3339Nano}

// TimeForm is the form in which the sandbox writes them.
const TimeForm = "2006-01-02T15:04:05.00"

// ParseTime reads a time of an answer.
func ParseTime(text string) (at time.Time, err error) {
	for _, form := range timeForms {
		if at, err = time.ParseInLocation(form, text, time.UTC); err == nil {
			return at, nil
		}
	}
	return at, errors.New("gsc: a time in no known form")
}

// langs are the provider's names of languages.
var langs = map[string]string{"th": "th-TH", "lo": "lo-LA", "en": "en-US"}

// Lang returns the provider's name of a language.
func Lang(lang string) string {
	if name, known := langs[lang]; known {
		return name
	}
	return langs["en"]
}
