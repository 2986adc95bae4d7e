// Package live keeps members' screens up to date. It sends the hint that something changed over Socket.IO, and the app fetches
// the change by its ordinary calls.
//
// Promises (API.md, Chat, Realtime; DESIGN.md section 7):
//   - Only the owner of a token gets the hints of its member: this package decides about rooms, not the client.
//   - A socket whose session has ended is closed within 5 seconds, on every node.
//   - Events have no amounts. If one is lost the screen is late, and never wrong: the app also polls.
//   - All this works with the chat switched off.
package live

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"krapao/fault"
	"krapao/internal/bus"
	"krapao/internal/socketio"
	"krapao/internal/socketio/signed"
)

// The events that clients get.
const (
	eventWallet    = "wallet"
	eventStatement = "statement"
	eventMessaging = "messaging"
	// eventTyping says that the house writes in a conversation. A customer's app sends it while its owner writes.
	eventTyping = "typing"
	// changed is the only word of a hint.
	changed = "changed"
)

// Settings of the live connection. A zero field has its default.
type Settings struct {
	// Prefix begins the names of rooms (clients get it by GET /api/chat/config).
	Prefix string
	// Authenticate returns the member whose token it is. A refusal (*fault.Error) means that the token is not valid any more,
	// any other error that this can't be known now.
	Authenticate func(ctx context.Context, token string) (member string, err error)
	// Recheck is how often the tokens of open sockets are checked (1.5 s; with the 3 s that checked sessions are
	// remembered a socket outlives its session by less than 5 s).
	Recheck time.Duration
	// Gap is the shortest time between two hints to one member (200 ms), so that an app does not fetch more often than that.
	Gap time.Duration
	// MaxPerMember is how many sockets one member may have on this node (20). For one more the oldest is disconnected.
	MaxPerMember int
	// MaxRefusedJoins is how often a socket may try rooms that are not its own (10), MaxRooms how many rooms it may be in (8).
	MaxRefusedJoins, MaxRooms int
	// TypingGap is the shortest time between two signs that one side of a conversation writes (2 s).
	TypingGap time.Duration
	Socket    socketio.Settings
}

func (s Settings) withDefaults() Settings {
	if s.Recheck <= 0 {
		s.Recheck = 1500 * time.Millisecond
	}
	if s.Gap <= 0 {
		s.Gap = 200 * time.Millisecond
	}
	if s.MaxPerMember <= 0 {
		s.MaxPerMember = 20
	}
	if s.MaxRefusedJoins <= 0 {
		s.MaxRefusedJoins = 10
	}
	if s.TypingGap <= 0 {
		s.TypingGap = 2 * time.Second
	}
	if s.MaxRooms <= 0 {
		s.MaxRooms = 8
	}
	return s
}

// Live is the live connection of one node. It is the http.Handler of /socket.io/.
type Live struct {
	settings Settings
	server   *socketio.Server
	members  *signed.Sockets
	cancel   []func()
	stop     context.CancelFunc
	done     sync.WaitGroup

	mu   sync.Mutex
	pace map[string]bool // members with a hint within the Gap; true: another hint is due at its end
	// types are the sides of rooms that wrote within the TypingGap.
	types map[side]struct{}
	typed func(owner string)
}

// New starts the live connection. Hints come from the bus. Close the connection before the bus.
func New(b *bus.Bus, s Settings) *Live {
	s = s.withDefaults()
	l := &Live{settings: s, pace: map[string]bool{}, types: map[side]struct{}{}}
	l.members = signed.New(signed.Settings{
		Check: s.Authenticate, Every: s.Recheck, Most: s.MaxPerMember, End: (*socketio.Socket).Expel,
	})
	l.server = socketio.New(l, l.settings.Socket)
	ctx, stop := context.WithCancel(context.Background())
	l.stop = stop
	l.cancel = []func(){
		b.Subscribe(bus.Member, l.hint),
		b.Subscribe(bus.SessionEnded, func(member string) {
			go l.members.Recheck(ctx, member) // the bus does not wait for databases
		}),
	}
	l.done.Go(func() { l.members.Keep(ctx) })
	return l
}

// Close ends all connections. Clients reconnect to another node, or to the process that replaces this one.
func (l *Live) Close() {
	for _, cancel := range l.cancel {
		cancel()
	}
	l.stop()
	l.server.Close()
	l.done.Wait()
}

// ServeHTTP serves /socket.io/.
func (l *Live) ServeHTTP(w http.ResponseWriter, r *http.Request) { l.server.ServeHTTP(w, r) }

// Stats are figures for metrics.
func (l *Live) Stats() socketio.Stats { return l.server.Stats() }

// Message sends a message of a conversation to every socket in the room of a member (its id) or a guest (its UUID), on this node.
func (l *Live) Message(owner string, conversation any) error {
	return l.server.Emit(l.room(owner), eventMessaging, conversation)
}

// identity says for whom a socket speaks: a member, or a guest.
type identity struct {
	member string
	// refused counts joins of rooms that are not its own. Events of one socket come one after the other.
	refused int
}

// Connect implements socketio.Handler. A client without a token is a guest. A wrong token is refused with the reason.
func (l *Live) Connect(ctx context.Context, s *socketio.Socket, auth json.RawMessage) (rooms []string, err error) {
	var handshake struct {
		Token *string `json:"token"`
	}
	if len(auth) > 0 {
		if err := json.Unmarshal(auth, &handshake); err != nil {
			return nil, fault.New(fault.INVALID_TOKEN, "auth.token is a string")
		}
	}
	if handshake.Token == nil || *handshake.Token == "" {
		s.Identity = &identity{}
		return nil, nil
	}
	member, err := l.members.Enter(ctx, s, *handshake.Token)
	if err != nil {
		return nil, err
	}
	s.Identity = &identity{member: member}
	return []string{hints(member)}, nil
}

// hints is the room of a member's own sockets. Clients can't join it: its name has no prefix.
func hints(member string) string { return "hints:" + member }

// Disconnect implements socketio.Handler.
func (l *Live) Disconnect(s *socketio.Socket) {
	if who, ok := s.Identity.(*identity); ok && who.member != "" {
		l.members.Leave(who.member, s)
	}
}
