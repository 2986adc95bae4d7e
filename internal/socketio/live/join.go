package live

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/google/uuid"

	"krapao/fault"
	"krapao/internal/socketio"
)

// answer acknowledges an event.
type answer struct {
	OK      bool       `json:"ok"`
	Message fault.Code `json:"message,omitempty"`
}

// Event implements socketio.Handler. Clients have two events: join, and typing once they are in a room.
func (l *Live) Event(_ context.Context, s *socketio.Socket, name string, args []json.RawMessage) any {
	if name == eventTyping {
		return l.hearTyping(s, args)
	}
	if name != "join" {
		return answer{Message: fault.INVALID_INPUT}
	}
	who, ok := s.Identity.(*identity)
	if !ok {
		return answer{Message: fault.UNAUTHORIZED}
	}
	room, code := l.mayJoin(who, args)
	if code == "" && len(s.Rooms()) >= l.settings.MaxRooms {
		code = fault.REQUEST_LIMIT
	}
	if code != "" {
		if who.refused++; who.refused >= l.settings.MaxRefusedJoins {
			s.Disconnect()
		}
		return answer{Message: code}
	}
	s.Join(room)
	return answer{OK: true}
}

// mayJoin decides by the socket's own identity. A member's room needs the member's token. A guest's room needs its UUID: 122
// random bits that only its browser has. The answer does not show whether a member exists.
func (l *Live) mayJoin(who *identity, args []json.RawMessage) (room string, refusal fault.Code) {
	var name string
	if len(args) != 1 || len(args[0]) == 0 || args[0][0] != '"' || json.Unmarshal(args[0], &name) != nil {
		return "", fault.INVALID_INPUT
	}
	owner, ok := strings.CutPrefix(name, l.settings.Prefix+"-")
	switch {
	case !ok:
		return "", fault.UNAUTHORIZED
	case who.member != "" && owner == who.member, isGuest(owner):
		return l.room(owner), ""
	}
	return "", fault.UNAUTHORIZED
}

// room is the room of a member's id or a guest's UUID, whose letters may be in either case.
func (l *Live) room(owner string) string {
	if isGuest(owner) {
		owner = strings.ToLower(owner)
	}
	return l.settings.Prefix + "-" + owner
}

func isGuest(owner string) bool {
	if len(owner) != 36 { // the parser accepts other spellings, too
		return false
	}
	u, err := uuid.Parse(owner)
	return err == nil && u.Version() == 4 && u.Variant() == uuid.RFC4122
}
