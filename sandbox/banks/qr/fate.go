package qr

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"krapao/internal/clock"
	"krapao/sandbox/core"
)

// fates are the fates that a payment can get, by its present one.
var fates = map[string][]string{
	"":           {FateReversed},
	FateHeld:     {FateSettled, FateRejected},
	FateSettled:  {FateReversed},
	FateRejected: {FateReturned},
}

// Reverse is POST /sandbox/bank/reverse {ref} for a payment of a code: it takes the payment back, and its gateway
// notifies the wallet. A second time changes nothing. core.ErrNotFound if no code's payment has this number,
// core.ErrState if it can't be taken back.
func (q *Codes) Reverse(ctx context.Context, ref string) error {
	return q.changeFate(ctx, ref, func(now string) string {
		if now == FateRejected || now == FateReturned {
			return FateReturned
		}
		return FateReversed
	})
}

// decide ends a held payment.
func (q *Codes) decide(ctx context.Context, ref string, accept bool) error {
	return q.changeFate(ctx, ref, func(string) string {
		if accept {
			return FateSettled
		}
		return FateRejected
	})
}

// changeFate gives a payment the fate that become returns, and notifies the wallet of a change.
func (q *Codes) changeFate(ctx context.Context, ref string, become func(now string) string) error {
	var code Code
	var paid Payment
	changed := false
	err := q.Write(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		if code, paid, err = FindPayment(ctx, tx, ref); err != nil {
			return err
		}
		fate := become(paid.Fate)
		switch {
		case fate == paid.Fate:
			return nil
		case !slices.Contains(fates[paid.Fate], fate):
			return core.ErrState
		}
		changed = true
		paid.Fate, paid.FatedAt = fate, q.Now()
		return setFate(ctx, tx, ref, fate, paid.FatedAt)
	})
	if err == nil && changed {
		q.Notify(q.gateways[code.Gateway].Callback(code, paid))
	}
	return err
}

func setFate(ctx context.Context, tx *sql.Tx, txnNo, fate string, at time.Time) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO qr_fate (txn_no, fate, fated_at) VALUES ($1, $2, $3)
		ON CONFLICT (txn_no) DO UPDATE SET fate = excluded.fate, fated_at = excluded.fated_at`, txnNo, fate, clock.MicrosOf(at))
	return err
}

// FindPayment reads a payment by the bank's number, with its code; core.ErrNotFound if there is none.
func FindPayment(ctx context.Context, q core.Querier, txnNo string) (code Code, paid Payment, err error) {
	var gateway, uid string
	err = q.QueryRowContext(ctx, `SELECT gateway, uid FROM qr_payment WHERE txn_no = $1`, txnNo).Scan(&gateway, &uid)
	if errors.Is(err, sql.ErrNoRows) {
		return code, paid, core.ErrNotFound
	}
	if err != nil {
		return code, paid, err
	}
	if code, err = readCode(ctx, q, gateway, uid); err != nil {
		return code, paid, err
	}
	paid = code.Payments[slices.IndexFunc(code.Payments, func(p Payment) bool { return p.TxnNo == txnNo })]
	return code, paid, nil
}

// sum adds each gateway's totals. A held or rejected payment has not arrived.
func (q *Codes) sum(ctx context.Context, db core.Querier, into *core.Totals) error {
	for gateway := range q.gateways {
		into.Gateways[gateway] = core.AccountTotals{}
	}
	_, err := core.Collect(ctx, db, func(row core.Row) (struct{}, error) {
		var gateway string
		var one core.AccountTotals
		err := row.Scan(&gateway, &one.In, &one.Reversed)
		into.Gateways[gateway] = one
		into.QRIn += one.In
		into.Reversed += one.Reversed
		return struct{}{}, err
	}, `SELECT p.gateway,
		sum(CASE WHEN f.fate IS NULL OR f.fate IN ($1, $2) THEN p.amount ELSE 0 END),
		sum(CASE WHEN f.fate = $2 THEN p.amount ELSE 0 END)
		FROM qr_payment p LEFT JOIN qr_fate f ON f.txn_no = p.txn_no GROUP BY p.gateway`, FateSettled, FateReversed)
	return err
}
