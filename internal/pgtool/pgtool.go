// Package pgtool runs PostgreSQL's own programs on the database of a node, with the same address.
//
// Promises: these programs can use every address that a node can (several hosts, TLS with its files, a socket, key=value). The
// address is passed in a service file that only its owner can read and that is deleted afterwards, never in arguments, which
// everybody on the machine can read. A program's messages are returned without the password.
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

// ErrMissing means that the program is not installed.
var ErrMissing = errors.New("not installed; it comes with PostgreSQL's client programs")

// service is the name of our only section in the service file.
const service = "krapao"

// Database is the argument with which a program finds our database.
const Database = "service=" + service

// Run runs a program to its end, and returns its standard output. An error has the first line of its standard error.
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

// serviceFile writes settings as libpq reads them: one line each, without quotes and trailing spaces. A password that ends with
// a space can't be written so, and is returned for the environment, which nobody else can read either.
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

// find searches PATH, and then the directory where Debian has PostgreSQL's programs.
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
