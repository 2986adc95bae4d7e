// Package program runs krapao as benchmarks do: as a process of its own, with a folder and variables of its own.
package program

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// Build builds the program as the releases do, but without the web app: members' calls don't need it.
func Build(ctx context.Context, dir string) (string, error) {
	path := filepath.Join(dir, "krapao")
	out, err := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", path, "krapao/cmd/krapao").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %w: %s", err, out)
	}
	return path, nil
}

// Program is a krapao process of its own.
type Program struct {
	name string
	// Cmd is the process.
	Cmd *exec.Cmd
	// Log is the file that has what it says.
	Log *os.File
	// ended is closed when the program has ended; err is then how.
	ended chan struct{}
	err   error
}

// Start starts the program with these variables only. What it says goes into a file.
func Start(path, dir, name string, env map[string]string, args ...string) (*Program, error) {
	log, err := os.Create(filepath.Join(dir, name+".log"))
	if err != nil {
		return nil, err
	}
	p := &Program{name: name, Cmd: exec.Command(path, args...), Log: log, ended: make(chan struct{})}
	p.Cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir}
	for key, value := range env {
		p.Cmd.Env = append(p.Cmd.Env, key+"="+value)
	}
	p.Cmd.Stdout, p.Cmd.Stderr = log, log
	// If the benchmark is killed, nothing of it goes on.
	p.Cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := p.Cmd.Start(); err != nil {
		return nil, errors.Join(err, log.Close())
	}
	go func() {
		p.err = p.Cmd.Wait()
		close(p.ended)
	}()
	return p, nil
}

// Up waits until an address of the program answers with 200.
func (p *Program) Up(ctx context.Context, url string) error {
	for {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		if answer, err := http.DefaultClient.Do(r); err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-p.ended:
			said, _ := os.ReadFile(p.Log.Name())
			return fmt.Errorf("%s ended: %w: %s", p.name, p.err, said)
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Stop asks it to stop in order, and waits. A program that has ended is left alone.
func (p *Program) Stop() {
	_ = p.Cmd.Process.Signal(os.Interrupt)
	<-p.ended
	if p.err != nil {
		fmt.Fprintln(os.Stderr, "bench:", p.name, "did not end in order:", p.err)
	}
	_ = p.Log.Close() // the program has written all of it
}

// Once runs a command of the program to its end.
func Once(ctx context.Context, path, dir string, env map[string]string, args ...string) error {
	c := exec.CommandContext(ctx, path, args...)
	c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir}
	for key, value := range env {
		c.Env = append(c.Env, key+"="+value)
	}
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("krapao %s: %w: %s", args[0], err, out)
	}
	return nil
}

// Port returns a free address on loopback, below the ports that systems assign by themselves.
func Port() (string, error) {
	const lowest, count = 10_000, 20_000
	for range 100 {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", lowest+rand.IntN(count)))
		if err == nil {
			return l.Addr().String(), l.Close()
		}
	}
	return "", errors.New("no port is free")
}
