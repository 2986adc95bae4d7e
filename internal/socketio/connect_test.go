package socketio

import (
	"testing"
	"testing/synctest"
)

// TestAHintRightAfterTheConnection: it reaches its client. A client that knows that it is connected never misses a hint.
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

// TestAnExpelledClientGetsNoWaitingPacket: it gets only the disconnect packet, however slowly it takes its frames.
func TestAnExpelledClientGetsNoWaitingPacket(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, v := serve(t, anybody{})
		ws := v.open()
		defer func() { _ = ws.CloseNow() }()
		v.send(ws, "40")
		v.hear(ws, "40")
		emit := func(events ...string) {
			for _, event := range events {
				if err := s.Emit("all", event); err != nil {
					t.Fatal(err)
				}
			}
		}
		emit("on its way")
		synctest.Wait() // its frame is being written; the client takes it later
		emit("waits", "waits too")
		for _, socket := range s.In("all") {
			emit("a moment before")
			socket.Expel()
			socket.session.send("42[\"after it\"]", false)
		}
		v.hear(ws, `42["on its way"`)
		v.hear(ws, "41")
	})
}

func TestTheLastPacketIsTheOnlyOne(t *testing.T) {
	t.Parallel()
	q := newQueue()
	q.push("one", false, 9, 99)
	if got, last := q.drain(); len(got) != 1 || last || q.ended() {
		t.Errorf("%q, %v", got, last)
	}
	q.push("two", false, 9, 99)
	q.last("goodbye")
	if !q.push("three", false, 1, 1) || !q.ended() {
		t.Error("a packet after the last is no reason to end a session")
	}
	if got, last := q.drain(); len(got) != 1 || got[0] != "goodbye" || !last {
		t.Errorf("%q, %v", got, last)
	}
	if got := q.take(); len(got) != 0 {
		t.Errorf("then %q", got)
	}
}
