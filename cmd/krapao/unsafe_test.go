package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"krapao/internal/config"
	"krapao/internal/store"
)

// safe is a command with settings of which nothing is refused.
func safe(t *testing.T) serveCommand {
	t.Helper()
	return serveCommand{
		Node: config.Node{
			Database:     config.Database{DataDir: filepath.Join(t.TempDir(), "data"), DatabaseURL: "sqlite:"},
			OperatorAddr: "127.0.0.1:8081", RegisterOTP: true, TrustedProxies: "127.0.0.1",
		},
		Outside: secretFile(t, 0o600),
	}
}

func secretFile(t *testing.T, mode os.FileMode) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "outside.json")
	if err := os.WriteFile(name, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, mode); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestWhatServeRefuses(t *testing.T) {
	t.Parallel()
	full := filepath.Join(t.TempDir(), "a-file")
	if err := os.WriteFile(full, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	open := t.TempDir()
	if err := os.Chmod(open, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		change func(*serveCommand)
		want   string // empty: nothing is refused
	}{
		"nothing":            {func(*serveCommand) {}, ""},
		"no code":            {func(c *serveCommand) { c.RegisterOTP = false }, "KRAPAO_REGISTER_OTP"},
		"all addresses":      {func(c *serveCommand) { c.TrustedProxies = "0.0.0.0/0" }, "0.0.0.0/0"},
		"all of IPv6":        {func(c *serveCommand) { c.TrustedProxies = "::/0" }, "::/0"},
		"mapped":             {func(c *serveCommand) { c.TrustedProxies = "::ffff:0.0.0.0/96" }, "wider"},
		"a half":             {func(c *serveCommand) { c.TrustedProxies = "10.0.0.0/8,128.0.0.0/1" }, "128.0.0.0/1"},
		"a carrier":          {func(c *serveCommand) { c.TrustedProxies = "49.228.0.0/16" }, "49.228.0.0/16"},
		"wider than private": {func(c *serveCommand) { c.TrustedProxies = "172.0.0.0/8" }, "172.0.0.0/8"},
		"a carrier's IPv6":   {func(c *serveCommand) { c.TrustedProxies = "2001:fb1::/32" }, "2001:fb1::/32"},
		"nonsense":           {func(c *serveCommand) { c.TrustedProxies = "all" }, "KRAPAO_TRUSTED_PROXIES"},
		"our own": {func(c *serveCommand) {
			c.TrustedProxies = "10.0.0.0/8 fd00::/8,203.0.113.0/24,2001:db8:1::/48,::1"
		}, ""},
		"every interface":      {func(c *serveCommand) { c.OperatorAddr = "0.0.0.0:8081" }, "KRAPAO_OPERATOR_ADDR"},
		"every IPv6 interface": {func(c *serveCommand) { c.OperatorAddr = "[::]:8081" }, "KRAPAO_OPERATOR_ADDR"},
		"no host":              {func(c *serveCommand) { c.OperatorAddr = ":8081" }, "KRAPAO_OPERATOR_ADDR"},
		"a private address":    {func(c *serveCommand) { c.OperatorAddr = "10.0.0.7:8081" }, "KRAPAO_OPERATOR_ADDR"},
		"a name":               {func(c *serveCommand) { c.OperatorAddr = "node1:8081" }, "KRAPAO_OPERATOR_ADDR"},
		"no port":              {func(c *serveCommand) { c.OperatorAddr = "127.0.0.1" }, "KRAPAO_OPERATOR_ADDR"},
		"this machine":         {func(c *serveCommand) { c.OperatorAddr = "[::1]:8081" }, ""},
		"its name":             {func(c *serveCommand) { c.OperatorAddr = "localhost:8081" }, ""},
		"a console with TLS":   {func(c *serveCommand) { c.OperatorURL = "https://ops.example.com" }, ""},
		"a console here":       {func(c *serveCommand) { c.OperatorURL = "http://localhost:8081/" }, ""},
		"a console without":    {func(c *serveCommand) { c.OperatorURL = "http://ops.example.com" }, "KRAPAO_OPERATOR_URL"},
		"a console's page":     {func(c *serveCommand) { c.OperatorURL = "https://ops.example.com/console" }, "KRAPAO_OPERATOR_URL"},
		"a console's name":     {func(c *serveCommand) { c.OperatorURL = "ops.example.com" }, "KRAPAO_OPERATOR_URL"},
		"everybody reads":      {func(c *serveCommand) { c.Outside = secretFile(t, 0o604) }, "mode 0604"},
		"the group writes":     {func(c *serveCommand) { c.Outside = secretFile(t, 0o660) }, "mode 0660"},
		"the group reads":      {func(c *serveCommand) { c.Outside = secretFile(t, 0o640) }, ""},
		"no engine":            {func(c *serveCommand) { c.DatabaseURL = "" }, "KRAPAO_DATABASE_URL is missing"},
		"no such engine":       {func(c *serveCommand) { c.DatabaseURL = "mysql://u:canary@h/x" }, "KRAPAO_DATABASE_URL"},
		"plain": {func(c *serveCommand) {
			c.DatabaseURL = "postgres://u:canary@db/x?sslmode=disable"
		}, "to db without TLS"},
		"plain by default": {func(c *serveCommand) {
			c.DatabaseURL = "host=10.0.0.7 user=u password=canary"
		}, "to 10.0.0.7 without TLS"},
		"a password in pieces": {func(c *serveCommand) { c.DatabaseURL = "postgres://u:1/canary@db/x" }, "%2F"},
		"TLS":                  {func(c *serveCommand) { c.DatabaseURL = "postgres://u:canary@db/x?sslmode=verify-full" }, ""},
		"a socket":             {func(c *serveCommand) { c.DatabaseURL = "host=/run/postgresql dbname=x" }, ""},
		"loopback":             {func(c *serveCommand) { c.DatabaseURL = "postgres://u@127.0.0.1/x?sslmode=disable" }, ""},
		"a plain standby": {func(c *serveCommand) {
			c.DatabaseURL, c.Standby = "host=/run/postgresql dbname=x", "postgres://u:canary@db2/x"
		}, "KRAPAO_DATABASE_STANDBY: money and phones may go to db2 without TLS"},
		"a standby of a file": {func(c *serveCommand) {
			c.DatabaseURL, c.Standby = "sqlite:", "postgres://u:canary@db2/x?sslmode=verify-full"
		}, "KRAPAO_DATABASE_STANDBY"},
		"a directory in a file": {func(c *serveCommand) {
			c.DataDir, c.DatabaseURL = filepath.Join(full, "x"), "host=/run/postgresql dbname=x"
		}, "KRAPAO_DATA_DIR: the directory"},
		"a folder in a file": {func(c *serveCommand) { c.BlobDir = filepath.Join(full, "x") }, "KRAPAO_BLOB_DIR: the directory"},
		"everybody writes":   {func(c *serveCommand) { c.DataDir = open }, "everybody may write"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := safe(t)
			tc.change(&c)
			got := c.unsafe()
			switch {
			case tc.want == "" && len(got) > 0:
				t.Errorf("refused: %q", got)
			case tc.want != "" && (len(got) != 1 || !strings.Contains(got[0], tc.want)):
				t.Errorf("%q, want %s", got, tc.want)
			case strings.Contains(strings.Join(got, " "), "canary"):
				t.Errorf("a password is shown: %q", got)
			}
		})
	}
}

func TestTheDataDirectoryIsItsOwnersAlone(t *testing.T) {
	t.Parallel()
	c := safe(t)
	if got := c.unsafe(); len(got) > 0 {
		t.Fatal(got)
	}
	if info, err := os.Stat(c.DataDir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info, err)
	}
}

func TestWhatAServerIsRefusedFor(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		d    store.Description
		want []string
	}{
		"an ordinary role": {store.Description{Role: "krapao", Commit: "on"}, nil},
		"a superuser":      {store.Description{Role: "boss", Powers: []string{"boss"}, Commit: "on"}, []string{"boss is a superuser"}},
		"one that may be": {
			store.Description{Role: "krapao", Powers: []string{"boss", "pg_write_server_files"}},
			[]string{"krapao has the powers of boss, pg_write_server_files"},
		},
		"a local commit": {store.Description{Role: "krapao", Commit: "local"}, []string{"synchronous_commit=local"}},
	} {
		var got []string
		for _, err := range unsafeStanding(tc.d) {
			got = append(got, err.Error())
		}
		if !slices.EqualFunc(got, tc.want, strings.Contains) {
			t.Errorf("%s: %q", name, got)
		}
	}
}
