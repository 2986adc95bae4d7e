// Package banks is the banks of the outside: transfers between accounts with their slips, the statement feed of the
// wallet's own accounts, and the bank's page. DemoAccounts are the wallet's accounts. Transfers to them count as bankIn
// of the totals, are in the feed, and are what SlipOK takes for the shop's own.
//
// Packages below it are one system each: the QR codes (qr) with their gateways (kbank, payonex, signed), the payout
// bank, the verifiers of slips, and TrueMoney's vouchers.
package banks

import (
	"context"
	"database/sql"
	_ "embed" // bank.sql
	"errors"
	"fmt"
	"slices"
	"time"

	"krapao/internal/clock"
	"krapao/sandbox/banks/payout"
	"krapao/sandbox/banks/qr"
	"krapao/sandbox/banks/thaibank"
	"krapao/sandbox/core"
)

//go:embed bank.sql
var tables string

// Account is one of the wallet's own accounts at a bank, which knows the owner because it opened the account. Money
// that reaches it counts as bankIn of the totals, and becomes a line of the feed.
type Account struct {
	// Bank is its letter code, Number digits only.
	Bank, Number string
	// Name is the owner's name by the bank.
	Name string
}

// DemoAccounts are the wallet's bank accounts in the demo's content (cmd/krapao/demo/deposit.json).
func DemoAccounts() []Account {
	return []Account{
		{Bank: "SCB", Number: "4068123456", Name: "บจก. กระเป๋า เดโม"},
		{Bank: "KTB", Number: "9831234567", Name: "KRAPAO DEMO CO LTD"},
		{Bank: "KBANK", Number: "0481234567", Name: "บจก. กระเป๋า เดโม"},
	}
}

// Bank is every bank but the gateways' and the payout bank: transfers between accounts, and their slips.
type Bank struct {
	*core.Frame
	Accounts Accounts
	codes    *qr.Codes
	payouts  *payout.Payouts
	feed     *Feed
}

// New returns the banks. Protocol returns their routes.
func New(f *core.Frame, accounts Accounts, q *qr.Codes, p *payout.Payouts, feed *Feed) *Bank {
	return &Bank{f, accounts, q, p, feed}
}

// Accounts are the wallet's own accounts.
type Accounts []Account

// Own returns the wallet's account of that number.
func (all Accounts) Own(bank, number string) (Account, bool) {
	at := slices.IndexFunc(all, func(a Account) bool { return a.Bank == bank && a.Number == number })
	if at < 0 {
		return Account{}, false
	}
	return all[at], true
}

// Holder is an account and its owner.
type Holder struct{ Bank, Account, Name string }

// Transfer is money that went from one bank account to another.
type Transfer struct {
	Ref      string // the sending bank's reference
	From, To Holder
	// Biller is the merchant's number if a QR code was paid.
	Biller string
	Amount int64     // satang
	SentAt time.Time // the bank's time
	MadeAt time.Time
	// Reversed: it was taken back.
	Reversed bool
}

// Kinds of statement lines.
const (
	lineCredit   = "credit"
	lineReversal = "reversal"
)

// makeTransfer moves money between two accounts. If it reaches one of the wallet's, its statement gets a line.
func (b *Bank) makeTransfer(ctx context.Context, t Transfer) (Transfer, error) {
	t.MadeAt = b.Now()
	if t.SentAt.IsZero() {
		t.SentAt = t.MadeAt
	}
	err := b.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var err error
		if t.Ref, err = enterTransfer(ctx, tx, t); err != nil {
			return err
		}
		if _, ours := b.Accounts.Own(t.To.Bank, t.To.Account); !ours {
			return nil
		}
		line := statementLine{ID: thaibank.TransactionNumber(t.SentAt), Kind: lineCredit, At: t.SentAt}
		return b.feed.addLine(ctx, tx, t, line)
	})
	return t, err
}

// mostDraws is how often a reference is drawn for one transfer. Even if half of a second's references are taken, only
// one in 2^64 transfers fails.
const mostDraws = 64

// enterTransfer stores a transfer and returns its reference. Some banks have few references per second (KBANK 600,000),
// so a drawn one may be taken: then another is drawn.
func enterTransfer(ctx context.Context, tx *sql.Tx, t Transfer) (ref string, err error) {
	for range mostDraws {
		ref = thaibank.Reference(t.From.Bank, t.SentAt)
		done, err := tx.ExecContext(ctx, `INSERT INTO bank_transfer
			(ref, from_bank, from_account, from_name, to_bank, to_account, amount, sent_at, made_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (ref) DO NOTHING`,
			ref, t.From.Bank, t.From.Account, t.From.Name, t.To.Bank, t.To.Account, t.Amount,
			clock.MicrosOf(t.SentAt), clock.MicrosOf(t.MadeAt))
		if err != nil {
			return "", err
		}
		if entered, err := done.RowsAffected(); err != nil || entered == 1 {
			return ref, err
		}
	}
	return "", fmt.Errorf("%s has no reference left for %s", t.From.Bank, t.SentAt)
}

// reverseTransfer takes a transfer back. A second time changes nothing; core.ErrNotFound if no transfer has the
// reference.
func (b *Bank) reverseTransfer(ctx context.Context, ref string) error {
	return b.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		t, err := b.readTransfer(ctx, tx, ref)
		if err != nil || t.Reversed {
			return err
		}
		reverse := `UPDATE bank_transfer SET reversed_at = $1 WHERE ref = $2`
		if _, err := tx.ExecContext(ctx, reverse, clock.MicrosOf(b.Now()), ref); err != nil {
			return err
		}
		var credit string
		err = tx.QueryRowContext(ctx, `SELECT id FROM bank_line WHERE transfer = $1 AND kind = $2`, ref, lineCredit).Scan(&credit)
		if errors.Is(err, sql.ErrNoRows) {
			return nil // it went to somebody else's account
		}
		if err != nil {
			return err
		}
		return b.feed.addLine(ctx, tx, t, statementLine{
			ID: thaibank.TransactionNumber(b.Now()), Kind: lineReversal, Reverses: credit, At: b.Now(),
		})
	})
}

const transferColumns = `ref, from_bank, from_account, from_name, to_bank, to_account, amount, sent_at, made_at,
	reversed_at IS NOT NULL`

func (b *Bank) scanTransfer(row core.Row) (t Transfer, err error) {
	var sentAt, madeAt clock.Micros
	err = row.Scan(&t.Ref, &t.From.Bank, &t.From.Account, &t.From.Name, &t.To.Bank, &t.To.Account, &t.Amount,
		&sentAt, &madeAt, &t.Reversed)
	t.SentAt, t.MadeAt = sentAt.Time(), madeAt.Time()
	if account, ours := b.Accounts.Own(t.To.Bank, t.To.Account); ours {
		t.To.Name = account.Name
	}
	return t, err
}

// readTransfer reads a transfer by its reference; core.ErrNotFound if there is none.
func (b *Bank) readTransfer(ctx context.Context, q core.Querier, ref string) (Transfer, error) {
	t, err := b.scanTransfer(q.QueryRowContext(ctx, `SELECT `+transferColumns+` FROM bank_transfer WHERE ref = $1`, ref))
	if errors.Is(err, sql.ErrNoRows) {
		return t, core.ErrNotFound
	}
	return t, err
}

func (b *Bank) latestTransfers(ctx context.Context, limit int) ([]Transfer, error) {
	return core.Collect(ctx, b.DB, b.scanTransfer,
		`SELECT `+transferColumns+` FROM bank_transfer ORDER BY made_at DESC, rowid DESC LIMIT $1`, limit)
}

// Moved reads the transfer of a slip: a transfer between accounts, or a payment of a QR code, for which a bank's app
// also shows a slip. The receiver of a payment is the merchant behind the code.
func (b *Bank) Moved(ctx context.Context, ref string) (Transfer, error) {
	t, err := b.readTransfer(ctx, b.DB, ref)
	if !errors.Is(err, core.ErrNotFound) {
		return t, err
	}
	code, paid, err := qr.FindPayment(ctx, b.DB, ref)
	if err != nil {
		return t, err
	}
	t = Transfer{
		Ref: ref, From: Holder{paid.FromBank, paid.FromAccount, paid.FromName}, To: b.merchant(code.Gateway), Biller: qr.Biller,
		Amount: paid.Amount, SentAt: paid.PaidAt, MadeAt: paid.PaidAt, Reversed: !paid.Arrived(),
	}
	if t.From.Bank == "" {
		t.From.Bank = unnamedBank // the payer is not named: assume the bank that issued the code
	}
	return t, nil
}

// unnamedBank is the bank of payers and merchants that have no account here.
const unnamedBank = "KBANK"

// merchant returns the account behind a gateway's codes: the wallet's own one at that bank, or one of the gateway's.
func (b *Bank) merchant(gateway string) Holder {
	for _, a := range b.Accounts {
		if a.Bank == gateway {
			return Holder{a.Bank, a.Number, a.Name}
		}
	}
	return Holder{Bank: unnamedBank, Account: "7002" + qr.Biller[9:], Name: gateway + " GATEWAY CO LTD"}
}

// sum adds the totals of the wallet's accounts, by "SCB 4068123456".
func (b *Bank) sum(ctx context.Context, q core.Querier, into *core.Totals) error {
	for _, a := range b.Accounts {
		var one core.AccountTotals
		err := q.QueryRowContext(ctx, `SELECT
			coalesce(sum(CASE WHEN to_bank = $1 AND to_account = $2 THEN amount ELSE 0 END), 0),
			coalesce(sum(CASE WHEN to_bank = $1 AND to_account = $2 AND reversed_at IS NOT NULL THEN amount ELSE 0 END), 0),
			coalesce(sum(CASE WHEN from_bank = $1 AND from_account = $2 AND reversed_at IS NULL THEN amount ELSE 0 END), 0)
			FROM bank_transfer`, a.Bank, a.Number).Scan(&one.In, &one.Reversed, &one.Out)
		if err != nil {
			return err
		}
		into.Banks[a.Bank+" "+a.Number] = one
		into.BankIn += one.In
		into.Reversed += one.Reversed
	}
	return nil
}
