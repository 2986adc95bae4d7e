package main

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

// build builds the program as the releases do, but without the web app: members' calls don't need it.
func build(ctx context.Context, dir string) (string, error) {
	path := filepath.Join(dir, "krapao")
	out, err := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", path, "krapao/cmd/krapao").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %w: %s", err, out)
	}
	return path, nil
}

// program is a krapao process of its own.
type program struct {
	name string
	cmd  *exec.Cmd
	log  *os.File
	// ended is closed when the program has ended; err is then how.
	ended chan struct{}
	err   error
}

// start starts the program with these variables only. What it says goes into a file.
func start(path, dir, name string, env map[string]string, args ...string) (*program, error) {
	log, err := os.Create(filepath.Join(dir, name+".log"))
	if err != nil {
		return nil, err
	}
	p := &program{name: name, cmd: exec.Command(path, args...), log: log, ended: make(chan struct{})}
	p.cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir}
	for key, value := range env {
		p.cmd.Env = append(p.cmd.Env, key+"="+value)
	}
	p.cmd.Stdout, p.cmd.Stderr = log, log
	// If the benchmark is killed, nothing of it goes on.
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := p.cmd.Start(); err != nil {
		return nil, errors.Join(err, log.Close())
	}
	go func() {
		p.err = p.cmd.Wait()
		close(p.ended)
	}()
	return p, nil
}

// up waits until an address of the program answers with 200.
func (p *program) up(ctx context.Context, url string) error {
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
			said, _ := os.ReadFile(p.log.Name())
			return fmt.Errorf("%s ended: %w: %s", p.name, p.err, said)
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// stop asks it to stop in order, and waits. A program that has ended is left alone.
func (p *program) stop() {
	_ = p.cmd.Process.Signal(os.Interrupt)
	<-p.ended
	if p.err != nil {
		fmt.Fprintln(os.Stderr, "bench/member:", p.name, "did not end in order:", p.err)
	}
	_ = p.log.Close() // the program has written all of it
}

// once runs a command of the program to its end.
func once(ctx context.Context, path, dir string, env map[string]string, args ...string) error {
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

// port returns a free address on loopback, below the ports that systems assign by themselves.
func port() (string, error) {
	const lowest, count = 10_000, 20_000
	for range 100 {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", lowest+rand.IntN(count)))
		if err == nil {
			return l.Addr().String(), l.Close()
		}
	}
	return "", errors.New("no port is free")
}
