// Command with-postgres runs a command with one PostgreSQL for all its tests, and stops the server afterwards.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"krapao/internal/testkit/pgtest"
)

func main() {
	code, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "with-postgres:", err)
	}
	os.Exit(code)
}

func run(command []string) (code int, err error) {
	if len(command) == 0 {
		return 2, errors.New("usage: with-postgres COMMAND [ARGUMENT...]")
	}
	server, err := pgtest.Start(context.Background(), "")
	if err != nil {
		return 1, err
	}
	began := time.Now()
	defer func() { err = errors.Join(err, server.Stop(), keepCost(server, time.Since(began))) }()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Env = append(os.Environ(), "KRAPAO_TEST_POSTGRES="+server.URL)
	if err := cmd.Run(); err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return exit.ExitCode(), nil
		}
		return 1, err
	}
	return 0, nil
}

// keepCost writes the server's cost beside that of the packages (scripts/measured), if costs are kept.
func keepCost(server *pgtest.Server, wall time.Duration) error {
	dir := os.Getenv("KRAPAO_COSTS")
	if dir == "" {
		return nil
	}
	f, err := os.OpenFile(filepath.Join(dir, "packages"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	user, system := server.Spent()
	_, err = fmt.Fprintf(f, "%.3f %.3f %.3f PostgreSQL, for all of them\n", wall.Seconds(), user.Seconds(), system.Seconds())
	return errors.Join(err, f.Close())
}
