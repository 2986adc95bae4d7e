// Package qr stores the QR codes of all gateways, their payments, and each payment's fate. Gateways register
// themselves.
package qr

import (
	"context"
	"database/sql"
	_ "embed" // qr.sql
	"errors"
	"strings"
	"time"

	"krapao/internal/clock"
	"krapao/sandbox/banks/thaibank"
	"krapao/sandbox/core"
)

//go:embed qr.sql
var tables string

// Biller is the merchant's number in a bank's codes: a tax id and two digits.
const Biller = "010555400000099"

// Codes are the QR codes of all gateways, and the payments of them.
type Codes struct {
	*core.Frame
	gateways map[string]Gateway
}

// Gateway is what the codes need of a QR gateway.
type Gateway struct {
	// Code is its name in the panel: "KBANK".
	Code string
	// Callback makes its notification of a payment, or of a change to one.
	Callback func(code Code, paid Payment) core.Callback
	// Paid stores the gateway's own data of a payment, in the payment's transaction; nil: nothing.
	Paid func(ctx context.Context, tx *sql.Tx, code Code, paid Payment) error
	// Holds: it can hold a payment until it accepts or rejects it.
	Holds bool
}

// New returns codes without a gateway; gateways register themselves.
func New(f *core.Frame) *Codes { return &Codes{f, map[string]Gateway{}} }

// Add registers a gateway; all are registered before the sandbox starts.
func (q *Codes) Add(g Gateway) { q.gateways[g.Code] = g }

// Target is the fault target of a gateway, or with an empty code the one for all of them.
func Target(gateway string) core.Target {
	name := "qr"
	if gateway != "" {
		name += ":" + gateway
	}
	return core.Target{Name: name, Op: opOf, Callbacks: core.CallbackModes}
}

// opOf is the operation that a fault means: creating the code is the operation "move".
func opOf(op, mode string) string {
	if op = core.CommonOp(op, mode); op == core.OpMove {
		return core.OpCreate
	}
	return op
}

// States of a code. A paid code is paid, whatever happened to it before.
const (
	StateOpen      = "open"
	StatePaid      = "paid"
	StateCancelled = "cancelled"
	StateExpired   = "expired"
)

// Code is a code that a gateway created for the wallet, and its payments. Every gateway stores its codes here.
type Code struct {
	Gateway, UID      string
	Amount            int64 // satang
	Payload           string
	Reference1        string
	Payer, PayerName  string
	CreatedAt, EndsAt time.Time
	Cancelled         bool
	Payments          []Payment // oldest first
	Life              time.Duration
	// Also is stored in the same transaction as a new code; nil for most gateways.
	Also func(ctx context.Context, tx *sql.Tx) error
}

// Fates of a payment after it came. A payment without a fate has arrived for good.
const (
	FateHeld     = "held"     // the gateway has not decided yet
	FateSettled  = "settled"  // held, then accepted
	FateRejected = "rejected" // held, then not accepted
	FateReturned = "returned" // rejected, then sent back to the payer
	FateReversed = "reversed" // arrived, and taken back later
)

// Payment is money that arrived by a code.
type Payment struct {
	TxnNo                           string
	Amount                          int64 // satang
	FromBank, FromAccount, FromName string
	PaidAt                          time.Time
	Fate                            string
	// FatedAt is when the payment got its fate; without one it is the time of the payment.
	FatedAt time.Time
}

// Arrived reports whether the merchant has the money.
func (p Payment) Arrived() bool { return p.Fate == "" || p.Fate == FateSettled }

// State returns the state of a code at an instant.
func (c Code) State(now time.Time) string {
	switch {
	case len(c.Payments) > 0:
		return StatePaid
	case c.Cancelled:
		return StateCancelled
	case !now.Before(c.EndsAt):
		return StateExpired
	}
	return StateOpen
}

// ErrTaken is returned if a reference was used before.
var ErrTaken = errors.New("reference used before")

// Create stores a new code; ErrTaken if its reference was used before. Under an early_callback fault the code is paid
// and the wallet called back before Create returns.
func (q *Codes) Create(ctx context.Context, code *Code) error {
	code.CreatedAt = q.Now()
	code.EndsAt = code.CreatedAt.Add(code.Life)
	err := q.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		made, err := tx.ExecContext(ctx, `INSERT INTO qr_code
			(gateway, uid, amount, payload, reference1, payer, payer_name, created_at, expires_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
			code.Gateway, code.UID, code.Amount, code.Payload, code.Reference1, code.Payer, code.PayerName,
			clock.MicrosOf(code.CreatedAt), clock.MicrosOf(code.EndsAt))
		if err != nil {
			return err
		}
		if rows, err := made.RowsAffected(); err != nil || rows == 0 {
			return errors.Join(ErrTaken, err)
		}
		if code.Also != nil {
			return code.Also(ctx, tx)
		}
		return nil
	})
	if err != nil || q.Faults.Callback(Target(code.Gateway).Name, true).Mode == "" {
		return err
	}
	paid, err := q.payEarly(ctx, *code)
	if err != nil {
		return err
	}
	q.NotifyFirst(ctx, q.gateways[code.Gateway].Callback(*code, paid))
	return nil
}

// Cancel cancels an open code, or returns its other state.
func (q *Codes) Cancel(ctx context.Context, gateway, uid string) (state string, err error) {
	err = q.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		code, err := readCode(ctx, tx, gateway, uid)
		if err != nil {
			return err
		}
		if state = code.State(q.Now()); state != StateOpen {
			return nil
		}
		_, err = tx.ExecContext(ctx, `UPDATE qr_code SET cancelled_at = $1 WHERE gateway = $2 AND uid = $3`,
			clock.MicrosOf(q.Now()), gateway, uid)
		return err
	})
	return state, err
}

// payEarly pays a code at the moment of its creation. The first pay call with that amount claims this payment.
func (q *Codes) payEarly(ctx context.Context, code Code) (paid Payment, err error) {
	paid = Payment{TxnNo: thaibank.TransactionNumber(q.Now()), Amount: code.Amount, PaidAt: q.Now()}.from(code)
	err = q.Write(ctx, func(ctx context.Context, tx *sql.Tx) error { return q.insertPayment(ctx, tx, code, paid, true) })
	return paid, err
}

// from returns a payment by the account that the wallet named with the code, if any.
func (p Payment) from(code Code) Payment {
	p.FromBank, p.FromAccount, _ = strings.Cut(code.Payer, " ")
	p.FromName = code.PayerName
	return p
}

// pay is POST /sandbox/bank/qr/{qrcodeId}/pay: money arrives by a code, whatever its state. A second call is a second
// payment. Without a named payer, it is the account that the wallet named with the code. A held payment is decided
// later; core.ErrState if the gateway holds none. told is closed when the wallet has accepted the callback; nil: there is none.
func (q *Codes) pay(
	ctx context.Context, uid string, amount *int64, paid Payment,
) (_ Payment, told <-chan struct{}, err error) {
	var code Code
	claimed := false
	paid.TxnNo, paid.PaidAt = thaibank.TransactionNumber(q.Now()), q.Now()
	err = q.Write(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		if code, err = findCode(ctx, tx, uid); err != nil {
			return err
		}
		if paid.Fate == FateHeld && !q.gateways[code.Gateway].Holds {
			return core.ErrState
		}
		if paid.Amount = code.Amount; amount != nil {
			paid.Amount = *amount
		}
		if paid.FromAccount == "" {
			paid = paid.from(code)
		}
		early, err := claimEarly(ctx, tx, code, paid.Amount)
		if err != nil || early != "" {
			paid.TxnNo, claimed = early, true
			return err
		}
		return q.insertPayment(ctx, tx, code, paid, false)
	})
	if err == nil && !claimed {
		told = q.Notify(q.gateways[code.Gateway].Callback(code, paid))
	}
	return paid, told, err
}

// claimEarly claims an early payment of that amount that nobody has claimed yet, and returns its number.
func claimEarly(ctx context.Context, tx *sql.Tx, code Code, amount int64) (txnNo string, err error) {
	err = tx.QueryRowContext(ctx, `UPDATE qr_payment SET unclaimed = FALSE
		WHERE txn_no = (SELECT txn_no FROM qr_payment WHERE gateway = $1 AND uid = $2 AND amount = $3 AND unclaimed LIMIT 1)
		RETURNING txn_no`, code.Gateway, code.UID, amount).Scan(&txnNo)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return txnNo, err
}

func (q *Codes) insertPayment(ctx context.Context, tx *sql.Tx, code Code, paid Payment, unclaimed bool) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO qr_payment
		(txn_no, gateway, uid, amount, from_bank, from_account, from_name, unclaimed, paid_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		paid.TxnNo, code.Gateway, code.UID, paid.Amount, paid.FromBank, paid.FromAccount, paid.FromName, unclaimed,
		clock.MicrosOf(paid.PaidAt))
	if err == nil && paid.Fate != "" {
		err = setFate(ctx, tx, paid.TxnNo, paid.Fate, paid.PaidAt)
	}
	if store := q.gateways[code.Gateway].Paid; err == nil && store != nil {
		err = store(ctx, tx, code, paid)
	}
	return err
}

// Find reads a gateway's code with its payments; core.ErrNotFound if there is none.
func (q *Codes) Find(ctx context.Context, gateway, uid string) (Code, error) {
	return readCode(ctx, q.DB, gateway, uid)
}

const codeColumns = `gateway, uid, amount, payload, reference1, payer, payer_name, created_at, expires_at, cancelled_at`

func scanCode(row core.Row) (code Code, err error) {
	var createdAt, endsAt clock.Micros
	var cancelledAt sql.NullInt64
	err = row.Scan(&code.Gateway, &code.UID, &code.Amount, &code.Payload, &code.Reference1, &code.Payer, &code.PayerName,
		&createdAt, &endsAt, &cancelledAt)
	code.CreatedAt, code.EndsAt, code.Cancelled = createdAt.Time(), endsAt.Time(), cancelledAt.Valid
	return code, err
}

func readCode(ctx context.Context, q core.Querier, gateway, uid string) (Code, error) {
	query := `SELECT ` + codeColumns + ` FROM qr_code WHERE gateway = $1 AND uid = $2`
	code, err := scanCode(q.QueryRowContext(ctx, query, gateway, uid))
	if errors.Is(err, sql.ErrNoRows) {
		return code, core.ErrNotFound
	}
	if err != nil {
		return code, err
	}
	code.Payments, err = payments(ctx, q, gateway, uid)
	return code, err
}

// findCode reads the code of a reference, at any gateway: the wallet's references are unique among them.
func findCode(ctx context.Context, q core.Querier, uid string) (Code, error) {
	var gateway string
	err := q.QueryRowContext(ctx, `SELECT gateway FROM qr_code WHERE uid = $1 LIMIT 1`, uid).Scan(&gateway)
	if errors.Is(err, sql.ErrNoRows) {
		return Code{}, core.ErrNotFound
	}
	if err != nil {
		return Code{}, err
	}
	return readCode(ctx, q, gateway, uid)
}

func payments(ctx context.Context, q core.Querier, gateway, uid string) ([]Payment, error) {
	return core.Collect(ctx, q, scanPayment,
		`SELECT `+paymentColumns+` WHERE p.gateway = $1 AND p.uid = $2 ORDER BY p.paid_at, p.rowid`, gateway, uid)
}

const paymentColumns = `p.txn_no, p.amount, p.from_bank, p.from_account, p.from_name, p.paid_at,
	coalesce(f.fate, ''), coalesce(f.fated_at, p.paid_at)
	FROM qr_payment p LEFT JOIN qr_fate f ON f.txn_no = p.txn_no`

func scanPayment(row core.Row) (one Payment, err error) {
	var paidAt, fatedAt clock.Micros
	err = row.Scan(&one.TxnNo, &one.Amount, &one.FromBank, &one.FromAccount, &one.FromName, &paidAt, &one.Fate, &fatedAt)
	one.PaidAt, one.FatedAt = paidAt.Time(), fatedAt.Time()
	return one, err
}

// Latest returns the newest codes with their payments.
func (q *Codes) Latest(ctx context.Context, limit int) ([]Code, error) {
	return q.Search(ctx, "", limit)
}

// Search returns the newest codes whose reference, payer or amount in baht has a text in it, with their payments.
func (q *Codes) Search(ctx context.Context, text string, limit int) ([]Code, error) {
	list, err := core.Collect(ctx, q.DB, scanCode, `SELECT `+codeColumns+` FROM qr_code
		WHERE instr(lower(uid || ' ' || payer || ' ' || payer_name || ' ' || printf('%.2f', amount / 100.0)), lower($1)) > 0
		ORDER BY created_at DESC, rowid DESC LIMIT $2`, text, limit)
	for i := range list {
		if err != nil {
			break
		}
		list[i].Payments, err = payments(ctx, q.DB, list[i].Gateway, list[i].UID)
	}
	return list, err
}
