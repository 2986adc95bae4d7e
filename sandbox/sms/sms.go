// Package sms is the SMS gateway, and the phone on which its messages arrive.
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
	"krapao/sandbox/core"
)

//go:embed sms.sql
var tables string

// codeLife is how long a code can be verified.
const codeLife = 5 * time.Minute

// mostTries is how many wrong codes the gateway itself allows; the wallet's own limit is lower.
const mostTries = 10

// phoneForm is what the gateway delivers to: Thai numbers, and any other with a country code (Laos).
var phoneForm = regexp.MustCompile(`^\+?[0-9]{6,15}$`)

// Message is a message on the phone page and in GET /sandbox/sms.
type Message struct {
	Phone string    `json:"phone"`
	Text  string    `json:"text"`
	Code  string    `json:"code"`
	Ref   string    `json:"ref"`
	At    time.Time `json:"at"`
}

// targetName is the target of the gateway's faults.
const targetName = "sms"

// Credentials go into the body of each call of the Message gateway.
type Credentials struct{ Key, Secret string }

// gateway is the Message gateway with the phones that its messages reach.
type gateway struct {
	*core.Frame
	known Credentials
}

// New is the SMS gateway for one customer.
func New(f *core.Frame, known Credentials) core.Protocol {
	g := &gateway{f, known}
	return core.Protocol{
		Name: "sms", Tables: tables, Targets: []core.Target{{Name: targetName, Op: opOf}}, Doors: []core.Door{{Name: "phone", Dye: "indigo"}},
		Routes: []core.Route{
			core.Handle("POST /sms"+wire.PathRequest, g.handleRequest),
			core.Handle("POST /sms"+wire.PathVerify, g.handleVerify),
			core.Handle("GET /sandbox/sms", g.handleList),
			core.Handle("GET /phone", g.pagePhone),
		},
	}
}

// opOf is the operation that a fault means: sending creates the code, and verifying is the only question.
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
			token, localPhone(msisdn), text, code, refno, core.Micros(g.Now()))
		return err
	})
	if err != nil {
		return g.Broken("sms", err)
	}
	return core.OK(wire.RequestReply{Status: wire.StatusSuccess, Token: token, Refno: refno})
}

// handleVerify checks a code. The right code may be asked about again: whether it counts twice is the wallet's business.
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
		Target: targetName, Op: core.OpVerify, Ref: in.Token, Refuse: refusal(wire.MessageBadPin), NotFound: refusal(wire.MessageBadToken),
		Apply: func(ctx context.Context) core.Reply { return g.check(ctx, in.Token, in.Pin) },
	})
}

func (g *gateway) check(ctx context.Context, token, pin string) core.Reply {
	var answer core.Reply
	err := g.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var code string
		var wrong, sentAt int64
		err := tx.QueryRowContext(ctx, `SELECT code, wrong, sent_at FROM sms WHERE token = $1`, token).Scan(&code, &wrong, &sentAt)
		switch {
		case errors.Is(err, sql.ErrNoRows) || err == nil && wrong >= mostTries:
			answer = refusal(wire.MessageBadToken)
			return nil
		case err != nil:
			return err
		case g.Now().Sub(core.Instant(sentAt)) >= codeLife:
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

// handleList is GET /sandbox/sms: the newest 50 messages, of one phone where it is named.
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
		var sentAt int64
		err := row.Scan(&one.Phone, &one.Text, &one.Code, &one.Ref, &sentAt)
		one.At = core.Instant(sentAt)
		return one, err
	}, `SELECT phone, text, code, refno, sent_at FROM sms WHERE $1 = '' OR phone = $1 ORDER BY sent_at DESC, rowid DESC LIMIT 50`, phone)
}

// read reads a body.
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
	return core.Reply{Status: http.StatusBadRequest, Body: wire.Refusal{Code: http.StatusBadRequest, Errors: []wire.RefusalError{{Message: text}}}}
}

// localPhone is a number as it stands on the phone: +66812345678 is 0812345678, and a Lao number that its owner writes
// without the trunk's zero (2055123456) has it.
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
