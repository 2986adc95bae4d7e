package sandbox_test

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"krapao/sandbox"
	"krapao/sandbox/clienttest"
	"krapao/sandbox/sandboxtest"
)

// crashDir is the environment variable with the data directory; with it this test binary becomes a sandbox, until it is
// killed.
const crashDir = "KRAPAO_TEST_SANDBOX_DIR"

// serveUntilKilled is the child of TestKill9.
func serveUntilKilled(dir string) {
	s, err := sandbox.Open(context.Background(), sandbox.Config{DataDir: dir, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		panic(err)
	}
	fmt.Println(httptest.NewServer(s.Handler()).URL)
	select {}
}

// Killed with -9 in the middle of traffic, again and again, the sandbox still has every movement that it answered, each
// once, and its totals agree.
func TestKill9(t *testing.T) {
	t.Parallel()
	const kills, callers, perKill = 5, 8, 40
	dir := t.TempDir()
	next := clienttest.NewCounter()
	var mu sync.Mutex
	acknowledged := map[string]bool{}
	for kill := range kills {
		child := exec.CommandContext(t.Context(), os.Args[0])
		child.Env = append(os.Environ(), crashDir+"="+dir)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		url, err := bufio.NewReader(out).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		c := clienttest.NewJoker(t, &sandboxtest.Sandbox{URL: strings.TrimSpace(url)}, "joker")
		c.HTTP.Timeout = 0 // a call ends with its answer, or with the child process
		if kill == 0 {
			c.Create("user1")
		}
		answered, ended := make(chan struct{}), make(chan struct{})
		var calling sync.WaitGroup
		for range callers {
			calling.Go(func() {
				for {
					ref := next("r")
					status, _, err := c.Move("user1", ref, "1")
					if err != nil {
						return
					}
					if status != http.StatusOK {
						t.Errorf("%s: HTTP %d", ref, status)
						return
					}
					mu.Lock()
					acknowledged[ref] = true
					mu.Unlock()
					select {
					case answered <- struct{}{}:
					case <-ended:
					}
				}
			})
		}
		for range perKill {
			<-answered
		}
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		close(ended)
		_ = child.Wait()
		calling.Wait()
	}
	s := sandboxtest.Start(t, sandboxtest.Options{DataDir: dir})
	c := clienttest.NewJoker(t, s, "joker")
	for ref := range acknowledged {
		if status, _, err := c.Check(ref); err != nil || status != http.StatusOK {
			t.Errorf("%s was answered and is lost: HTTP %d, %v", ref, status, err)
		}
	}
	// Movements whose answer was cut off by the kill may exist too: at most one per caller and kill.
	got, answered := clienttest.Whole(t, s.Totals().Games["joker"].Deposited), len(acknowledged)
	if answered == 0 || got < answered || got > answered+kills*callers {
		t.Errorf("%d answered, %d there", answered, got)
	}
}
