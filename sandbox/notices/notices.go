// Package notices is where a house is told what happened: a system with signed webhooks, chat groups of LINE and Slack, and a
// mailbox. It has a page that shows what came.
package notices

import (
	"context"
	"database/sql"
	_ "embed" // notices.sql
	"encoding/json"
	"net/http"
	"strings"
	"time"

	chatwire "krapao/connect/notice/chat/wire"
	"krapao/connect/notice/webhook/wire"
	"krapao/internal/clock"
	"krapao/sandbox/core"
)

//go:embed notices.sql
var tables string

// Credentials are what the receivers expect.
type Credentials struct {
	// Secret signs webhooks. Token and Group are LINE's, Hook is the secret part of the address of Slack's shape.
	Secret, Token, Group, Hook string
	// MailUser and MailPassword are the house's at the server of mail, Mailbox whom it writes to.
	MailUser, MailPassword, Mailbox string
}

// The kinds of receivers. Each is the fault target notice:{kind}.
const (
	Webhook = "webhook"
	Line    = "line"
	Slack   = "slack"
	Mail    = "mail"
)

// Kinds are all of them.
var Kinds = []string{Webhook, Line, Slack, Mail}

const targetName = "notice"

// Received is a notice that came.
type Received struct {
	Kind  string `json:"kind"`
	ID    string `json:"id"`
	Event string `json:"event"`
	Text  string `json:"text"`
	// Times is how often it came. Who knows it by its ID takes it once.
	Times int64     `json:"times"`
	At    time.Time `json:"at"`
}

// receivers are all systems that are told.
type receivers struct {
	*core.Frame
	known Credentials
}

// New returns the receivers of one house, and the server that takes its mail.
func New(f *core.Frame, known Credentials) (core.Protocol, *MailServer, error) {
	n := &receivers{f, known}
	server, err := n.mailServer()
	return n.protocol(), server, err
}

func (n *receivers) protocol() core.Protocol {
	targets := []core.Target{{Name: targetName, Op: opOf, Unasked: true}}
	for _, kind := range Kinds {
		targets = append(targets, core.Target{Name: targetName + ":" + kind, Op: opOf, Unasked: true})
	}
	return core.Protocol{
		Name: "notices", Tables: tables, Targets: targets, Menu: []core.MenuEntry{{Name: "notices", Dye: "orchid"}},
		Routes: []core.Route{
			core.Handle("POST /notices/webhook", n.handleWebhook),
			core.Handle("POST /notices/line"+chatwire.PathPush, n.handleLine),
			core.Handle("POST /notices/slack/{hook}", n.handleSlack),
			core.Handle("GET /sandbox/notices", n.handleList),
			core.Handle("GET /notices", n.pageNotices),
		},
	}
}

// opOf: there is one call.
func opOf(string, string) string { return core.OpMove }

// handleWebhook takes a signed webhook. One whose signature is not right is refused, and may come again.
func (n *receivers) handleWebhook(w http.ResponseWriter, r *http.Request) {
	body, read := n.ReadBody(w, r)
	if !read {
		return
	}
	id := r.Header.Get(wire.HeaderID)
	key, err := wire.Key(n.known.Secret)
	if err != nil || id == "" || !wire.Verify(
		key, id, r.Header.Get(wire.HeaderTimestamp), r.Header.Get(wire.HeaderSignature), n.Now(), body,
	) {
		n.Answer(w, core.No(http.StatusUnauthorized, "the signature is not the message's"))
		return
	}
	var m wire.Body
	if err := json.Unmarshal(body, &m); err != nil {
		n.Answer(w, core.No(http.StatusBadRequest, "not a webhook"))
		return
	}
	got := Received{Kind: Webhook, ID: id, Event: m.Type, Text: string(body)}
	n.take(w, r, core.No(http.StatusGone, "nobody is here any more"), got)
}

// handleLine takes a message to LINE's group.
func (n *receivers) handleLine(w http.ResponseWriter, r *http.Request) {
	body, read := n.ReadBody(w, r)
	if !read {
		return
	}
	if !core.SecretsEqual(r.Header.Get("Authorization"), "Bearer "+n.known.Token) {
		n.Answer(w, core.No(http.StatusUnauthorized, "Authentication failed."))
		return
	}
	var m chatwire.Push
	if err := json.Unmarshal(body, &m); err != nil || m.To != n.known.Group || len(m.Messages) != 1 {
		n.Answer(w, core.No(http.StatusBadRequest, "The request body has 1 error(s)."))
		return
	}
	n.take(w, r, core.No(http.StatusForbidden, "Not available for this group"), Received{
		Kind: Line, ID: r.Header.Get(chatwire.HeaderRetryKey), Text: m.Messages[0].Text,
	})
}

// handleSlack takes a message of Slack's shape.
func (n *receivers) handleSlack(w http.ResponseWriter, r *http.Request) {
	body, read := n.ReadBody(w, r)
	if !read {
		return
	}
	var m chatwire.Hook
	if !core.SecretsEqual(r.PathValue("hook"), n.known.Hook) || json.Unmarshal(body, &m) != nil || strings.TrimSpace(m.Text) == "" {
		n.Answer(w, core.No(http.StatusNotFound, "no_service"))
		return
	}
	n.take(w, r, core.No(http.StatusNotFound, "no_service"), Received{Kind: Slack, ID: core.RandomText(20), Text: m.Text})
}

// take takes a message, unless a fault says otherwise.
func (n *receivers) take(w http.ResponseWriter, r *http.Request, refusal core.Reply, one Received) {
	n.Serve(w, r, core.Call{
		Target: targetName + ":" + one.Kind, Op: core.OpMove, Refuse: refusal,
		Apply: func(ctx context.Context) core.Reply {
			had, err := n.keep(ctx, one)
			switch {
			case err != nil:
				return n.Broken("notice", err)
			case had && one.Kind == Line:
				return core.No(http.StatusConflict, "The retry key is already accepted")
			}
			return core.OK(struct{}{})
		},
	})
}

// keep keeps a message, and reports whether it came before.
func (n *receivers) keep(ctx context.Context, one Received) (had bool, err error) {
	err = n.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var times int64
		err := tx.QueryRowContext(ctx, `INSERT INTO notice (kind, id, event, text, times, at) VALUES ($1, $2, $3, $4, 1, $5)
			ON CONFLICT (kind, id) DO UPDATE SET times = notice.times + 1 RETURNING times`,
			one.Kind, one.ID, one.Event, one.Text, clock.MicrosOf(n.Now())).Scan(&times)
		had = times > 1
		return err
	})
	return had, err
}

// handleList is GET /sandbox/notices: the newest 100.
func (n *receivers) handleList(w http.ResponseWriter, r *http.Request) {
	list, err := n.newest(r.Context())
	if err != nil {
		n.Answer(w, n.Broken("notices", err))
		return
	}
	n.Answer(w, core.OK(list))
}

func (n *receivers) newest(ctx context.Context) ([]Received, error) {
	return core.Collect(ctx, n.DB, func(row core.Row) (Received, error) {
		var one Received
		var at clock.Micros
		err := row.Scan(&one.Kind, &one.ID, &one.Event, &one.Text, &one.Times, &at)
		one.At = at.Time()
		return one, err
	}, `SELECT kind, id, event, text, times, at FROM notice ORDER BY at DESC, rowid DESC LIMIT 100`)
}
