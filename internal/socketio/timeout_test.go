package socketio

import (
	"context"
	"encoding/json"
	"testing"
	"testing/synctest"
	"time"
)

// slow takes all the time that it gets, but ends with the test: a test that failed must not leave it waiting.
type slow struct {
	anybody
	over <-chan struct{}
}

func (h slow) Connect(ctx context.Context, s *Socket, auth json.RawMessage) ([]string, error) {
	h.wait(ctx)
	return h.anybody.Connect(ctx, s, auth)
}

func (h slow) Event(ctx context.Context, s *Socket, name string, args []json.RawMessage) any {
	h.wait(ctx)
	return h.anybody.Event(ctx, s, name, args)
}

func (h slow) wait(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-h.over:
	}
}

// TestTheHandlerHasTenSeconds: a call of the handler that waits for a database must not keep a client longer than that.
func TestTheHandlerHasTenSeconds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		_, v := serve(t, slow{over: t.Context().Done()})
		ws := v.open()
		defer func() { _ = ws.CloseNow() }()
		for _, call := range []struct{ sent, answer string }{{"40", `40{"sid":`}, {`421["join"]`, `431["ok"]`}} {
			began := time.Now()
			v.send(ws, call.sent)
			v.hear(ws, call.answer)
			if took := time.Since(began); took != 10*time.Second {
				t.Errorf("%s was answered after %s", call.sent, took)
			}
		}
	})
}

// TestAClientThatTakesNoFrame: after ten seconds it counts as gone, long before its ping timeout.
func TestAClientThatTakesNoFrame(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, v := serve(t, anybody{})
		ws := v.open()
		defer func() { _ = ws.CloseNow() }()
		v.send(ws, "40")
		v.hear(ws, "40")
		if err := s.Emit("all", "x"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10*time.Second - time.Nanosecond)
		if now := s.Stats(); now.Sockets != 1 {
			t.Errorf("a moment before: %+v", now)
		}
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		if now := s.Stats(); now != (Stats{}) {
			t.Errorf("after it: %+v", now)
		}
	})
}
