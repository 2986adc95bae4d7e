package reader

import (
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"krapao/fault"
	"krapao/internal/steady"
	"krapao/internal/testkit/memnet"
)

// TestReadersAreFew: of an address, and in all. One more waits until another leaves; where nobody leaves, it is refused with the
// seconds to wait. Another address has places of its own.
func TestReadersAreFew(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := New()
		enter := func(address string) func() {
			t.Helper()
			began := time.Now()
			leave, err := r.enter(t.Context(), address, func() {})
			if err != nil || time.Since(began) > 0 {
				t.Fatalf("%s: %v after %s", address, err, time.Since(began))
			}
			return leave
		}
		var leaves []func()
		for range readersOfAddress {
			leaves = append(leaves, enter("one"))
		}
		_, err := r.enter(t.Context(), "one", func() {})
		if !fault.Is(err, fault.REQUEST_LIMIT) || fault.Of(err).Params["seconds"] != 5 {
			t.Errorf("one too many: %v", err)
		}
		enter("two")()
		var let atomic.Bool
		var all sync.WaitGroup
		all.Go(func() {
			leave, err := r.enter(t.Context(), "one", func() {})
			if err != nil {
				t.Error(err)
				return
			}
			let.Store(true)
			leave()
		})
		synctest.Wait()
		if let.Load() {
			t.Error("let in over the number")
		}
		leaves[0]()
		all.Wait()
		for _, address := range "abcdefg" {
			for range readersOfAddress {
				leaves = append(leaves, enter(string(address)))
			}
		}
		leaves = append(leaves, enter("y"))
		if _, err := r.enter(t.Context(), "g", func() {}); !fault.Is(err, fault.REQUEST_LIMIT) {
			t.Errorf("more than %d in all: %v", readersInAll, err)
		}
		for _, leave := range leaves[1:] {
			leave()
		}
		if len(r.held) != 0 || r.total != 0 {
			t.Errorf("%d addresses and %d places are left", len(r.held), r.total)
		}
	})
}

// TestSlowReadersGiveWay: when a few networks have all places, a network with fewer gets the places that they have had longest,
// one after the other, until it has as many. A place that was taken a moment ago is kept.
func TestSlowReadersGiveWay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := New()
		var cut []string
		enter := func(address string) time.Duration {
			t.Helper()
			began := time.Now()
			var leave atomic.Pointer[func()]
			left, err := r.enter(t.Context(), address, func() {
				cut = append(cut, address)
				if f := leave.Swap(nil); f != nil {
					go (*f)() // as a handler whose connection is cut does
				}
			})
			if err != nil {
				t.Errorf("%s: %v", address, err)
				return 0
			}
			leave.Store(&left)
			return time.Since(began)
		}
		for _, address := range "abcdefgh" {
			for range readersOfAddress {
				enter(string(address))
			}
		}
		if waited := enter("new"); waited < readerTurn || waited > readerTurn+time.Second {
			t.Errorf("the first of another network waited %s", waited)
		}
		for n := range 13 {
			if waited := enter("new"); waited > time.Second {
				t.Errorf("its next (%d) waited %s", n+2, waited)
			}
		}
		of := map[string]int{}
		for _, address := range cut {
			of[address]++
		}
		if len(cut) != 14 || of["new"] > 0 || len(r.held["new"]) != 14 {
			t.Errorf("cut: %v", of)
		}
		for address, n := range of {
			if n > 2 {
				t.Errorf("%s gave %d places back", address, n)
			}
		}
		if _, err := r.enter(t.Context(), "new", func() {}); !fault.Is(err, fault.REQUEST_LIMIT) {
			t.Errorf("more than its share: %v", err)
		}
	})
}

// TestAReaderThatTakesLittleIsCut: whether it trickles, or takes nothing at all while another waits. A reader on the slowest
// network gets the whole file.
func TestAReaderThatTakesLittleIsCut(t *testing.T) {
	t.Parallel()
	const size = 2 << 20
	for name, c := range map[string]struct {
		perSecond int
		cut       bool // another reader waits, from the fifth second on
		whole     bool
		within    time.Duration
	}{
		"quick":                  {1 << 20, false, true, 3 * time.Second},
		"as the slowest network": {12 << 10, false, true, 3 * time.Minute},
		"trickling":              {2 << 10, false, false, 30 * time.Second},
		"nothing":                {0, false, false, steady.Within + time.Second},
		"nothing, one waits":     {0, true, false, 6 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				n := memnet.New()
				sent := make(chan error, 1)
				send := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
					p := &paced{ResponseWriter: w}
					if c.cut {
						time.AfterFunc(5*time.Second, p.cut)
					}
					_, err := p.Write(make([]byte, size))
					sent <- err
				})
				server := &http.Server{ReadHeaderTimeout: time.Minute, Handler: send}
				l := n.Listen("wallet.test:80")
				go func() { _ = steady.Serve(server, l) }()
				defer func() { _ = server.Close() }()
				client, err := n.Dial(t.Context(), "tcp", "wallet.test:80")
				if err != nil {
					t.Fatal(err)
				}
				defer func() { _ = client.Close() }()
				if _, err := io.WriteString(client, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
					t.Fatal(err)
				}
				began := time.Now()
				go func() {
					for c.perSecond > 0 {
						if _, err := io.CopyN(io.Discard, client, int64(c.perSecond)); err != nil {
							return
						}
						<-time.After(time.Second)
					}
				}()
				err = <-sent
				if took := time.Since(began); (err == nil) != c.whole || took > c.within {
					t.Errorf("%v after %s", err, took)
				}
			})
		})
	}
}
