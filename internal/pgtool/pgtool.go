// Package pgtool runs PostgreSQL's own programs on the database that a node uses, by the same address.
//
// Promises: whatever address a node can use, these programs can (several hosts, TLS with its files, a socket, key=value); the
// address is handed over in a service file that only its owner can read and that is gone afterwards, never in arguments, which
// everybody on the machine can read; what a program says is told without the password.
package pgtool

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// ErrMissing is returned where a program is not installed.
var ErrMissing = errors.New("not installed; it comes with PostgreSQL's client programs")

// service is the name of our only section in the service file.
const service = "krapao"

// Database is how a program that wants a database's name is told ours, in an argument.
const Database = "service=" + service

// Run runs a program to its end, and returns what it wrote on standard output. An error has the first line that it complained with.
func Run(ctx context.Context, databaseURL, name string, args ...string) (output string, err error) {
	program, err := find(name)
	if err != nil {
		return "", err
	}
	settings, err := resolve(databaseURL)
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "krapao-service-*")
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	defer func() { _ = os.RemoveAll(dir) }() // in the system's own temporary directory
	file := filepath.Join(dir, "pg_service.conf")
	text, password := serviceFile(settings)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(os.Environ(), "PGSERVICEFILE="+file, "PGSERVICE="+service)
	if password != "" {
		cmd.Env = append(cmd.Env, "PGPASSWORD="+password)
	}
	var out, said strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &said
	err = cmd.Run()
	if err != nil {
		first, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n")
		if secret := settings["password"]; secret != "" {
			first = strings.ReplaceAll(first, secret, "***")
		}
		err = fmt.Errorf("%s: %w: %s", name, err, first)
	}
	return out.String(), err
}

// serviceFile writes settings as libpq reads them: a line each, without quotes, less the spaces at its end. A password that ends
// with one does not fit in, and is returned for the environment, which nobody else can read either.
func serviceFile(settings map[string]string) (text, password string) {
	var b strings.Builder
	fmt.Fprintf(&b, "[%s]\n", service)
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		value := settings[name]
		if name == "password" && (value != strings.TrimRight(value, " \t\r\f\v") || strings.Contains(value, "\n")) {
			password = value
			continue
		}
		fmt.Fprintf(&b, "%s=%s\n", name, value)
	}
	return b.String(), password
}

// find looks where programs are, and then where Debian has those of PostgreSQL.
func find(name string) (string, error) {
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	if len(found) == 0 {
		return "", fmt.Errorf("%s is %w", name, ErrMissing)
	}
	slices.Sort(found)
	return found[len(found)-1], nil
}
