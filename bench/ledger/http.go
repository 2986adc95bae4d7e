package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"krapao/internal/httpapi"
	"krapao/internal/ratelimit"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/telemetry"
	"krapao/ledger"
	"krapao/lookup"
	"krapao/session"
)

// addHTTP adds the runs "http pg 64" and "http sqlite 64": the same transfers through the whole server, authenticated
// and with an Idempotency-Key each, without an outside call. The load generator is this program, on the same cores.
func (s *site) addHTTP(ctx context.Context, pg, lite *books) error {
	for _, b := range []*books{pg, lite} {
		w, err := s.serve(ctx, b)
		if err != nil {
			return fmt.Errorf("http: %w", err)
		}
		name := map[store.Engine]string{store.Postgres: "pg", store.SQLite: "sqlite"}[b.s.Engine()]
		s.add("http "+name+" 64", func(ctx context.Context, d time.Duration) (figures, error) {
			clients := make([]*client, 64)
			for n := range clients {
				c, err := w.dial()
				if err != nil {
					return figures{}, err
				}
				defer c.close()
				clients[n] = c
			}
			return drive(ctx, len(clients), false, d, func(_ context.Context, n int, o ledger.Order) error {
				return clients[n].move(w, o)
			})
		})
	}
	return nil
}

// web is a server on loopback, and tokens of some members.
type web struct {
	address string
	tokens  []string
}

const tokens = 1000

func (s *site) serve(ctx context.Context, b *books) (*web, error) {
	sessions := session.New(b.s, map[session.Audience]session.Subjects{session.Member: everybody{}})
	box, err := secret.FromMaster(make([]byte, secret.KeySize))
	if err != nil {
		return nil, err
	}
	server, err := httpapi.New(ctx, httpapi.Parts{
		Store: b.s, Ledger: b.l, Sessions: sessions, Lookup: lookup.New(b.s, lookup.Options{}), Calls: ratelimit.Off(),
		Limits: ratelimit.Defaults(), Metrics: telemetry.NewMetrics(), Log: slog.New(slog.DiscardHandler), Index: box.Index,
	})
	if err != nil {
		return nil, err
	}
	server.MeasureMoves()
	w := &web{}
	if err := b.s.Write(ctx, func(tx *store.Tx) error {
		w.tokens = nil
		for n := range tokens {
			token, err := sessions.OpenTx(ctx, tx, session.Opening{Audience: session.Member, Subject: member(n), Remembered: true})
			if err != nil {
				return err
			}
			w.tokens = append(w.tokens, token)
		}
		return nil
	}); err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	front := &http.Server{Handler: server.Handler(), ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = front.Serve(l) }()
	s.closers = append(s.closers, func() { _ = front.Close() })
	w.address = l.Addr().String()
	return w, nil
}

// everybody treats every member as one in good standing.
type everybody struct{}

func (everybody) Standing(context.Context, string) (session.Standing, error) {
	return session.Standing{Exists: true, Active: true}, nil
}

// client is one caller's kept connection. net/http's own client would take more of the processor than the server.
type client struct {
	conn net.Conn
	in   *bufio.Reader
}

func (w *web) dial() (*client, error) {
	conn, err := net.Dial("tcp", w.address)
	if err != nil {
		return nil, err
	}
	return &client{conn, bufio.NewReader(conn)}, nil
}

func (c *client) close() { _ = c.conn.Close() }

// move sends an order's transfer; of the payers only those with a token take part.
func (c *client) move(w *web, o ledger.Order) error {
	n := int(o.Key[0])<<8 | int(o.Key[1])
	body := fmt.Sprintf(`{"to":"%s","amount":%s}`, other(o.Credit, n%tokens), o.Amount)
	if _, err := fmt.Fprintf(c.conn, "POST /api/measure/move HTTP/1.1\r\nHost: %s\r\nX-Requested-With: wallet-user\r\n"+
		"Authorization: Bearer %s\r\nContent-Type: application/json\r\nIdempotency-Key: %s\r\nContent-Length: %d\r\n\r\n%s",
		w.address, w.tokens[n%tokens], o.Key, len(body), body); err != nil {
		return err
	}
	answer, err := http.ReadResponse(c.in, nil)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(answer.Body)
	_ = answer.Body.Close()
	if err != nil || answer.StatusCode != http.StatusOK {
		return fmt.Errorf("answered %d: %s (%w)", answer.StatusCode, text, err)
	}
	return nil
}

// other is the member whose wallet is credited, never the payer itself.
func other(credit ledger.Account, payer int) string {
	to := strings.Split(string(credit), ":")[1]
	if to == member(payer) {
		return "M" + strconv.Itoa(payer+1)
	}
	return to
}
