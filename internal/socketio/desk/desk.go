// Package desk keeps operators' pages up to date. It sends hints that something changed over Socket.IO, and the console reads the
// change by its ordinary calls.
//
// Promises (OPERATOR-API.md, Live):
//   - A page gets the hints of what it watches, and only those that its operator's role may look at: this package decides about
//     rooms, not the client.
//   - A socket whose session has ended, or whose operator has another role by now, is closed within 5 seconds, on every node.
//     It is told so, and none counts as a use of its session.
//   - Hints have no sum of money, and nothing of a member. If one is lost the page is late, and never wrong: it also asks again.
package desk

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"krapao/fault"
	"krapao/internal/bus"
	"krapao/internal/socketio"
	"krapao/internal/socketio/signed"
)

// ended is the event of a session that has ended.
const ended = "session"

// watch is the only event of clients: what their page shows.
const watch = "watch"

// Operator is whose session it is.
type Operator struct{ Name, Role string }

// Settings of the operators' live connection. A zero number has its default.
type Settings struct {
	// Authenticate returns the operator whose token it is, and counts as no use of the session. A refusal (*fault.Error) means
	// that the token is not valid any more, any other error that this can't be known now.
	Authenticate func(ctx context.Context, token string) (Operator, error)
	// Permits returns nil where a role may look at what a topic hints at.
	Permits func(role, topic string) error
	// Recheck is how often the sessions of open sockets are checked (1.5 s; with the 3 s that checked sessions are remembered a
	// socket outlives its session by less than 5 s).
	Recheck time.Duration
	// MaxPerOperator is how many sockets one operator may have on this node (20), MaxWatched how many topics one may watch (16).
	MaxPerOperator, MaxWatched int
	// Socket has Token where a browser sends it by itself.
	Socket socketio.Settings
}

func (s Settings) withDefaults() Settings {
	if s.Recheck <= 0 {
		s.Recheck = 1500 * time.Millisecond
	}
	if s.MaxPerOperator <= 0 {
		s.MaxPerOperator = 20
	}
	if s.MaxWatched <= 0 {
		s.MaxWatched = 16
	}
	return s
}

// Desk is the operators' live connection of one node. It is the http.Handler of /socket.io/ on their listener.
type Desk struct {
	settings Settings
	server   *socketio.Server
	signed   *signed.Sockets
	cancel   []func()
	stop     context.CancelFunc
	done     sync.WaitGroup
}

// New starts the live connection. Hints come from the bus. Close the connection before the bus.
func New(b *bus.Bus, s Settings) *Desk {
	d := &Desk{settings: s.withDefaults()}
	d.server = socketio.New(d, d.settings.Socket)
	d.signed = signed.New(signed.Settings{
		Check: d.who, Every: d.settings.Recheck, Most: d.settings.MaxPerOperator, End: end,
	})
	ctx, stop := context.WithCancel(context.Background())
	d.stop = stop
	d.cancel = []func(){
		b.OnChange(d.Tell),
		b.Subscribe(bus.OperatorLeft, func(name string) {
			go d.recheck(ctx, name) // the bus does not wait for databases
		}),
	}
	d.done.Go(func() { d.signed.Keep(ctx) })
	return d
}

// Close ends all connections. Clients reconnect to another node, or to the process that replaces this one.
func (d *Desk) Close() {
	for _, cancel := range d.cancel {
		cancel()
	}
	d.stop()
	d.server.Close()
	d.done.Wait()
}

// ServeHTTP serves /socket.io/.
func (d *Desk) ServeHTTP(w http.ResponseWriter, r *http.Request) { d.server.ServeHTTP(w, r) }

// Watched reports whether a page on this node watches a topic.
func (d *Desk) Watched(topic string) bool { return len(d.server.In(topic)) > 0 }

// who returns the operator of a token and its role, as one word: whoever gets another role connects anew.
func (d *Desk) who(ctx context.Context, token string) (string, error) {
	o, err := d.settings.Authenticate(ctx, token)
	return o.word(), err
}

func (o Operator) word() string { return o.Role + " " + o.Name }

func operatorOf(word string) (o Operator) {
	o.Role, o.Name, _ = strings.Cut(word, " ")
	return o
}

// recheck checks the sessions of an operator, whatever role its sockets have.
func (d *Desk) recheck(ctx context.Context, name string) {
	for _, word := range d.signed.Everybody() {
		if operatorOf(word).Name == name {
			d.signed.Recheck(ctx, word)
		}
	}
}

// end tells a page that its session has ended, and disconnects it.
func end(s *socketio.Socket) {
	_ = s.Emit(ended, "ended") // a constant always has a JSON form
	s.Disconnect()
}

// Connect implements socketio.Handler. The token is a cookie's or, of a program, in the handshake; who sends both may mean
// either.
func (d *Desk) Connect(ctx context.Context, s *socketio.Socket, auth json.RawMessage) (rooms []string, err error) {
	token, err := tokenOf(s.Peer.Token, auth)
	if err != nil {
		return nil, err
	}
	word, err := d.signed.Enter(ctx, s, token)
	if err != nil {
		return nil, err
	}
	s.Identity = word
	return nil, nil
}

func tokenOf(cookie string, auth json.RawMessage) (string, error) {
	var handshake struct{ Token string }
	if len(auth) > 0 && json.Unmarshal(auth, &handshake) != nil {
		return "", fault.New(fault.INVALID_TOKEN, "auth.token is a string")
	}
	switch named := handshake.Token; {
	case named != "" && cookie != "":
		return "", fault.New(fault.INVALID_INPUT, "a cookie and a token: one of them says who calls")
	case named == "" && cookie == "":
		return "", fault.New(fault.UNAUTHORIZED, "nobody is signed in")
	case named != "":
		return named, nil
	}
	return cookie, nil
}

// Disconnect implements socketio.Handler.
func (d *Desk) Disconnect(s *socketio.Socket) {
	if word, ok := s.Identity.(string); ok {
		d.signed.Leave(word, s)
	}
}

// answer acknowledges an event.
type answer struct {
	OK      bool       `json:"ok"`
	Message fault.Code `json:"message,omitempty"`
}

// Event implements socketio.Handler. A page says what it watches, in place of what it watched before.
func (d *Desk) Event(_ context.Context, s *socketio.Socket, name string, args []json.RawMessage) any {
	word, ok := s.Identity.(string)
	var topics []string
	switch {
	case !ok:
		return answer{Message: fault.UNAUTHORIZED}
	case name != watch || len(args) != 1 || json.Unmarshal(args[0], &topics) != nil || len(topics) > d.settings.MaxWatched:
		return answer{Message: fault.INVALID_INPUT}
	}
	for _, topic := range topics {
		if err := d.settings.Permits(operatorOf(word).Role, topic); err != nil {
			return answer{Message: fault.Of(err).Code}
		}
	}
	slices.Sort(topics)
	s.Stay(slices.Compact(topics)...)
	return answer{OK: true}
}
