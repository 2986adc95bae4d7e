// Package payout is the bank that pays members: orders, their states, and the name inquiry.
package payout

import (
	"context"
	"database/sql"
	_ "embed" // payout.sql
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"time"

	"krapao/connect/payout/wire"
	"krapao/internal/clock"
	"krapao/sandbox/banks/thaibank"
	"krapao/sandbox/core"
)

//go:embed payout.sql
var tables string

const targetName = "payout"

var (
	refForm  = regexp.MustCompile(`^[A-Za-z0-9]{1,35}$`)
	bankForm = regexp.MustCompile(`^[A-Z]{2,12}$`)
)

// Credentials identify the payer and sign both ways.
type Credentials struct{ Key, Secret string }

// Payouts is the bank that pays members.
type Payouts struct {
	*core.Frame
	known Credentials
}

// New returns the payout bank of one payer.
func New(f *core.Frame, known Credentials) *Payouts { return &Payouts{f, known} }

// Protocol returns the payout bank's routes and fault target.
func (p *Payouts) Protocol() core.Protocol {
	return core.Protocol{
		Name: "payouts", Tables: tables, Sum: p.sum, Settle: p.settleDue,
		Targets: []core.Target{{Name: targetName, Op: opOf, Callbacks: core.CallbackModes}},
		Routes: []core.Route{
			core.Handle("POST /payout"+wire.PathPayouts, p.handleOrder),
			core.Handle("GET /payout"+wire.PathPayouts+"/{ref}", p.handleCheck),
			core.Handle("POST /payout"+wire.PathInquiry, p.handleInquiry),
			core.Handle("GET /sandbox/payouts", p.handleList),
			core.Control(p.Frame, "POST /sandbox/payouts/{ref}", p.handleDecide),
			core.Control(p.Frame, "POST /sandbox/payouts/auto", p.handleAuto),
		},
	}
}

// opOf is the operation that a fault means: an order creates a payout and moves its money, and the name inquiry can be
// denied separately.
func opOf(op, mode string) string {
	switch {
	case op == core.OpVerify:
		return core.OpVerify
	case op == core.OpCreate && mode != core.ModeNotFound:
		return core.OpMove
	}
	return core.CommonOp(op, mode)
}

// sum adds the money that reached members' banks and stayed there.
func (p *Payouts) sum(ctx context.Context, q core.Querier, into *core.Totals) error {
	return q.QueryRowContext(ctx, `SELECT coalesce(sum(amount), 0) FROM payout WHERE state = $1`, wire.StateSettled).
		Scan(&into.PayoutsSettled)
}

// handleOrder accepts an order. A repeated order is answered with the payout's present state and pays nothing.
func (p *Payouts) handleOrder(w http.ResponseWriter, r *http.Request) {
	var in wire.Order
	if !p.read(w, r, &in) {
		return
	}
	amount, err := core.ParseDecimal(in.Amount, core.BahtPlaces)
	switch {
	case !refForm.MatchString(in.Ref) || err != nil || amount <= 0:
		p.Answer(w, refusal(http.StatusBadRequest, wire.CodeBadRequest))
		return
	case !bankForm.MatchString(in.BankCode) || !thaibank.AccountForm.MatchString(in.AccountNo) || in.AccountName == "":
		p.Answer(w, refusal(http.StatusUnprocessableEntity, wire.CodeInvalidAccount))
		return
	}
	p.Serve(w, r, core.Call{
		Target: targetName, Op: core.OpMove,
		Refuse:   refusal(http.StatusUnprocessableEntity, wire.CodeRefused),
		NotFound: refusal(http.StatusNotFound, wire.CodeNotFound),
		Apply:    func(ctx context.Context) core.Reply { return p.takeOrder(ctx, in, amount) },
	})
}

func (p *Payouts) takeOrder(ctx context.Context, in wire.Order, amount int64) core.Reply {
	in.Amount = core.FormatDecimal(amount, core.BahtPlaces, core.BahtPlaces)
	payout := wire.Payout{
		Order: in, BankRef: thaibank.TransactionNumber(p.Now()), State: wire.StateAccepted,
		CreatedAt: p.Now(), UpdatedAt: p.Now(),
	}
	known := false
	err := p.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		switch earlier, err := find(ctx, tx, in.Ref); {
		case err == nil:
			payout, known = earlier, true
			return nil
		case !errors.Is(err, core.ErrNotFound):
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO payout
			(ref, bank_ref, bank_code, account_no, account_name, amount, state, reason, created_at, updated_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, '', $8, $8)`,
			in.Ref, payout.BankRef, in.BankCode, in.AccountNo, in.AccountName, amount, payout.State, clock.MicrosOf(payout.CreatedAt))
		return err
	})
	switch {
	case err != nil:
		return p.Broken("payout", err)
	case known && payout.Order != in:
		return refusal(http.StatusConflict, wire.CodeRefConflict)
	case known || p.Faults.Callback(targetName, true).Mode == "":
		return core.OK(payout)
	}
	return p.settleEarly(ctx, payout)
}

// settleEarly is the early_callback fault: the payout is settled and the wallet notified before the order is answered.
func (p *Payouts) settleEarly(ctx context.Context, accepted wire.Payout) core.Reply {
	settled, _, err := p.move(ctx, accepted.Ref, wire.StateSettled, "")
	if err != nil {
		return p.Broken("payout", err)
	}
	p.NotifyFirst(ctx, p.callback(settled))
	return core.OK(accepted)
}

// handleCheck answers by reference.
func (p *Payouts) handleCheck(w http.ResponseWriter, r *http.Request) {
	if !p.read(w, r, nil) {
		return
	}
	ref := r.PathValue("ref")
	notFound := refusal(http.StatusNotFound, wire.CodeNotFound)
	p.Serve(w, r, core.Call{
		Target: targetName, Op: core.OpCheck, Ref: ref, NotFound: notFound,
		Refuse: refusal(http.StatusForbidden, wire.CodeRefused),
		Apply: func(ctx context.Context) core.Reply {
			payout, err := find(ctx, p.DB, ref)
			switch {
			case errors.Is(err, core.ErrNotFound):
				return notFound
			case err != nil:
				return p.Broken("payout check", err)
			}
			return core.OK(payout)
		},
	})
}

// handleInquiry confirms the requested name, unless a fault says otherwise.
func (p *Payouts) handleInquiry(w http.ResponseWriter, r *http.Request) {
	var in wire.Inquiry
	if !p.read(w, r, &in) {
		return
	}
	if !bankForm.MatchString(in.BankCode) || !thaibank.AccountForm.MatchString(in.AccountNo) || in.AccountName == "" {
		p.Answer(w, refusal(http.StatusBadRequest, wire.CodeBadRequest))
		return
	}
	p.Serve(w, r, core.Call{
		Target: targetName, Op: core.OpVerify, Ref: in.BankCode + in.AccountNo,
		Refuse:   core.OK(wire.InquiryReply{Result: wire.ResultMismatch, AccountName: "SOMEBODY ELSE"}),
		NotFound: core.OK(wire.InquiryReply{Result: wire.ResultNoAccount}),
		Apply: func(context.Context) core.Reply {
			return core.OK(wire.InquiryReply{Result: wire.ResultMatch, AccountName: in.AccountName})
		},
	})
}

// callback notifies the wallet of a payout's state, signed.
func (p *Payouts) callback(payout wire.Payout) core.Callback {
	signed := func(secret string, payout wire.Payout, age time.Duration) func(time.Time) core.Payload {
		return func(at time.Time) core.Payload {
			at = at.Add(-age)
			l := core.JSONPayload(payout)
			l.Header = map[string]string{
				wire.HeaderKey:       p.known.Key,
				wire.HeaderTimestamp: wire.Timestamp(at),
				wire.HeaderSignature: wire.SignCallback(secret, at, l.Body),
			}
			return l
		}
	}
	lie := payout // it claims that the payout failed, and is signed without the secret
	lie.State, lie.Reason = wire.StateFailed, wire.CodeInvalidAccount
	return core.Callback{
		Target: targetName, Path: "/hooks/payout",
		Payload: signed(p.known.Secret, payout, 0),
		Forged:  signed("not the secret", lie, 0),
		Old:     signed(p.known.Secret, payout, 2*wire.Window),
	}
}

// read reads and authenticates a call; otherwise it answers and returns false.
func (p *Payouts) read(w http.ResponseWriter, r *http.Request, into any) bool {
	body, read := p.ReadBody(w, r)
	if !read {
		return false
	}
	path := strings.TrimPrefix(r.URL.EscapedPath(), "/payout")
	signature, timestamp := r.Header.Get(wire.HeaderSignature), r.Header.Get(wire.HeaderTimestamp)
	if !core.SecretsEqual(r.Header.Get(wire.HeaderKey), p.known.Key) ||
		!wire.Verify(p.known.Secret, signature, timestamp, p.Now(), r.Method, path, body) {
		p.Answer(w, refusal(http.StatusUnauthorized, wire.CodeBadSignature))
		return false
	}
	if into == nil {
		return true
	}
	if err := json.Unmarshal(body, into); err != nil {
		p.Answer(w, refusal(http.StatusBadRequest, wire.CodeBadRequest))
		return false
	}
	return true
}

func refusal(status int, code string) core.Reply {
	text := map[string]string{
		wire.CodeBadRequest:     "a field is missing or malformed",
		wire.CodeBadSignature:   "key, timestamp or signature is wrong",
		wire.CodeNotFound:       "no payout has this reference",
		wire.CodeRefConflict:    "the reference was used for another order",
		wire.CodeInvalidAccount: "there is no such account",
		wire.CodeRefused:        "the bank refuses",
	}[code]
	return core.Reply{Status: status, Body: wire.Refusal{Code: code, Message: text}}
}

const columns = `ref, bank_ref, bank_code, account_no, account_name, amount, state, reason, created_at, updated_at`

func scan(row core.Row) (p wire.Payout, err error) {
	var amount int64
	var createdAt, updatedAt clock.Micros
	err = row.Scan(&p.Ref, &p.BankRef, &p.BankCode, &p.AccountNo, &p.AccountName, &amount, &p.State, &p.Reason,
		&createdAt, &updatedAt)
	p.Amount = core.FormatDecimal(amount, core.BahtPlaces, core.BahtPlaces)
	p.CreatedAt, p.UpdatedAt = createdAt.Time(), updatedAt.Time()
	return p, err
}

func find(ctx context.Context, q core.Querier, ref string) (wire.Payout, error) {
	p, err := scan(q.QueryRowContext(ctx, `SELECT `+columns+` FROM payout WHERE ref = $1`, ref))
	if errors.Is(err, sql.ErrNoRows) {
		return p, core.ErrNotFound
	}
	return p, err
}

// Latest returns the newest payouts.
func (p *Payouts) Latest(ctx context.Context, limit int) ([]wire.Payout, error) {
	return core.Collect(ctx, p.DB, scan, `SELECT `+columns+` FROM payout ORDER BY created_at DESC, rowid DESC LIMIT $1`, limit)
}
