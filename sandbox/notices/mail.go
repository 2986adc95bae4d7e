package notices

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"io"
	"log/slog"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/http"
	"net/mail"
	"strings"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"krapao/sandbox/core"
)

// Host is the mail server's name, which its certificate has beside this machine's.
const Host = "mail.sandbox.test"

// MailServer takes the mail of one house, on a listener of its own.
type MailServer struct {
	smtp *smtp.Server
	// Certificate is who signs for it, in PEM: itself.
	Certificate string
}

// mailServer makes the server of the house's mail. It listens once Serve is called.
func (n *receivers) mailServer() (*MailServer, error) {
	own, certificate, err := identity()
	if err != nil {
		return nil, err
	}
	server := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &mailSession{receivers: n, conn: c}, nil
	}))
	server.Domain, server.TLSConfig = Host, own
	server.MaxMessageBytes, server.MaxRecipients = core.MaxBody, 1
	server.ReadTimeout, server.WriteTimeout = time.Minute, time.Minute
	server.ErrorLog = slog.NewLogLogger(n.Log.Handler(), slog.LevelDebug)
	return &MailServer{server, certificate}, nil
}

// Serve takes mail on a listener until Close, with TLS from the beginning or by STARTTLS.
func (m *MailServer) Serve(l net.Listener, tlsFirst bool) error {
	if tlsFirst {
		l = tls.NewListener(l, m.smtp.TLSConfig)
	}
	return m.smtp.Serve(l)
}

// Close ends the listener and all its connections.
func (m *MailServer) Close() error {
	if err := m.smtp.Close(); !errors.Is(err, smtp.ErrServerClosed) {
		return err
	}
	return nil
}

// mailSession is one connection.
type mailSession struct {
	*receivers

	conn     *smtp.Conn
	signedIn bool
}

// AuthMechanisms implements smtp.AuthSession.
func (s *mailSession) AuthMechanisms() []string { return []string{sasl.Plain} }

// Auth implements smtp.AuthSession.
func (s *mailSession) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != s.known.MailUser || !core.SecretsEqual(password, s.known.MailPassword) {
			return smtp.ErrAuthFailed
		}
		s.signedIn = true
		return nil
	}), nil
}

// Mail implements smtp.Session.
func (s *mailSession) Mail(string, *smtp.MailOptions) error {
	if !s.signedIn {
		return smtp.ErrAuthRequired
	}
	return nil
}

// Rcpt implements smtp.Session: there is one mailbox.
func (s *mailSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	if !strings.EqualFold(to, s.known.Mailbox) {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "No such mailbox: " + to}
	}
	return nil
}

// Reset implements smtp.Session.
func (*mailSession) Reset() {}

// Logout implements smtp.Session.
func (*mailSession) Logout() error { return nil }

var errNoLetter = &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 6, 0}, Message: "Not a letter"}

// Data implements smtp.Session. A fault is applied as to every other call, and its answer put into SMTP's words: so there is one
// place that knows faults.
func (s *mailSession) Data(r io.Reader) error {
	one, err := letterOf(r)
	if err != nil {
		return errNoLetter
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	// A GET, since a call that a fault has down is answered with a status then, as a server that is busy does.
	call, err := http.NewRequestWithContext(ctx, http.MethodGet, "/", nil)
	if err != nil {
		return err
	}
	answer := &mailAnswer{header: http.Header{}}
	if cut := s.serve(answer, call, one); cut {
		_ = s.conn.Conn().Close()
		return nil
	}
	switch {
	case strings.HasPrefix(answer.header.Get("Content-Type"), "text/html"):
		_, _ = s.conn.Conn().Write(answer.body.Bytes()) // not the protocol
		_ = s.conn.Conn().Close()
		return nil
	case answer.status == http.StatusForbidden:
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: "Refused by policy"}
	case answer.status >= http.StatusBadRequest:
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 2}, Message: "Try again later"}
	}
	return nil
}

// serve takes a letter, unless a fault says otherwise; cut: there is no answer, and the connection ends.
func (s *mailSession) serve(w http.ResponseWriter, r *http.Request, one Received) (cut bool) {
	defer func() {
		switch ended := recover(); ended {
		case nil:
		case http.ErrAbortHandler:
			cut = true
		default:
			panic(ended)
		}
	}()
	s.take(w, r, core.No(http.StatusForbidden, "refused"), one)
	return false
}

// mailAnswer is an answer before it is put into SMTP's words.
type mailAnswer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (a *mailAnswer) Header() http.Header { return a.header }

// WriteHeader implements http.ResponseWriter.
func (a *mailAnswer) WriteHeader(status int) { a.status = status }

// Write implements http.ResponseWriter.
func (a *mailAnswer) Write(text []byte) (int, error) { return a.body.Write(text) }

// letterOf reads a letter: its subject, and its text.
func letterOf(r io.Reader) (one Received, err error) {
	letter, err := mail.ReadMessage(r)
	if err != nil {
		return one, err
	}
	id, _, found := strings.Cut(strings.Trim(letter.Header.Get("Message-Id"), "<>"), "@")
	subject, err := new(mime.WordDecoder).DecodeHeader(letter.Header.Get("Subject"))
	if err != nil || !found || letter.Header.Get("Date") == "" {
		return one, errors.Join(err, errNoLetter)
	}
	body := letter.Body
	switch strings.ToLower(letter.Header.Get("Content-Transfer-Encoding")) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	text, err := io.ReadAll(body)
	return Received{Kind: Mail, ID: id, Text: subject + "\n\n" + strings.TrimSpace(string(text))}, err
}
