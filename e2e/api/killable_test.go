package api

import (
	"strings"
	"testing"

	"krapao/internal/store/storetest"
	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/programtest"
	"krapao/sandbox/sandboxtest"
)

// killable is a node of the real program that a test kills, with a sandbox of its own.
type killable struct {
	*programtest.Program
	box  *sandboxtest.Sandbox
	env  map[string]string
	addr string
}

// eachKillable runs a long test on both engines side by side.
func eachKillable(t *testing.T, body func(t *testing.T, node *killable)) {
	t.Helper()
	eachKillableWith(t, nil, body)
}

// eachKillableWith is eachKillable for nodes with more settings.
func eachKillableWith(t *testing.T, more map[string]string, body func(t *testing.T, node *killable)) {
	t.Helper()
	if testing.Short() {
		t.Skip("long")
	}
	for _, engine := range storetest.Engines {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			node := &killable{box: sandboxtest.Start(t, sandboxtest.Options{Loopback: true})}
			node.env = programtest.With(programtest.DemoEnv(t, engine), more)
			node.env["KRAPAO_SANDBOX_URL"], node.env["KRAPAO_REGISTER_OTP"] = node.box.URL, "false"
			node.addr = node.env["KRAPAO_ADDR"]
			node.starts(t)
			body(t, node)
		})
	}
}

// starts starts the next node on the data of the one before.
func (k *killable) starts(t *testing.T) {
	t.Helper()
	k.Program = programtest.Start(t, k.env, "demo")
	k.Up(k.addr)
}

// place is where members are made ready, with the repeats that it takes on a slow machine.
func (k *killable) place(t *testing.T) place {
	t.Helper()
	return place{t: t, box: k.box, guest: func() *apptest.Client {
		c := programtest.Guest(t, k.addr)
		programtest.Scene(c)
		return c
	}}
}

// isKilled kills the node (-9), and the next one goes on with its data.
func (k *killable) isKilled() {
	k.Program = k.Killed(k.env)
}

// endsWhole stops the node in order and returns what verify says of its books: that they are whole, beside the sandbox too.
func (k *killable) endsWhole(t *testing.T) string {
	t.Helper()
	k.Interrupt()
	if err := k.Wait(); err != nil {
		t.Errorf("stopped with %v: %s", err, k.Out)
	}
	out, code := programtest.Run(t, k.env, "verify", "--sandbox-url", k.box.URL)
	if code != 0 || !strings.Contains(out, "the books are whole") {
		t.Errorf("verify: %d\n%s", code, out)
	}
	return out
}
