package socketio

import (
	"testing"
	"testing/synctest"
)

// TestAHintRightAfterTheConnection reaches its client: there is no moment when it knows that it is connected and misses one.
func TestAHintRightAfterTheConnection(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, v := serve(t, anybody{})
		for range 100 {
			ws := v.open()
			v.send(ws, "40")
			v.hear(ws, "40")
			if err := s.Emit("all", "hint"); err != nil {
				t.Fatal(err)
			}
			v.hear(ws, `42["hint"`)
			_ = ws.CloseNow()
			synctest.Wait() // until it has left
		}
	})
}
