// Package mail tells a mailbox of the house's people what happened, behind the port notice.Target: by SMTP, to the server by
// which the house sends its mail.
//
// Promises:
//   - Nothing is said over a connection without TLS: smtp:// demands STARTTLS, smtps:// begins with it.
//   - What the server has accepted is told, whatever happens to the connection afterwards. A 5xx to the mailbox or to the
//     message refuses it for good. After anything else nobody knows, so it is sent again: a 4xx, a wrong password, silence.
//   - A message has the same Message-ID and the same date each time it is sent.
//   - No error text contains a secret, a mailbox, or what the server wrote.
package mail

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/wneessen/go-mail"

	"krapao/connect/outbound"
	"krapao/notice"
)

// Config says which server sends to which mailbox.
type Config struct {
	// URL is smtp://host:587 or smtps://host:465; the port may be left out.
	URL string
	// User and Password are the house's at the server; both empty: it asks for none.
	User, Password string
	// From is the house's address, To the mailbox that is told.
	From, To string
	// Certificate is in PEM who signs for the server; empty: whom this machine trusts.
	Certificate string
	Language    notice.Language
	Outbound    outbound.Settings
}

// Target is the adapter. It is safe for concurrent use.
type Target struct {
	host     string
	from, to *netmail.Address
	language notice.Language
	wire     wire
	options  []mail.Option
	measure  func(outbound.Ended, time.Duration)
}

var _ notice.Target = (*Target)(nil)

// longest is how long a message may take at most.
const longest = 15 * time.Second

// New makes the adapter. It connects to nobody.
func New(c Config) (*Target, error) {
	t := &Target{language: c.Language, measure: c.Outbound.Measure}
	if t.measure == nil {
		t.measure = func(outbound.Ended, time.Duration) {}
	}
	address, err := url.Parse(c.URL)
	if err != nil || address.Hostname() == "" || address.Scheme != "smtp" && address.Scheme != "smtps" {
		return nil, errors.New("the address is smtp://host or smtps://host")
	}
	t.host = address.Hostname()
	port, err := portOf(address)
	if err != nil {
		return nil, err
	}
	if t.from, err = netmail.ParseAddress(c.From); err != nil {
		return nil, errors.New("from is no address of mail")
	}
	if t.to, err = netmail.ParseAddress(c.To); err != nil {
		return nil, errors.New("to is no address of mail")
	}
	if (c.User == "") != (c.Password == "") {
		return nil, errors.New("user and password go together")
	}
	if t.wire, err = wireOf(c, t.host, address.Scheme == "smtps"); err != nil {
		return nil, err
	}
	t.options = t.wire.options(port)
	if c.User != "" {
		t.options = append(t.options,
			mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover), mail.WithUsername(c.User), mail.WithPassword(c.Password))
	}
	_, err = mail.NewClient(t.host, t.options...)
	return t, err
}

// portOf is the address's port: 587 and 465 are those of mail that a program hands in.
func portOf(address *url.URL) (int, error) {
	switch {
	case address.Port() != "":
		return strconv.Atoi(address.Port())
	case address.Scheme == "smtps":
		return mail.DefaultPortSSL, nil
	}
	return mail.DefaultPortTLS, nil
}

// wireOf is how the server is reached.
func wireOf(c Config, host string, tlsFirst bool) (wire, error) {
	w := wire{
		dial: c.Outbound.Dial, patience: c.Outbound.Timeout, tlsFirst: tlsFirst,
		tls: &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12},
	}
	if w.dial == nil {
		w.dial = (&net.Dialer{Timeout: 5 * time.Second}).DialContext
	}
	if w.patience <= 0 || w.patience > longest {
		w.patience = longest
	}
	if c.Certificate != "" {
		w.tls.RootCAs = x509.NewCertPool()
		if !w.tls.RootCAs.AppendCertsFromPEM([]byte(c.Certificate)) {
			return wire{}, errors.New("certificate is none in PEM")
		}
	}
	return w, nil
}

// Send implements notice.Target.
func (t *Target) Send(ctx context.Context, m notice.Message) error {
	letter, err := t.letter(m)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, t.wire.patience)
	defer cancel()
	client, err := mail.NewClient(t.host, append(t.options, mail.WithDialContextFunc(t.wire.within(ctx)))...)
	if err != nil {
		return errors.New("mail: the settings can't be used")
	}
	began := time.Now()
	err = client.DialAndSendWithContext(ctx, letter)
	if letter.IsDelivered() { // what is said after that changes nothing
		err = nil
	}
	ended, said := said(ctx, err)
	t.measure(ended, time.Since(began))
	return said
}

// letter is a notice as a letter: its first line is the subject. Machines that answer letters are asked not to.
func (t *Target) letter(m notice.Message) (*mail.Msg, error) {
	letter := mail.NewMsg()
	if err := errors.Join(letter.From(t.from.String()), letter.To(t.to.String())); err != nil {
		return nil, errors.New("mail: from or to can't be used")
	}
	text := m.Text(t.language)
	subject, _, _ := strings.Cut(text, "\n")
	letter.Subject(subject)
	letter.SetMessageIDWithValue(m.ID + "@" + t.from.Address[strings.LastIndexByte(t.from.Address, '@')+1:])
	letter.SetDateWithValue(m.At.UTC())
	letter.SetGenHeader("Auto-Submitted", "auto-generated")
	letter.SetUserAgent("Krapao")
	letter.SetBodyString(mail.TypeTextPlain, text+"\n")
	return letter, nil
}

// late reports whether a sending's time is over. The connection ends at that instant, too, and may be the first to say so.
func late(ctx context.Context) bool {
	end, has := ctx.Deadline()
	return ctx.Err() != nil || has && !time.Now().Before(end)
}

// said is what became of a letter, in words of our own: the library's name the mailbox.
func said(ctx context.Context, err error) (outbound.Ended, error) {
	var sending *mail.SendError
	switch {
	case err == nil:
		return outbound.Done, nil
	case late(ctx):
		return outbound.Unknown, errors.New("mail: no answer in time")
	case errors.As(err, &sending):
		return saidOf(sending)
	}
	return outbound.NotSent, notBegun(err)
}

// forGood are the steps at which a 5xx is about this letter or its mailbox, and not about the house.
var forGood = map[mail.SendErrReason]bool{mail.ErrSMTPRcptTo: true, mail.ErrSMTPData: true, mail.ErrSMTPDataClose: true}

func saidOf(e *mail.SendError) (outbound.Ended, error) {
	code := e.ErrorCode()
	says := strings.TrimSpace(fmt.Sprintf("SMTP %d %s", code, e.EnhancedStatusCode()))
	switch {
	case code >= 500 && forGood[e.Reason]:
		return outbound.Refused, fmt.Errorf("mail: %s: %w", says, notice.ErrRefused)
	case code != 0:
		return outbound.Unknown, fmt.Errorf("mail: %s", says)
	}
	return outbound.Unknown, errors.New("mail: no answer")
}
