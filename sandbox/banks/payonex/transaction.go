package payonex

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"krapao/connect/payment/payonex/wire"
	"krapao/internal/clock"
	"krapao/sandbox/banks/qr"
	"krapao/sandbox/core"
)

// handleTransaction reports the true state of one transaction.
func (g *gateway) handleTransaction(w http.ResponseWriter, r *http.Request) {
	if !g.read(w, r, nil) {
		return
	}
	uuid := r.PathValue("uuid")
	notFound := refusal(wire.CodeNotFound, "Transaction not found")
	g.Serve(w, r, core.Call{
		Target: g.target, Op: core.OpCheck, Ref: uuid, NotFound: notFound,
		Refuse: refusal(wire.CodeBlocked, "Merchant is blocked"),
		Apply: func(ctx context.Context) core.Reply {
			one, err := scanTransaction(g.DB.QueryRowContext(ctx, transactionQuery+` WHERE t.uuid = $1`, uuid))
			switch {
			case errors.Is(err, sql.ErrNoRows):
				return notFound
			case err != nil:
				return g.Broken("payonex transaction", err)
			}
			return success(one)
		},
	})
}

// handleList lists the transactions, newest first. filter is a status, a type or a customer's uuid.
func (g *gateway) handleList(w http.ResponseWriter, r *http.Request) {
	if !g.read(w, r, nil) {
		return
	}
	page, size := atLeastOne(r.FormValue(wire.QueryPage), 1), min(atLeastOne(r.FormValue(wire.QuerySize), 10), 100)
	filter := r.FormValue(wire.QueryFilter)
	g.Serve(w, r, core.Call{
		Target: g.target, Op: core.OpCheck, Refuse: refusal(wire.CodeBlocked, "Merchant is blocked"),
		NotFound: success(wire.Page{Data: []wire.Transaction{}}),
		Apply: func(ctx context.Context) core.Reply {
			list, err := g.list(ctx, page, size, filter)
			if err != nil {
				return g.Broken("payonex list", err)
			}
			return success(list)
		},
	})
}

func (g *gateway) list(ctx context.Context, page, size int64, filter string) (list wire.Page, err error) {
	// All transactions are deposits, so filtering by that type changes nothing.
	where, args := ``, []any{}
	if filter != "" && filter != wire.TypeDeposit {
		where, args = ` WHERE t.customer = $1`, []any{filter}
	}
	if err := g.DB.QueryRowContext(ctx, `SELECT count(*) FROM payonex_transaction t`+where, args...).Scan(&list.Count); err != nil {
		return list, err
	}
	list.TotalPages = (list.Count + size - 1) / size
	paging := ` ORDER BY t.id DESC LIMIT ` + strconv.FormatInt(size, 10) + ` OFFSET ` + strconv.FormatInt((page-1)*size, 10)
	list.Data, err = core.Collect(ctx, g.DB, scanTransaction, transactionQuery+where+paging, args...)
	return list, err
}

func atLeastOne(text string, otherwise int64) int64 {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 1 {
		return otherwise
	}
	return n
}

const transactionQuery = `SELECT t.uuid, t.reference, t.customer, t.created_at,
	coalesce(p.txn_no, ''), coalesce(p.amount, t.amount),
	coalesce(p.from_bank, ''), coalesce(p.from_account, ''), coalesce(p.from_name, ''),
	coalesce(f.fate, ''), coalesce(f.fated_at, p.paid_at, t.created_at)
	FROM payonex_transaction t LEFT JOIN qr_payment p ON p.txn_no = t.txn_no LEFT JOIN qr_fate f ON f.txn_no = t.txn_no`

func scanTransaction(row core.Row) (t wire.Transaction, err error) {
	var paid qr.Payment
	var createdAt, updatedAt clock.Micros
	err = row.Scan(&t.UUID, &t.ReferenceID, &t.CustomerUUID, &createdAt, &paid.TxnNo, &paid.Amount,
		&paid.FromBank, &paid.FromAccount, &paid.FromName, &paid.Fate, &updatedAt)
	if err != nil {
		return t, err
	}
	t.Type, t.Currency, t.Status = wire.TypeDeposit, wire.CurrencyBaht, statusOf(paid)
	t.Amount, t.Fee = core.BahtNumber(paid.Amount), feeNumber(paid.Amount)
	t.SettleAmount = core.BahtNumber(paid.Amount - feeOf(paid.Amount))
	t.AccountName, t.BankCode, t.AccountNo = paid.FromName, paid.FromBank, paid.FromAccount
	t.MerchantOrderID, t.PlatformOrderID = strings.ToUpper(strings.ReplaceAll(t.UUID, "-", "")), paid.TxnNo
	t.CreatedAt, t.UpdatedAt = createdAt.Time().UnixMilli(), updatedAt.Time().UnixMilli()
	return t, nil
}

// statusOf is the gateway's status of a payment.
func statusOf(paid qr.Payment) string {
	if paid.TxnNo == "" {
		return wire.StatusProcessing
	}
	return map[string]string{
		"": wire.StatusSuccess, qr.FateSettled: wire.StatusSuccess, qr.FateHeld: wire.StatusOnHold,
		qr.FateRejected: wire.StatusRejected,
		qr.FateReturned: wire.StatusRefunded, qr.FateReversed: wire.StatusRefunded,
	}[paid.Fate]
}

// feeOf is the gateway's fee of 1.6 percent.
func feeOf(satang int64) int64 { return satang * 16 / 1000 }

func feeNumber(satang int64) json.Number { return core.BahtNumber(feeOf(satang)) }

// callback notifies the wallet of a payment, or of a change to one. It is not signed.
func (g *gateway) callback(code qr.Code, paid qr.Payment) core.Callback {
	one, err := scanTransaction(g.DB.QueryRowContext(context.Background(), transactionQuery+` WHERE t.txn_no = $1`, paid.TxnNo))
	if err != nil {
		g.Log.Error("sandbox: payonex webhook", "err", err) // it is sent without its number, and is refused
	}
	write := func(uuid string, satang int64) func(time.Time) core.Payload {
		data, err := json.Marshal(wire.Webhook{
			UUID: uuid, CustomerUUID: one.CustomerUUID, ChannelName: "SANDBOX", MerchantOrderID: one.MerchantOrderID,
			PlatformOrderID: paid.TxnNo, AccountName: paid.FromName, BankCode: paid.FromBank, AccountNo: paid.FromAccount,
			Amount: core.BahtNumber(satang), Fee: feeNumber(satang), SettleAmount: core.BahtNumber(satang - feeOf(satang)),
			Type: wire.TypeDeposit, Status: statusOf(paid), ReferenceID: code.UID,
		})
		if err != nil {
			panic(err) // our own structs always marshal
		}
		body := wire.Envelope{Success: true, Message: "successfully", Code: wire.CodeOK, Data: data}
		return func(time.Time) core.Payload { return core.JSONPayload(body) }
	}
	return core.Callback{
		Target: g.target, Path: "/hooks/payonex",
		Payload: write(one.UUID, paid.Amount),
		Forged:  write(randomUUID(), paid.Amount*10), // ten times the money, under a number that does not exist
		Old:     write(randomUUID(), paid.Amount),    // another payment's webhook, for this code
	}
}
