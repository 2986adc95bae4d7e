// Package payonex is the sandbox's side of PAYONEX, the gateway that knows its payers and can hold a payment.
package payonex

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
	"time"

	"krapao/connect/payment/payonex/wire"
	"krapao/internal/clock"
	"krapao/sandbox/banks/qr"
	"krapao/sandbox/banks/thaibank"
	"krapao/sandbox/core"
)

//go:embed payonex.sql
var tables string

const (
	gatewayCode = "PAYONEX"
	// biller is the gateway's number in its codes.
	biller = "010555700000031"
	// codeLife is how long a code is valid. A payment after that still moves money.
	codeLife = 10 * time.Minute
	// minimum is the smallest deposit, in satang.
	minimum = 100_00
)

// Credentials are a merchant's credentials at PAYONEX: both are needed for the login.
type Credentials struct{ AccessKey, SecretKey string }

// gateway is PAYONEX: codes are created in a customer's name, and a payment may be held.
type gateway struct {
	*qr.Codes
	known  Credentials
	tokens core.Tokens
	target string
}

// New adds the gateway to the codes.
func New(q *qr.Codes, known Credentials) core.Protocol {
	faults := qr.Target(gatewayCode)
	g := &gateway{Codes: q, known: known, target: faults.Name}
	q.Add(qr.Gateway{Code: gatewayCode, Callback: g.callback, Paid: storePayment, Holds: true})
	return core.Protocol{
		Name: "payonex", Tables: tables, Targets: []core.Target{faults},
		Routes: []core.Route{
			core.Handle("POST /payonex"+wire.PathAuthenticate, g.handleLogin),
			core.Handle("POST /payonex"+wire.PathCustomers, g.handleCustomer),
			core.Handle("POST /payonex"+wire.PathDeposit, g.handleDeposit),
			core.Handle("GET /payonex"+wire.PathTransactions, g.handleList),
			core.Handle("GET /payonex"+wire.PathTransactions+"/{uuid}", g.handleTransaction),
		},
	}
}

// handleLogin issues a token for the merchant's keys.
func (g *gateway) handleLogin(w http.ResponseWriter, r *http.Request) {
	body, read := g.ReadBody(w, r)
	if !read {
		return
	}
	var in wire.Credentials
	switch err := json.Unmarshal(body, &in); {
	case err != nil || in.AccessKey == "" || in.SecretKey == "":
		g.Answer(w, refusal(wire.CodeInvalid, "accessKey and secretKey are required"))
	case !core.SecretsEqual(in.AccessKey, g.known.AccessKey) || !core.SecretsEqual(in.SecretKey, g.known.SecretKey):
		g.Answer(w, refusal(wire.CodeCredentials, "Credential not found"))
	default:
		g.Answer(w, success(wire.Token{Token: g.tokens.Issue(g.Now())}))
	}
}

// handleCustomer registers a payer. A fault calls it the operation "verify". A second registration makes another
// customer.
func (g *gateway) handleCustomer(w http.ResponseWriter, r *http.Request) {
	var in wire.CustomerRequest
	if !g.read(w, r, &in) {
		return
	}
	if in.Name == "" || in.AccountNo == "" || !slices.Contains(wire.Banks, in.BankCode) {
		g.Answer(w, refusal(wire.CodeInvalid, "Missing or unknown fields: name, bankCode, accountNo"))
		return
	}
	g.Serve(w, r, core.Call{
		Target: g.target, Op: core.OpVerify,
		Refuse: refusal(wire.CodeBlocked, "Customer is blocked"), NotFound: refusal(wire.CodeNotFound, "Not found"),
		Apply: func(ctx context.Context) core.Reply {
			made := wire.Customer{CustomerUUID: randomUUID(), CustomerRequest: in, Status: wire.StatusSuccess}
			err := g.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
				_, err := tx.ExecContext(ctx, `INSERT INTO payonex_customer (uuid, name, bank_code, account_no, created_at)
					VALUES ($1, $2, $3, $4, $5)`, made.CustomerUUID, in.Name, in.BankCode, in.AccountNo, clock.MicrosOf(g.Now()))
				return err
			})
			if err != nil {
				return g.Broken("payonex customer", err)
			}
			return success(made)
		},
	})
}

// referenceForm is the form of a merchant's reference that this sandbox accepts: any of ours.
var referenceForm = regexp.MustCompile(`^[A-Za-z0-9-]{1,64}$`)

// handleDeposit creates a code in a customer's name.
func (g *gateway) handleDeposit(w http.ResponseWriter, r *http.Request) {
	var in wire.DepositRequest
	if !g.read(w, r, &in) {
		return
	}
	amount, err := core.ParseDecimal(string(in.Amount), core.BahtPlaces)
	switch {
	case err != nil || amount <= 0 || !referenceForm.MatchString(in.ReferenceID):
		g.Answer(w, refusal(wire.CodeInvalid, "Validation failed: amount, referenceId"))
		return
	case amount < minimum:
		g.Answer(w, refusal(wire.CodeBelowMinimum, "Amount below minimum deposit of 100"))
		return
	}
	g.Serve(w, r, core.Call{
		Target: g.target, Op: core.OpCreate,
		Refuse: refusal(wire.CodeBlocked, "Customer is blocked"), NotFound: refusal(wire.CodeWrongStatus, "Wrong status"),
		Apply: func(ctx context.Context) core.Reply { return g.deposit(ctx, in, amount) },
	})
}

func (g *gateway) deposit(ctx context.Context, in wire.DepositRequest, amount int64) core.Reply {
	code := qr.Code{
		Gateway: gatewayCode, UID: in.ReferenceID, Amount: amount, Reference1: in.ReferenceID,
		Payload: thaibank.BillPayment(biller, in.ReferenceID, amount), Life: codeLife,
	}
	var bank, number string
	err := g.DB.QueryRowContext(ctx, `SELECT name, bank_code, account_no FROM payonex_customer WHERE uuid = $1`, in.CustomerUUID).
		Scan(&code.PayerName, &bank, &number)
	if errors.Is(err, sql.ErrNoRows) {
		return refusal(wire.CodeNotFound, "Customer not found")
	}
	if err != nil {
		return g.Broken("payonex deposit", err)
	}
	code.Payer = bank + " " + number
	uuid := randomUUID()
	code.Also = func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO payonex_transaction (uuid, reference, customer, amount, created_at)
			VALUES ($1, $2, $3, $4, $5)`, uuid, in.ReferenceID, in.CustomerUUID, amount, clock.MicrosOf(code.CreatedAt))
		return err
	}
	switch err := g.Create(ctx, &code); {
	case errors.Is(err, qr.ErrTaken):
		return refusal(wire.CodeWrongStatus, "referenceId was used before")
	case err != nil:
		return g.Broken("payonex deposit", err)
	}
	return success(wire.Deposit{UUID: uuid, Link: "https://pay.invalid/" + uuid, QRCode: code.Payload})
}

// storePayment adds a code's payment to its transaction, or to a new transaction if that one was paid already.
func storePayment(ctx context.Context, tx *sql.Tx, code qr.Code, paid qr.Payment) error {
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
		randomUUID(), paid.TxnNo, clock.MicrosOf(paid.PaidAt), code.UID)
	return err
}

// read reads and authenticates a call; otherwise it answers and returns false.
func (g *gateway) read(w http.ResponseWriter, r *http.Request, into any) bool {
	body, read := g.ReadBody(w, r)
	if !read {
		return false
	}
	switch token := r.Header.Get("Authorization"); {
	case token == "":
		g.Answer(w, refusalAs(http.StatusUnauthorized, wire.CodeNoToken, "Missing Authorization header"))
		return false
	case !g.tokens.Good(strings.TrimPrefix(token, core.BearerScheme), g.Now()):
		g.Answer(w, refusalAs(http.StatusUnauthorized, wire.CodeBadToken, "Token invalid or expired"))
		return false
	}
	if into == nil {
		return true
	}
	if err := json.Unmarshal(body, into); err != nil {
		g.Answer(w, refusal(wire.CodeInvalid, "Validation failed"))
		return false
	}
	return true
}

func success(data any) core.Reply {
	text, err := json.Marshal(data)
	if err != nil {
		panic(err) // our own structs always marshal
	}
	return core.OK(wire.Envelope{Success: true, Message: "successfully", Code: wire.CodeOK, Data: text})
}

// refusal is a refusal with HTTP 400, as all but those about the token.
func refusal(code, text string) core.Reply {
	return refusalAs(http.StatusBadRequest, code, text)
}

func refusalAs(status int, code, text string) core.Reply {
	return core.Reply{Status: status, Body: wire.Envelope{Message: text, Code: code}}
}

// randomUUID returns a random UUID (version 4).
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
