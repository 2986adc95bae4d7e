package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"time"

	"github.com/wneessen/go-mail"
)

// wire is how a server is reached.
type wire struct {
	dial     func(ctx context.Context, network, address string) (net.Conn, error)
	patience time.Duration
	tls      *tls.Config
	// tlsFirst: TLS begins before a word is said; otherwise with STARTTLS.
	tlsFirst bool
}

// options are the client's. A connection that began with TLS offers no STARTTLS, which is what "opportunistic" is for here: the
// library finds it encrypted.
func (w wire) options(port int) []mail.Option {
	policy := mail.TLSMandatory
	if w.tlsFirst {
		policy = mail.TLSOpportunistic
	}
	return []mail.Option{
		mail.WithPort(port), mail.WithTimeout(w.patience), mail.WithTLSConfig(w.tls), mail.WithTLSPolicy(policy),
		mail.WithoutNoop(), mail.WithoutRset(),
	}
}

// within makes connections that end with a context, whatever the library waits for.
func (w wire) within(ctx context.Context) mail.DialContextFunc {
	return func(dialing context.Context, network, address string) (net.Conn, error) {
		raw, err := w.dial(dialing, network, address)
		if err != nil {
			return nil, err
		}
		context.AfterFunc(ctx, func() { _ = raw.Close() })
		if !w.tlsFirst {
			return raw, nil
		}
		safe := tls.Client(raw, w.tls)
		if err := safe.HandshakeContext(dialing); err != nil {
			_ = raw.Close()
			return nil, err
		}
		return safe, nil
	}
}

// notBegun says why no letter was begun: not a word of it was said.
func notBegun(err error) error {
	var answered *textproto.Error
	var untrusted *tls.CertificateVerificationError
	var dial *net.OpError
	switch {
	case errors.As(err, &answered):
		return fmt.Errorf("mail: the server does not let the house in: SMTP %d", answered.Code)
	case errors.As(err, &untrusted):
		return errors.New("mail: the server's certificate is not trusted")
	case errors.As(err, &dial) && dial.Op == "dial":
		return errors.New("mail: no connection")
	}
	return errors.New("mail: the server does not speak as it should")
}
