// Package wire is the wire form of AMB lotto's transfer wallet: lotteries, with a reference of ours per movement and no
// inquiry about one. A reference that was used before is refused with a code of its own.
//
// Every call is POST with a JSON body and is answered {code, message, ...} with code 0 for success. The calls about
// money and passwords carry a signature in the body: the HMAC-SHA256 in hex of a text of some fields and the agent's
// key, with the key as key. It does not cover the reference: only TLS protects that.
//
// Source: the maker's published document "API Transferwallet", github.com/ghost9425/AMBLottoAPI_Auto,
// apitransferwallet.php sections 3.2 to 3.11 (newest commit read: 97686f9), and its table of codes, responsecode.php.
//
// Verified there: the paths, fields and codes below; that amounts have two decimals in the signed text, and that user
// name and agent are lower-case in it; that a user name is the agent's prefix and then something (the newest text: a
// telephone number); 2000 for a user name that exists; the rules for passwords (8 at least, a small letter, a capital
// and a digit); the list of banks; that the page of a login opens once, within 24 hours.
//
// Not verified: how a withdrawal is refused for "not enough credits" (no code is listed for it; 801 is from the table
// of codes, "Insufficient balance"); whether 2037 is given only for a reference that was applied; whether the reference
// of Turn is ours or the provider's, and whether 2048 there means that it does not have the reference; whether
// registering needs a person's name, bank and telephone number; whether the user name in it carries the prefix (the
// newest example does).
package wire

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
)

// Paths below the base address.
const (
	PathRegister = "/apiRoute/member/landing/register/noaddress"
	PathLogin    = "/apiRoute/member/landing/login/noaddress"
	PathPassword = "/apiRoute/member/landing/admin/update/password/noaddress"
	PathDeposit  = "/v1/api/member/auto/deposit"  // wallet to game
	PathWithdraw = "/v1/api/member/auto/withdraw" // game to wallet
	PathCredit   = "/v1/api/member/auto/getcreditmember"
	PathTurn     = "/v1/api/member/auto/validturn"
)

// Codes of Reply.
const (
	CodeOK           = 0
	CodeNotEnough    = 801
	CodeCaller       = 1006 // login: unknown caller
	CodeExists       = 2000
	CodeNoMember     = 2031
	CodeBadData      = 2033
	CodeDuplicate    = 2037 // the reference was used before
	CodeNoAgent      = 2041
	CodeBadPrefix    = 2043 // or no name
	CodeBadBank      = 2044
	CodeSignature    = 2045
	CodeNoLog        = 2048 // validturn: no such reference
	CodeBadUsername  = 2051
	CodeBadPassword  = 2052
	CodeBadPhone     = 2053
	CodeBadAccount   = 2054
	CodeBadKey       = 2059
	CodeNoObject     = 41001
	CodeNoAgentName  = 71001
	CodeNoPlayerName = 71002
	CodeBadPlayer    = 71005
	CodeBadLogin     = 71031
	CodeDatabase     = 999 // "database error please try again": nobody knows what was done
)

// Banks are the names of banks that registering accepts.
var Banks = []string{
	"SCB", "KBANK", "BBL", "BAY", "KTB", "BAAC", "TMB", "ICBC", "TCD", "CITI", "SCBT", "CIMB", "UOB", "GSB", "HSBC", "MIZUHO",
	"GHB", "LHBANK", "TBANK", "TISCO", "KKP", "IBANK",
}

// Register opens an account. By the document everything between Password and Agent describes a person.
type Register struct {
	Username  string `json:"username"`
	Password  string `json:"password"`
	FirstName string `json:"firstname"`
	LastName  string `json:"lastname"`
	Bank      string `json:"bank"`
	AccountNo string `json:"acc_no"`
	Phone     string `json:"phone"`
	Agent     string `json:"agent"`
	// Master is the account whose payouts and discounts the new one gets.
	Master string `json:"master_member"`
}

// Login requests a page to play on.
type Login struct {
	Agent    string `json:"agentUsername"`
	Username string `json:"playerUsername"`
	Password string `json:"playerPassword"`
}

// LoginReply is the answer to Login. FullPage is the page with its own head, URL the one without.
type LoginReply struct {
	Reply
	Data *LoginData `json:"data,omitempty"`
}

// LoginData is the page. Username may carry "@agent" after the name.
type LoginData struct {
	Username string `json:"playerUsername"`
	Token    string `json:"tkUuid"`
	URL      string `json:"url"`
	FullPage string `json:"urlFullPage"`
}

// Password sets an account's password, with the agent's right. The key itself is one of its fields.
type Password struct {
	Agent       string `json:"agent"`
	Key         string `json:"key"`
	Username    string `json:"username"`
	NewPassword string `json:"new_password"`
	Signature   string `json:"signature"`
}

// Move is a deposit or a withdrawal. Amount is positive with two decimals.
type Move struct {
	AgentID   string      `json:"agentId"`
	Username  string      `json:"username"`
	Amount    json.Number `json:"amount"`
	Ref       string      `json:"transaction_ref"`
	Signature string      `json:"signature"`
}

// MoveReply is the answer to Move. Ref is the provider's own reference.
type MoveReply struct {
	Reply
	Before json.Number `json:"before_balance,omitempty"`
	After  json.Number `json:"after_balance,omitempty"`
	Ref    string      `json:"ref,omitempty"`
}

// Credit requests a balance.
type Credit struct {
	AgentID   string `json:"agentId"`
	Username  string `json:"username"`
	Signature string `json:"signature"`
}

// CreditReply is the answer to Credit.
type CreditReply struct {
	Reply
	Credit json.Number `json:"credit,omitempty"`
}

// Turn asks for the play since a movement.
type Turn struct {
	AgentID   string `json:"agentId"`
	Username  string `json:"username"`
	Ref       string `json:"transaction_ref"`
	Signature string `json:"signature"`
}

// TurnReply is the answer to Turn, by product.
type TurnReply struct {
	Reply
	Data     map[string]Product `json:"data,omitempty"`
	Username string             `json:"username,omitempty"`
	Ref      string             `json:"ref,omitempty"` // the provider's own
}

// Product is the play of one product: Amount was bet, ValidAmount of it counts, WinLoss was won (positive) or lost, and
// Outstanding is not settled yet.
type Product struct {
	Game        string      `json:"game"`
	Amount      json.Number `json:"amount"`
	ValidAmount json.Number `json:"validAmount"`
	WinLoss     json.Number `json:"wlTurnAmount"`
	Outstanding json.Number `json:"outstanding"`
}

// Reply is in every answer.
type Reply struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// SignMove signs a Move, whose amount has two decimals.
func SignMove(key, agent, username, amount string) string {
	return sign(key, lower("agentId", agent)+"&key="+key+"&"+lower("username", username)+"&amount="+amount)
}

// SignCredit signs a Credit.
func SignCredit(key, agent, username string) string {
	return sign(key, lower("agentId", agent)+"&key="+key+"&"+lower("username", username))
}

// SignTurn signs a Turn.
func SignTurn(key, agent, username, ref string) string {
	return sign(key, lower("agentId", agent)+"&key="+key+"&"+lower("username", username)+"&transaction_ref="+ref)
}

// SignPassword signs a Password. The new password is signed unchanged.
func SignPassword(key, agent, username, password string) string {
	return sign(key, lower("agent", agent)+"&key="+key+"&"+lower("username", username)+"&new_password="+password)
}

func lower(field, value string) string { return field + "=" + strings.ToLower(value) }

func sign(key, plain string) string {
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(plain))
	return hex.EncodeToString(mac.Sum(nil))
}

// Same reports whether two signatures are the same, in constant time.
func Same(a, b string) bool { return hmac.Equal([]byte(a), []byte(b)) }
