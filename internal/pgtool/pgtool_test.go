package pgtool

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAnAddressIsHandedOverWhole: in any form, and with every special character in its password.
func TestAnAddressIsHandedOverWhole(t *testing.T) {
	for _, name := range []string{"PGHOST", "PGPORT", "PGUSER", "PGPASSWORD", "PGSSLMODE", "PGSSLROOTCERT", "PGSERVICE"} {
		t.Setenv(name, "")
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	ca := filepath.Join(home, "ca.pem")
	pem, err := os.ReadFile("testdata/ca.pem")
	if err != nil {
		t.Fatal(err)
	}
	service := filepath.Join(home, "services")
	for name, text := range map[string]string{
		ca: string(pem), service: "[books]\nhost=db\nuser=krapao\npassword=of the service\nsslmode=require\nconnect_timeout=5\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("SSL_CERT_FILE", ca)
	for name, tc := range map[string]struct {
		url  string
		want map[string]string
	}{
		"a pair": {
			"postgres://krapao:p%2F%3F%23%40%27%5C+=@db1:5433,db2/books?target_session_attrs=read-write" +
				"&sslmode=verify-full&sslrootcert=" + ca + "&statement_timeout=5000",
			map[string]string{
				"host": "db1,db2", "port": "5433,5432", "user": "krapao", "password": `p/?#@'\+=`, "dbname": "books",
				"target_session_attrs": "read-write", "sslmode": "verify-full", "sslrootcert": ca,
			},
		},
		"prefer tries each twice": {
			"postgres://krapao@db1,db2/books",
			map[string]string{"host": "db1,db2", "port": "5432,5432", "user": "krapao", "dbname": "books"},
		},
		"settings": {
			`host=/run/postgresql port = 5433 user=krapao password='it\'s a \\ b' dbname=my\ books application_name='night copy'`,
			map[string]string{
				"host": "/run/postgresql", "port": "5433", "user": "krapao", "password": `it's a \ b`, "dbname": "my books",
				"application_name": "night copy",
			},
		},
		"an empty value": {
			"host=db user=krapao password= 'x' options='' dbname=books sslmode=disable",
			map[string]string{
				"host": "db", "port": "5432", "user": "krapao", "password": "x", "dbname": "books", "options": "", "sslmode": "disable",
			},
		},
		"in the query": {
			"postgresql:///?host=db&user=krapao&password=a%26b&dbname=books&ssl=true",
			map[string]string{"host": "db", "port": "5432", "user": "krapao", "password": "a&b", "dbname": "books", "sslmode": "require"},
		},
		"IPv6": {
			"postgres://krapao@[::1]:5433/books?sslmode=disable",
			map[string]string{"host": "::1", "port": "5433", "user": "krapao", "dbname": "books", "sslmode": "disable"},
		},
		"a service, and what is said beside it": {
			"service=books servicefile=" + service + " dbname=other sslmode=verify-full",
			map[string]string{
				"host": "db", "port": "5432", "user": "krapao", "password": "of the service", "dbname": "other", "sslmode": "verify-full",
				"sslrootcert": ca, "connect_timeout": "5",
			},
		},
		"what the system trusts": {
			"postgres://krapao@db/books?sslrootcert=system",
			map[string]string{
				"host": "db", "port": "5432", "user": "krapao", "dbname": "books", "sslmode": "verify-full", "sslrootcert": ca,
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := resolve(tc.url)
			if err != nil {
				t.Fatal(err)
			}
			if !maps.Equal(got, tc.want) {
				t.Errorf("%v, want %v", got, tc.want)
			}
			for name, value := range tc.want {
				if text, _ := serviceFile(got); !strings.Contains(text, "\n"+name+"="+value+"\n") {
					t.Errorf("not in the service file: %s in %q", name, text)
				}
			}
		})
	}
	if text, password := serviceFile(map[string]string{"password": "canary "}); password != "canary " ||
		strings.Contains(text, "canary") {
		t.Errorf("a password that ends with a space: %q beside %q", password, text)
	}
}

// fake is a program in place of one of PostgreSQL: it prints how it was started, and fails.
const fake = `#!/bin/sh
[ "$(stat -c %a "$PGSERVICEFILE")" = 600 ] || echo "anybody reads the service file" >&2
echo "$PGSERVICEFILE $*"
echo "error: no such password: canary-1" >&2
exit 1
`

// TestTheAddressIsInNoArgument: the file that holds it is deleted afterwards, and the program's messages come without the
// password.
func TestTheAddressIsInNoArgument(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "pg_fake"), []byte(fake), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	out, err := Run(t.Context(), "postgres://u:canary-1@h/x", "pg_fake", "--dbname="+Database)
	if err == nil || err.Error() != "pg_fake: exit status 1: error: no such password: ***" {
		t.Errorf("%v", err)
	}
	file, args, _ := strings.Cut(strings.TrimSpace(out), " ")
	if args != "--dbname=service=krapao" {
		t.Errorf("arguments %q", args)
	}
	if _, err := os.Stat(file); !os.IsNotExist(err) {
		t.Errorf("the service file stays: %v", err)
	}
}
