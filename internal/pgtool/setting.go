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

// handed are the settings that libpq knows beside who and where. Others, which the driver sends to the server as they are (a
// statement_timeout, a search_path), are about a node's sessions, and these programs set their own.
var handed = []string{
	"application_name", "channel_binding", "connect_timeout", "gssencmode", "krbsrvname", "max_protocol_version", "min_protocol_version",
	"options", "require_auth", "sslcert", "sslcertmode", "sslkey", "sslmode", "sslnegotiation", "sslpassword", "sslrootcert", "sslsni",
	"target_session_attrs",
}

// resolve is what an address means, as the driver understands it: its hosts, role and database with whatever a service, the
// environment and a password file say, and of the rest what is written in the address or its service. The environment is the
// program's, too.
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

// bundles are where systems have the certificates that they trust.
var bundles = []string{
	"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
}

// trustSystem: where no certificate is named to verify a server by, the driver takes those that the system trusts. libpq wants a
// file, and knows the word for the system's only from version 16 on.
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

// ownRoot is the file that libpq and the driver look for by themselves.
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

// endpoints lists hosts and their ports, each host once: the driver has one for each way of TLS that it would try.
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

// explicit are the settings that an address has by name: in a URL those of its query.
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

// pairs reads key=value settings: a value ends with a space, or stands in single quotes; a backslash takes what follows as it is.
// The driver has read the same before, so what it refuses never comes here.
func pairs(text string) (map[string]string, error) {
	all := map[string]string{}
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		name, rest, found := strings.Cut(text, "=")
		if !found {
			return nil, errors.New("the database URL: its settings cannot be told apart")
		}
		value, after := value(strings.TrimLeft(rest, " \t\r\n\f\v"))
		all[strings.TrimSpace(name)] = value
		text = after
	}
	return all, nil
}

// value takes one value from the beginning of a text.
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

// fromService are the settings of the service that an address, or the environment, names.
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
