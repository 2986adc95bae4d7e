package socketio_test

import (
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"krapao/internal/bus"
	"krapao/internal/socketio/live"
)

// TestTheStandardClient runs standard.test.mjs: socket.io-client 4.8.4 over a WebSocket, by polling, and moving from one
// to the other.
func TestTheStandardClient(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal("node is not installed: Node 20 is needed")
	}
	install(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	e := serve(t, l, func(s *live.Settings) {
		// Time is the machine's here, and no machine is too slow: nobody gives a client up.
		s.Socket.PingTimeout, s.Socket.UpgradeTimeout, s.Socket.ConnectTimeout = time.Hour, time.Hour, time.Hour
		s.Socket.PingInterval, s.Gap, s.Recheck = 100*time.Millisecond, time.Millisecond, 50*time.Millisecond
		s.MaxPerMember = 100
	})
	cmd := exec.CommandContext(t.Context(), node, "--test", "--test-reporter=spec", "standard.test.mjs")
	cmd.Env = append(os.Environ(), "KRAPAO_ENDPOINT="+e.url)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if !strings.Contains(string(out), "fail 0") || strings.Contains(string(out), "pass 0") {
		t.Error("not everything ran and passed")
	}
	t.Logf("%s", out)
	e.empty(t)
}

// install fetches the client, exactly as package-lock.json names it, where a former run has not.
func install(t *testing.T) {
	t.Helper()
	if _, err := os.Stat(filepath.Join("node_modules", "socket.io-client", "package.json")); err == nil {
		return
	}
	out, err := exec.CommandContext(t.Context(),
		"npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error").CombinedOutput()
	if err != nil {
		t.Fatalf("npm ci in e2e/socketio: %v\n%s", err, out)
	}
}

// control does, for the standard client's test, what other parts of the product do.
func (e *endpoint) control(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	switch strings.TrimPrefix(r.URL.Path, "/control/") {
	case "change":
		e.bus.Publish(bus.Member, q.Get("member"))
	case "message":
		if err := e.live.Message(q.Get("owner"), map[string]string{"text": q.Get("text")}); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
	case "begin":
		e.begin(q.Get("token"), q.Get("member"))
	case "end":
		e.end(q.Get("token"))
	default:
		http.NotFound(w, r)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
