package port_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"krapao/internal/testkit/port"
)

// crowd is how many addresses a process takes, more than a block has.
const crowd = 250

// TestMain is another process where the test starts one: it takes addresses, and lives until its input ends.
func TestMain(m *testing.M) {
	if os.Getenv("PORTS") == "" {
		os.Exit(m.Run())
	}
	for range crowd {
		fmt.Println(port.Free())
	}
	_, _ = os.Stdin.Read(make([]byte, 1))
}

// Of two programs that were given one address, the later one fails.
func TestNobodyGetsAnAddressTwice(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	taken := map[string]bool{}
	take := func(address string) {
		mu.Lock()
		defer mu.Unlock()
		if taken[address] || !strings.HasPrefix(address, "127.0.0.1:") {
			t.Errorf("twice: %s", address)
		}
		taken[address] = true
	}
	var all sync.WaitGroup
	for range crowd {
		all.Go(func() {
			address, err := port.Free()
			if err != nil {
				t.Error(err)
			}
			take(address)
		})
	}
	for range 3 {
		other := exec.CommandContext(t.Context(), os.Args[0])
		other.Env = append(os.Environ(), "PORTS=1")
		in, err := other.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := other.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := other.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = in.Close(); _ = other.Wait() })
		all.Go(func() {
			for range crowd {
				var address, failed string
				if _, err := fmt.Fscan(out, &address, &failed); err != nil || failed != "<nil>" {
					t.Errorf("%s: %v", failed, err)
				}
				take(address)
			}
		})
	}
	all.Wait()
}
