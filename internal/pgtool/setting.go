package pgtool

import (
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/jackc/pgservicefile"
	"github.com/jackc/pgx/v5"

	"krapao/internal/store"
)

// handed lists the settings that libpq knows beside hosts, role and database. The driver sends others to the server as they are
// (a statement_timeout, a search_path); they are for a node's sessions, and these programs set their own.
var handed = []string{
	"application_name", "channel_binding", "connect_timeout", "gssencmode", "krbsrvname", "max_protocol_version",
	"min_protocol_version", "options", "require_auth", "sslcert", "sslcertmode", "sslkey", "sslmode", "sslnegotiation",
	"sslpassword", "sslrootcert", "sslsni",
	"target_session_attrs",
}

// resolve returns the meaning of an address, as the driver understands it. Hosts, role and database include those of a service,
// the environment and a password file. Other settings are those in the address or its service; the programs read the
// environment themselves.
func resolve(databaseURL string) (map[string]string, error) {
	pc, err := store.ParsePostgres(databaseURL)
	if err != nil {
		return nil, err
	}
	written, err := explicit(databaseURL)
	if err != nil {
		return nil, err
	}
	from, err := fromService(written)
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for _, name := range handed {
		if value, there := from[name]; there {
			all[name] = value
		}
		if value, there := written[name]; there {
			all[name] = value
		}
	}
	trustSystem(all)
	all["host"], all["port"] = endpoints(pc)
	for name, value := range map[string]string{"user": pc.User, "password": pc.Password, "dbname": pc.Database} {
		if value != "" {
			all[name] = value
		}
	}
	return all, nil
}

// bundles lists the files where systems keep the certificates that they trust.
var bundles = []string{
	"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
}

// trustSystem names the system's certificates if the address names none to verify the server with. The driver uses them by
// itself; libpq needs a file, and knows the word "system" only since version 16.
func trustSystem(all map[string]string) {
	mode, root := all["sslmode"], all["sslrootcert"]
	if mode == "" {
		mode = os.Getenv("PGSSLMODE")
	}
	if root == "" {
		root = os.Getenv("PGSSLROOTCERT")
	}
	if root == "system" {
		all["sslmode"] = "verify-full"
	} else if root != "" || !strings.HasPrefix(mode, "verify-") || exists(ownRoot()) {
		return
	}
	for _, bundle := range append([]string{os.Getenv("SSL_CERT_FILE")}, bundles...) {
		if exists(bundle) {
			all["sslrootcert"] = bundle
			return
		}
	}
}

// ownRoot is the file that libpq and the driver read by default.
func ownRoot() string {
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, ".postgresql", "root.crt")
}

func exists(file string) bool {
	_, err := os.Stat(file) //nolint:gosec // the operator's own setting
	return file != "" && err == nil
}

// endpoints lists hosts and their ports, each host once: the driver repeats a host for each mode of TLS that it would try.
func endpoints(pc *pgx.ConnConfig) (hosts, ports string) {
	host, port := []string{pc.Host}, []string{strconv.Itoa(int(pc.Port))}
	for _, f := range pc.Fallbacks {
		last, next := len(host)-1, strconv.Itoa(int(f.Port))
		if host[last] != f.Host || port[last] != next {
			host, port = append(host, f.Host), append(port, next)
		}
	}
	return strings.Join(host, ","), strings.Join(port, ",")
}

// explicit returns the settings that an address names: in a URL those of its query.
func explicit(databaseURL string) (map[string]string, error) {
	if !strings.Contains(databaseURL, "://") {
		return pairs(databaseURL)
	}
	all := map[string]string{}
	_, query, _ := strings.Cut(databaseURL, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, errors.New("the database URL: its query cannot be read") // the error's own text repeats it
	}
	for name := range values {
		all[name] = values[name][len(values[name])-1]
	}
	if all["ssl"] == "true" {
		all["sslmode"] = "require"
	}
	return all, nil
}

// pairs parses key=value settings: a value ends with a space, or is in single quotes; a backslash escapes the next character.
// The driver has parsed the same text before, so an invalid one never comes here.
func pairs(text string) (map[string]string, error) {
	all := map[string]string{}
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		name, rest, found := strings.Cut(text, "=")
		if !found {
			return nil, errors.New("the database URL: its settings can't be parsed")
		}
		value, after := value(strings.TrimLeft(rest, " \t\r\n\f\v"))
		all[strings.TrimSpace(name)] = value
		text = after
	}
	return all, nil
}

// value parses one value at the beginning of a text.
func value(text string) (value, rest string) {
	quoted := strings.HasPrefix(text, "'")
	if quoted {
		text = text[1:]
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
		case quoted && c == '\'', !quoted && strings.IndexByte(" \t\r\n\f\v", c) >= 0:
			return b.String(), text[i+1:]
		case c != '\\':
			b.WriteByte(c)
		}
	}
	return b.String(), ""
}

// fromService returns the settings of the service that the address or the environment names.
func fromService(written map[string]string) (map[string]string, error) {
	name := written["service"]
	if name == "" {
		name = os.Getenv("PGSERVICE")
	}
	if name == "" {
		return nil, nil
	}
	path := written["servicefile"]
	if path == "" {
		path = os.Getenv("PGSERVICEFILE")
	}
	if home, err := os.UserHomeDir(); path == "" && err == nil {
		path = filepath.Join(home, ".pg_service.conf")
	}
	file, err := pgservicefile.ReadServicefile(path)
	if err != nil {
		return nil, errors.New("the database URL: its service file cannot be read: " + path)
	}
	found, err := file.GetService(name)
	if err != nil {
		return nil, errors.New("the database URL: its service is not in " + path)
	}
	return found.Settings, nil
}
