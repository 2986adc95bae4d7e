// Package sms is the SMS gateway, and the phone that receives its messages.
package sms

import (
	"context"
	"crypto/subtle"
	"database/sql"
	_ "embed" // sms.sql
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"krapao/connect/sms/thaibulk/wire"
	"krapao/internal/clock"
	"krapao/sandbox/core"
)

//go:embed sms.sql
var tables string

// codeLife is how long a code is valid.
const codeLife = 5 * time.Minute

// mostTries is how many wrong codes the gateway itself allows; the wallet's own limit is lower.
const mostTries = 10

// phoneForm is the form of numbers that the gateway delivers to: Thai ones, and any other with a country code (Laos).
var phoneForm = regexp.MustCompile(`^\+?[0-9]{6,15}$`)

// Message is a message on the phone page and in GET /sandbox/sms.
type Message struct {
	Phone string    `json:"phone"`
	Text  string    `json:"text"`
	Code  string    `json:"code"`
	Ref   string    `json:"ref"`
	At    time.Time `json:"at"`
}

// targetName is the fault target of the gateway.
const targetName = "sms"

// Credentials are in the body of each call of the gateway.
type Credentials struct{ Key, Secret string }

// gateway is the SMS gateway with the phones that it reaches.
type gateway struct {
	*core.Frame
	known Credentials
}

// New returns the SMS gateway for one customer.
func New(f *core.Frame, known Credentials) core.Protocol {
	g := &gateway{f, known}
	return core.Protocol{
		Name: "sms", Tables: tables, Targets: []core.Target{{Name: targetName, Op: opOf}},
		Menu: []core.MenuEntry{{Name: "phone", Dye: "indigo"}},
		Routes: []core.Route{
			core.Handle("POST /sms"+wire.PathRequest, g.handleRequest),
			core.Handle("POST /sms"+wire.PathVerify, g.handleVerify),
			core.Handle("GET /sandbox/sms", g.handleList),
			core.Handle("GET /phone", g.pagePhone),
		},
	}
}

// opOf is the operation that a fault means: sending creates the code, and verifying is the only inquiry.
func opOf(op, mode string) string {
	switch {
	case mode == core.ModeNotFound:
		return core.OpVerify
	case op == core.OpCreate:
		return core.OpMove
	}
	return core.CommonOp(op, mode)
}

// handleRequest sends a code.
func (g *gateway) handleRequest(w http.ResponseWriter, r *http.Request) {
	var in wire.Request
	if !g.read(w, r, &in) {
		return
	}
	if !g.authenticates(in.Key, in.Secret) {
		g.Answer(w, refusal(wire.MessageBadKey))
		return
	}
	if !phoneForm.MatchString(in.Msisdn) {
		g.Answer(w, refusal(wire.MessageBadMsisdn))
		return
	}
	g.Serve(w, r, core.Call{
		Target: targetName, Op: core.OpMove, Refuse: refusal(wire.MessageNoDelivery), NotFound: refusal(wire.MessageBadToken),
		Apply: func(ctx context.Context) core.Reply { return g.send(ctx, in.Msisdn) },
	})
}

func (g *gateway) send(ctx context.Context, msisdn string) core.Reply {
	code, refno, token := core.RandomDigits(6), strings.ToUpper(core.RandomText(5)), core.RandomText(32)
	text := fmt.Sprintf("รหัส OTP ของคุณคือ %s (Ref: %s) ใช้ได้ภายใน 5 นาที ห้ามบอกผู้อื่น", code, refno)
	err := g.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO sms (token, phone, text, code, refno, sent_at) VALUES ($1, $2, $3, $4, $5, $6)`,
			token, localPhone(msisdn), text, code, refno, clock.MicrosOf(g.Now()))
		return err
	})
	if err != nil {
		return g.Broken("sms", err)
	}
	return core.OK(wire.RequestReply{Status: wire.StatusSuccess, Token: token, Refno: refno})
}

// handleVerify checks a code. The right code may be verified again: whether it counts twice is the wallet's decision.
func (g *gateway) handleVerify(w http.ResponseWriter, r *http.Request) {
	var in wire.Verify
	if !g.read(w, r, &in) {
		return
	}
	if !g.authenticates(in.Key, in.Secret) {
		g.Answer(w, refusal(wire.MessageBadKey))
		return
	}
	g.Serve(w, r, core.Call{
		Target: targetName, Op: core.OpVerify, Ref: in.Token,
		Refuse: refusal(wire.MessageBadPin), NotFound: refusal(wire.MessageBadToken),
		Apply: func(ctx context.Context) core.Reply { return g.check(ctx, in.Token, in.Pin) },
	})
}

func (g *gateway) check(ctx context.Context, token, pin string) core.Reply {
	var answer core.Reply
	err := g.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var code string
		var wrong int64
		var sentAt clock.Micros
		err := tx.QueryRowContext(ctx, `SELECT code, wrong, sent_at FROM sms WHERE token = $1`, token).Scan(&code, &wrong, &sentAt)
		switch {
		case errors.Is(err, sql.ErrNoRows) || err == nil && wrong >= mostTries:
			answer = refusal(wire.MessageBadToken)
			return nil
		case err != nil:
			return err
		case g.Now().Sub(sentAt.Time()) >= codeLife:
			answer = refusal(wire.MessageExpired)
			return nil
		case subtle.ConstantTimeCompare([]byte(code), []byte(pin)) == 1:
			answer = core.OK(wire.VerifyReply{Status: wire.StatusSuccess, Message: "Code is correct."})
			return nil
		}
		answer = refusal(wire.MessageBadPin)
		_, err = tx.ExecContext(ctx, `UPDATE sms SET wrong = wrong + 1 WHERE token = $1`, token)
		return err
	})
	if err != nil {
		return g.Broken("sms verify", err)
	}
	return answer
}

// handleList is GET /sandbox/sms: the newest 50 messages, of one phone if it is named.
func (g *gateway) handleList(w http.ResponseWriter, r *http.Request) {
	list, err := g.messages(r.Context(), r.URL.Query().Get("phone"))
	if err != nil {
		g.Answer(w, g.Broken("sms list", err))
		return
	}
	g.Answer(w, core.OK(list))
}

func (g *gateway) messages(ctx context.Context, phone string) ([]Message, error) {
	phone = localPhone(strings.ReplaceAll(phone, " ", "+")) // a bare + in a query is a space
	return core.Collect(ctx, g.DB, func(row core.Row) (Message, error) {
		var one Message
		var sentAt clock.Micros
		err := row.Scan(&one.Phone, &one.Text, &one.Code, &one.Ref, &sentAt)
		one.At = sentAt.Time()
		return one, err
	}, `SELECT phone, text, code, refno, sent_at FROM sms WHERE $1 = '' OR phone = $1
		ORDER BY sent_at DESC, rowid DESC LIMIT 50`, phone)
}

// read reads a body; otherwise it answers and returns false.
func (g *gateway) read(w http.ResponseWriter, r *http.Request, into any) bool {
	body, read := g.ReadBody(w, r)
	if !read {
		return false
	}
	if err := json.Unmarshal(body, into); err != nil {
		g.Answer(w, refusal("Invalid request body."))
		return false
	}
	return true
}

func (g *gateway) authenticates(key, secret string) bool {
	return core.SecretsEqual(key, g.known.Key) && core.SecretsEqual(secret, g.known.Secret)
}

func refusal(text string) core.Reply {
	return core.Reply{Status: http.StatusBadRequest, Body: wire.Refusal{
		Code: http.StatusBadRequest, Errors: []wire.RefusalError{{Message: text}},
	}}
}

// localPhone returns a number in the phone's local form: +66812345678 becomes 0812345678, and a Lao number without the
// leading zero (2055123456) gets it.
func localPhone(phone string) string {
	plain := strings.TrimPrefix(phone, "+")
	if rest, thai := strings.CutPrefix(plain, "66"); thai && len(rest) == 9 {
		return "0" + rest
	}
	if rest, lao := strings.CutPrefix(plain, "856"); lao && len(rest) >= 9 {
		return "0" + rest
	}
	if (len(plain) == 9 || len(plain) == 10) && plain[0] != '0' {
		return "0" + plain
	}
	return plain
}
