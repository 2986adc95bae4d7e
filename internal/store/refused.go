package store

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// notConnected says in one line why there is no connection to PostgreSQL. The texts are ours: a server's or driver's text may
// repeat a part of the address, which may be its password.
func notConnected(pc *pgx.ConnConfig, err error) error {
	at := "store: PostgreSQL at " + hosts(pc)
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		return fmt.Errorf("%s %s", at, refusal(pc, refused.Code))
	}
	return fmt.Errorf("%s %w", at, silence(err))
}

// refusal is the meaning of a server's answer that refuses the connection.
func refusal(pc *pgx.ConnConfig, code string) string {
	switch code {
	case "28P01":
		return fmt.Sprintf("refuses the password of the role %q", pc.User)
	case "28000":
		return fmt.Sprintf(
			"does not let the role %q in: it does not exist, or may not connect from here this way (pg_hba.conf)", pc.User)
	case "3D000":
		return fmt.Sprintf("has no database %q", pc.Database)
	case "42501":
		return fmt.Sprintf("does not let the role %q connect to the database %q", pc.User, pc.Database)
	case "42704", "22023":
		return "does not know a setting that the database URL has, or not its value"
	case "53300":
		return "has no connection left"
	case "57P03":
		return "is starting or stopping"
	}
	return fmt.Sprintf("refuses the connection (SQLSTATE %s)", code)
}

// silence is the reason why a server could not be reached at all.
func silence(err error) error {
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		return fmt.Errorf("does not answer: %w", number)
	}
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		return fmt.Errorf("does not answer: %s", dns.Err)
	}
	_, unverified := errors.AsType[*tls.CertificateVerificationError](err)
	_, other := errors.AsType[x509.UnknownAuthorityError](err)
	switch {
	case errors.Is(err, context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded):
		return errors.New("does not answer in time")
	case errors.Is(err, context.Canceled):
		return context.Canceled
	case unverified || other:
		return errors.New("has a certificate that can't be verified (sslmode, sslrootcert)")
	case errors.Is(err, pgconn.ErrReadOnlyConnection), errors.Is(err, pgconn.ErrReadWriteConnection),
		errors.Is(err, pgconn.ErrPrimaryConnection), errors.Is(err, pgconn.ErrStandbyConnection):
		return errors.New("is not of the kind that target_session_attrs asks for")
	case strings.Contains(err.Error(), "refused TLS"):
		return errors.New("does not offer TLS, which sslmode asks for")
	}
	return errors.New("does not answer as PostgreSQL does")
}
