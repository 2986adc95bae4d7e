package sandbox

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
)

//go:embed sms.sql
var smsTables string

// smsLife is how long a code can be verified.
const smsLife = 5 * time.Minute

// smsTries is how many wrong codes the gateway itself allows; the wallet's own limit is lower.
const smsTries = 10

// phoneForm is what the gateway delivers to: Thai numbers, and any other with a country code (Laos).
var phoneForm = regexp.MustCompile(`^\+?[0-9]{6,15}$`)

// SMS is a message on the phone page and in GET /sandbox/sms.
type SMS struct {
	Phone string    `json:"phone"`
	Text  string    `json:"text"`
	Code  string    `json:"code"`
	Ref   string    `json:"ref"`
	At    time.Time `json:"at"`
}

// smsTarget is the target of the gateway's faults.
const smsTarget = "sms"

// smsGateway is the SMS gateway with the phones that its messages reach.
type smsGateway struct {
	*frame
	known SMSCredentials
}

func newSMS(f *frame, known SMSCredentials) protocol {
	g := &smsGateway{f, known}
	return protocol{
		Name: "sms", Tables: smsTables, Targets: []target{{Name: smsTarget, Op: smsOp}}, Doors: []door{{"phone", "indigo"}},
		Routes: []route{
			handle("POST /sms"+wire.PathRequest, g.smsRequest),
			handle("POST /sms"+wire.PathVerify, g.smsVerify),
			handle("GET /sandbox/sms", g.smsList),
			handle("GET /phone", g.pagePhone),
		},
	}
}

// smsOp is the operation that a fault means: sending creates the code, and verifying is the only question.
func smsOp(op, mode string) string {
	switch {
	case mode == modeNotFound:
		return opVerify
	case op == opCreate:
		return opMove
	}
	return commonOp(op, mode)
}

// smsRequest sends a code.
func (g *smsGateway) smsRequest(w http.ResponseWriter, r *http.Request) {
	var in wire.Request
	if !g.readSMS(w, r, &in) {
		return
	}
	if !g.smsKnows(in.Key, in.Secret) {
		g.answer(w, smsRefusal(wire.MessageBadKey))
		return
	}
	if !phoneForm.MatchString(in.Msisdn) {
		g.answer(w, smsRefusal(wire.MessageBadMsisdn))
		return
	}
	g.serve(w, r, protocolCall{
		target: smsTarget, op: opMove, refuse: smsRefusal(wire.MessageNoDelivery), notFound: smsRefusal(wire.MessageBadToken),
		apply: func(ctx context.Context) reply { return g.sendSMS(ctx, in.Msisdn) },
	})
}

func (g *smsGateway) sendSMS(ctx context.Context, msisdn string) reply {
	code, refno, token := randomDigits(6), strings.ToUpper(randomText(5)), randomText(32)
	text := fmt.Sprintf("รหัส OTP ของคุณคือ %s (Ref: %s) ใช้ได้ภายใน 5 นาที ห้ามบอกผู้อื่น", code, refno)
	err := g.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO sms (token, phone, text, code, refno, sent_at) VALUES ($1, $2, $3, $4, $5, $6)`,
			token, localPhone(msisdn), text, code, refno, micros(g.now()))
		return err
	})
	if err != nil {
		return g.broken("sms", err)
	}
	return ok(wire.RequestReply{Status: wire.StatusSuccess, Token: token, Refno: refno})
}

// smsVerify checks a code. The right code may be asked about again: whether it counts twice is the wallet's business.
func (g *smsGateway) smsVerify(w http.ResponseWriter, r *http.Request) {
	var in wire.Verify
	if !g.readSMS(w, r, &in) {
		return
	}
	if !g.smsKnows(in.Key, in.Secret) {
		g.answer(w, smsRefusal(wire.MessageBadKey))
		return
	}
	g.serve(w, r, protocolCall{
		target: smsTarget, op: opVerify, ref: in.Token, refuse: smsRefusal(wire.MessageBadPin), notFound: smsRefusal(wire.MessageBadToken),
		apply: func(ctx context.Context) reply { return g.checkSMS(ctx, in.Token, in.Pin) },
	})
}

func (g *smsGateway) checkSMS(ctx context.Context, token, pin string) reply {
	var answer reply
	err := g.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var code string
		var wrong, sentAt int64
		err := tx.QueryRowContext(ctx, `SELECT code, wrong, sent_at FROM sms WHERE token = $1`, token).Scan(&code, &wrong, &sentAt)
		switch {
		case errors.Is(err, sql.ErrNoRows) || err == nil && wrong >= smsTries:
			answer = smsRefusal(wire.MessageBadToken)
			return nil
		case err != nil:
			return err
		case g.now().Sub(instant(sentAt)) >= smsLife:
			answer = smsRefusal(wire.MessageExpired)
			return nil
		case subtle.ConstantTimeCompare([]byte(code), []byte(pin)) == 1:
			answer = ok(wire.VerifyReply{Status: wire.StatusSuccess, Message: "Code is correct."})
			return nil
		}
		answer = smsRefusal(wire.MessageBadPin)
		_, err = tx.ExecContext(ctx, `UPDATE sms SET wrong = wrong + 1 WHERE token = $1`, token)
		return err
	})
	if err != nil {
		return g.broken("sms verify", err)
	}
	return answer
}

// smsList is GET /sandbox/sms: the newest 50 messages, of one phone where it is named.
func (g *smsGateway) smsList(w http.ResponseWriter, r *http.Request) {
	list, err := g.messages(r.Context(), r.URL.Query().Get("phone"))
	if err != nil {
		g.answer(w, g.broken("sms list", err))
		return
	}
	g.answer(w, ok(list))
}

func (g *smsGateway) messages(ctx context.Context, phone string) ([]SMS, error) {
	phone = localPhone(strings.ReplaceAll(phone, " ", "+")) // a bare + in a query is a space
	return collect(ctx, g.db, func(row scanner) (SMS, error) {
		var one SMS
		var sentAt int64
		err := row.Scan(&one.Phone, &one.Text, &one.Code, &one.Ref, &sentAt)
		one.At = instant(sentAt)
		return one, err
	}, `SELECT phone, text, code, refno, sent_at FROM sms WHERE $1 = '' OR phone = $1 ORDER BY sent_at DESC, rowid DESC LIMIT 50`, phone)
}

// readSMS reads a body.
func (g *smsGateway) readSMS(w http.ResponseWriter, r *http.Request, into any) bool {
	body, read := g.readBody(w, r)
	if !read {
		return false
	}
	if err := json.Unmarshal(body, into); err != nil {
		g.answer(w, smsRefusal("Invalid request body."))
		return false
	}
	return true
}

func (g *smsGateway) smsKnows(key, secret string) bool {
	return equal(key, g.known.Key) && equal(secret, g.known.Secret)
}

func smsRefusal(text string) reply {
	return reply{http.StatusBadRequest, wire.Refusal{Code: http.StatusBadRequest, Errors: []wire.RefusalError{{Message: text}}}}
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
