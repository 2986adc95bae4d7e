package live

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"krapao/fault"
	"krapao/internal/socketio"
)

// side is one side of a room: the house, or its owner.
type side struct {
	room  string
	house bool
}

// Types tells the sockets in the room of a member or a guest, on this node, that the house writes. It names nobody.
func (l *Live) Types(owner string) {
	room := l.room(owner)
	if l.apart(side{room, true}) {
		_ = l.server.Hint(room, eventTyping, "other") // a constant always has a JSON form
	}
}

// OnTyping has f called with the owner of a room (a member's ID or a guest's UUID) that writes. F must not block.
func (l *Live) OnTyping(f func(owner string)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.typed = f
}

// hearTyping takes a client's sign that its owner writes, in a room that the socket has joined. A sign too soon after the last
// one says nothing new.
func (l *Live) hearTyping(s *socketio.Socket, args []json.RawMessage) answer {
	var name string
	if len(args) != 1 || json.Unmarshal(args[0], &name) != nil {
		return answer{Message: fault.INVALID_INPUT}
	}
	owner, ours := strings.CutPrefix(name, l.settings.Prefix+"-")
	room := l.room(owner)
	if !ours || !slices.Contains(s.Rooms(), room) {
		return answer{Message: fault.UNAUTHORIZED}
	}
	if l.apart(side{room, false}) {
		l.mu.Lock()
		typed := l.typed
		l.mu.Unlock()
		if typed != nil {
			typed(owner)
		}
	}
	return answer{OK: true}
}

// apart reports whether a side has not written within the TypingGap, which begins anew then.
func (l *Live) apart(one side) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, soon := l.types[one]; soon {
		return false
	}
	l.types[one] = struct{}{}
	time.AfterFunc(l.settings.TypingGap, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.types, one)
	})
	return true
}
