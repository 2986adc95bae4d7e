package store

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/netip"
	"regexp"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

// ErrAddress means that the database address can't be parsed. No error repeats any part of an address: a part that
// can't be parsed may be, or hold, its password.
var ErrAddress = errors.New("store: the database URL must be empty, sqlite:PATH, postgres://... or host=H user=U dbname=D")

// setting is the beginning of an address in the other form, without a scheme: key=value.
var setting = regexp.MustCompile(`^\s*[A-Za-z_]+\s*=`)

// Postgres reports whether the configuration means PostgreSQL, in either form of its addresses.
func (c Config) Postgres() bool { return postgresURL(c.URL) || setting.MatchString(c.URL) }

func postgresURL(url string) bool {
	return strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://")
}

// ParsePostgres reads an address as libpq does, with the PG... variables of the environment and service files.
func ParsePostgres(url string) (*pgx.ConnConfig, error) {
	if mislaidPassword(url) {
		return nil, errors.New("store: the database URL has an @ outside of its user and password: " +
			"write /, ?, # and @ in a password as %2F, %3F, %23 and %40")
	}
	pc, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, unreadable(err)
	}
	return pc, nil
}

// mislaidPassword reports whether a URL's password has a character that ends it. The rest of it would be taken for a host or a
// database, whose names appear in logs.
func mislaidPassword(url string) bool {
	if !postgresURL(url) {
		return false
	}
	_, rest, _ := strings.Cut(url, "://")
	if end := strings.IndexAny(rest, "@/"); end >= 0 && rest[end] == '@' {
		rest = rest[end+1:]
	}
	return strings.Contains(rest, "@")
}

// unreadableFor maps pgx's reasons to our texts, which repeat nothing of the address.
var unreadableFor = map[string]string{
	"invalid port":                         "its port is no number",
	"could not match":                      "it has neither one port nor one for each host",
	"failed to configure TLS":              "its TLS settings can't be used",
	"failed to read service":               "its service can't be read",
	"unknown target_session_attrs value":   "its target_session_attrs is unknown",
	"invalid connect_timeout":              "its connect_timeout is no number",
	"unknown channel_binding value":        "its channel_binding is unknown",
	"invalid sslcertmode":                  "its sslcertmode is unknown",
	"invalid require_auth":                 "its require_auth is unknown",
	"failed to parse as URL":               "it is no URL",
	"failed to parse as keyword/value":     "its key=value settings can't be parsed: a value with spaces needs quotes",
	"min_protocol_version cannot be great": "its protocol versions exclude each other",
}

// unreadable returns what is wrong with an address without repeating any of it. Only the file that a TLS setting names is named.
func unreadable(err error) error {
	text := err.Error()
	reason := "it cannot be read"
	if at := strings.LastIndex(text, "`: "); at >= 0 {
		for begins, says := range unreadableFor {
			if strings.HasPrefix(text[at+len("`: "):], begins) {
				reason = says
			}
		}
	}
	if file, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("store: the database URL: %s: %s: %w", reason, file.Path, file.Err)
	}
	return fmt.Errorf("store: the database URL: %s", reason)
}

// hosts lists the servers of an address, each once, as one line.
func hosts(pc *pgx.ConnConfig) string {
	all := []string{endpoint(pc.Host, pc.Port)}
	for _, f := range pc.Fallbacks {
		if next := endpoint(f.Host, f.Port); next != all[len(all)-1] {
			all = append(all, next)
		}
	}
	return strings.Join(all, ", ")
}

func endpoint(host string, port uint16) string {
	if socket(host) {
		return host
	}
	return net.JoinHostPort(host, strconv.Itoa(int(port)))
}

// socket reports whether a host is a directory with a Unix socket.
func socket(host string) bool { return strings.HasPrefix(host, "/") || strings.HasPrefix(host, "@") }

// here reports whether a host is this machine, which is reached without a network.
func here(host string) bool {
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return socket(host) || strings.EqualFold(host, "localhost") || err == nil && ip.Unmap().IsLoopback()
}

// PlainHosts lists the servers on a network to which a connection without TLS is allowed, even if TLS is tried first.
func PlainHosts(pc *pgx.ConnConfig) []string {
	var plain []string
	if pc.TLSConfig == nil && !here(pc.Host) {
		plain = append(plain, pc.Host)
	}
	for _, f := range pc.Fallbacks {
		if f.TLSConfig == nil && !here(f.Host) {
			plain = append(plain, f.Host)
		}
	}
	return plain
}
