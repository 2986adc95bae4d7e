package sandbox

import (
	"context"
	"database/sql"
	_ "embed" // payonex.sql
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"krapao/sandbox/banks/thaibank"

	"krapao/connect/payment/payonex/wire"
	"krapao/sandbox/core"
)

//go:embed payonex.sql
var payonexTables string

const (
	gatewayPayOneX = "PAYONEX"
	// payonexBiller is the gateway's number in its codes.
	payonexBiller = "010555700000031"
	// payonexMinimum is the least that a deposit may be, in satang.
	payonexMinimum = 100_00
)

// PayOneXCredentials are a merchant's at PAYONEX: both go into the login.
type PayOneXCredentials struct{ AccessKey, SecretKey string }

// payonexGateway is PAYONEX: codes are made in a customer's name, and a payment may be held.
type payonexGateway struct {
	*codes
	known  PayOneXCredentials
	tokens core.Tokens
	target string
}

func newPayOneX(q *codes, known PayOneXCredentials) core.Protocol {
	faults := qrTarget(gatewayPayOneX)
	g := &payonexGateway{codes: q, known: known, target: faults.Name}
	q.add(gateway{Code: gatewayPayOneX, Callback: g.payonexCallback, Paid: payonexPaid, Holds: true})
	return core.Protocol{
		Name: "payonex", Tables: payonexTables, Targets: []core.Target{faults},
		Routes: []core.Route{
			core.Handle("POST /payonex"+wire.PathAuthenticate, g.payonexLogin),
			core.Handle("POST /payonex"+wire.PathCustomers, g.payonexCustomer),
			core.Handle("POST /payonex"+wire.PathDeposit, g.payonexDeposit),
			core.Handle("GET /payonex"+wire.PathTransactions, g.payonexList),
			core.Handle("GET /payonex"+wire.PathTransactions+"/{uuid}", g.payonexTransaction),
		},
	}
}

// payonexLogin gives a token for the merchant's keys.
func (g *payonexGateway) payonexLogin(w http.ResponseWriter, r *http.Request) {
	body, read := g.ReadBody(w, r)
	if !read {
		return
	}
	var in wire.Credentials
	switch err := json.Unmarshal(body, &in); {
	case err != nil || in.AccessKey == "" || in.SecretKey == "":
		g.Answer(w, payonexNo(wire.CodeInvalid, "accessKey and secretKey are required"))
	case !core.SecretsEqual(in.AccessKey, g.known.AccessKey) || !core.SecretsEqual(in.SecretKey, g.known.SecretKey):
		g.Answer(w, payonexNo(wire.CodeCredentials, "Credential not found"))
	default:
		g.Answer(w, payonexYes(wire.Token{Token: g.tokens.Issue(g.Now())}))
	}
}

// payonexCustomer registers a payer. It is the operation "verify" of a fault; registering again makes another customer.
func (g *payonexGateway) payonexCustomer(w http.ResponseWriter, r *http.Request) {
	var in wire.CustomerRequest
	if !g.readPayOneX(w, r, &in) {
		return
	}
	if in.Name == "" || in.AccountNo == "" || !slices.Contains(wire.Banks, in.BankCode) {
		g.Answer(w, payonexNo(wire.CodeInvalid, "Missing or unknown fields: name, bankCode, accountNo"))
		return
	}
	g.Serve(w, r, core.Call{
		Target: g.target, Op: core.OpVerify,
		Refuse: payonexNo(wire.CodeBlocked, "Customer is blocked"), NotFound: payonexNo(wire.CodeNotFound, "Not found"),
		Apply: func(ctx context.Context) core.Reply {
			made := wire.Customer{CustomerUUID: randomUUID(), CustomerRequest: in, Status: wire.StatusSuccess}
			err := g.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
				_, err := tx.ExecContext(ctx, `INSERT INTO payonex_customer (uuid, name, bank_code, account_no, created_at)
					VALUES ($1, $2, $3, $4, $5)`, made.CustomerUUID, in.Name, in.BankCode, in.AccountNo, core.Micros(g.Now()))
				return err
			})
			if err != nil {
				return g.Broken("payonex customer", err)
			}
			return payonexYes(made)
		},
	})
}

// payonexReference is what this sandbox takes as a merchant's reference: any of ours.
var payonexReference = regexp.MustCompile(`^[A-Za-z0-9-]{1,64}$`)

// payonexDeposit makes a code in a customer's name.
func (g *payonexGateway) payonexDeposit(w http.ResponseWriter, r *http.Request) {
	var in wire.DepositRequest
	if !g.readPayOneX(w, r, &in) {
		return
	}
	amount, err := core.ParseDecimal(string(in.Amount), core.BahtPlaces)
	switch {
	case err != nil || amount <= 0 || !payonexReference.MatchString(in.ReferenceID):
		g.Answer(w, payonexNo(wire.CodeInvalid, "Validation failed: amount, referenceId"))
		return
	case amount < payonexMinimum:
		g.Answer(w, payonexNo(wire.CodeBelowMinimum, "Amount below minimum deposit of 100"))
		return
	}
	g.Serve(w, r, core.Call{
		Target: g.target, Op: core.OpCreate,
		Refuse: payonexNo(wire.CodeBlocked, "Customer is blocked"), NotFound: payonexNo(wire.CodeWrongStatus, "Wrong status"),
		Apply: func(ctx context.Context) core.Reply { return g.payonexMake(ctx, in, amount) },
	})
}

func (g *payonexGateway) payonexMake(ctx context.Context, in wire.DepositRequest, amount int64) core.Reply {
	code := qrCode{
		Gateway: gatewayPayOneX, UID: in.ReferenceID, Amount: amount, Reference1: in.ReferenceID,
		Payload: thaibank.BillPayment(payonexBiller, in.ReferenceID, amount), life: qrLife,
	}
	var bank, number string
	err := g.DB.QueryRowContext(ctx, `SELECT name, bank_code, account_no FROM payonex_customer WHERE uuid = $1`, in.CustomerUUID).
		Scan(&code.PayerName, &bank, &number)
	if errors.Is(err, sql.ErrNoRows) {
		return payonexNo(wire.CodeNotFound, "Customer not found")
	}
	if err != nil {
		return g.Broken("payonex deposit", err)
	}
	code.Payer = bank + " " + number
	uuid := randomUUID()
	code.also = func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO payonex_transaction (uuid, reference, customer, amount, created_at)
			VALUES ($1, $2, $3, $4, $5)`, uuid, in.ReferenceID, in.CustomerUUID, amount, core.Micros(code.CreatedAt))
		return err
	}
	switch err := g.createCode(ctx, &code); {
	case errors.Is(err, errTaken):
		return payonexNo(wire.CodeWrongStatus, "referenceId was used before")
	case err != nil:
		return g.Broken("payonex deposit", err)
	}
	return payonexYes(wire.Deposit{UUID: uuid, Link: "https://pay.invalid/" + uuid, QRCode: code.Payload})
}

// payonexPaid puts a payment of a code to its transaction, or to one of its own where that has its payment already.
func payonexPaid(ctx context.Context, tx *sql.Tx, code qrCode, paid qrPayment) error {
	first, err := tx.ExecContext(ctx, `UPDATE payonex_transaction SET txn_no = $1
		WHERE id = (SELECT min(id) FROM payonex_transaction WHERE reference = $2 AND txn_no IS NULL)`, paid.TxnNo, code.UID)
	if err != nil {
		return err
	}
	if rows, err := first.RowsAffected(); err != nil || rows == 1 {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO payonex_transaction (uuid, reference, customer, amount, txn_no, created_at)
		SELECT $1, reference, customer, amount, $2, $3 FROM payonex_transaction WHERE reference = $4 ORDER BY id LIMIT 1`,
		randomUUID(), paid.TxnNo, core.Micros(paid.PaidAt), code.UID)
	return err
}

// readPayOneX reads and authenticates a call; otherwise it answers and returns false.
func (g *payonexGateway) readPayOneX(w http.ResponseWriter, r *http.Request, into any) bool {
	body, read := g.ReadBody(w, r)
	if !read {
		return false
	}
	switch token := r.Header.Get("Authorization"); {
	case token == "":
		g.Answer(w, payonexRefused(http.StatusUnauthorized, wire.CodeNoToken, "Missing Authorization header"))
		return false
	case !g.tokens.Good(strings.TrimPrefix(token, core.BearerScheme), g.Now()):
		g.Answer(w, payonexRefused(http.StatusUnauthorized, wire.CodeBadToken, "Token invalid or expired"))
		return false
	}
	if into == nil {
		return true
	}
	if err := json.Unmarshal(body, into); err != nil {
		g.Answer(w, payonexNo(wire.CodeInvalid, "Validation failed"))
		return false
	}
	return true
}

func payonexYes(data any) core.Reply {
	text, err := json.Marshal(data)
	if err != nil {
		panic(err) // our own structs always marshal
	}
	return core.OK(wire.Envelope{Success: true, Message: "successfully", Code: wire.CodeOK, Data: text})
}

// payonexNo is a refusal; every one but those of the token has HTTP 400.
func payonexNo(code, text string) core.Reply {
	return payonexRefused(http.StatusBadRequest, code, text)
}

func payonexRefused(status int, code, text string) core.Reply {
	return core.Reply{Status: status, Body: wire.Envelope{Message: text, Code: code}}
}

// randomUUID is a random UUID (version 4).
func randomUUID() string {
	raw := []byte(randomHex(32))
	raw[12], raw[16] = '4', "89ab"[core.RandomBelow(4)]
	return fmt.Sprintf("%s-%s-%s-%s-%s", raw[:8], raw[8:12], raw[12:16], raw[16:20], raw[20:])
}

// randomHex returns n characters of 0-9 and a-f.
func randomHex(n int) string {
	text := make([]byte, n)
	for i := range text {
		text[i] = "0123456789abcdef"[core.RandomBelow(16)]
	}
	return string(text)
}
