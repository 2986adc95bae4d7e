package socketio

import (
	"context"
	"encoding/json"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"krapao/internal/clock"
	"krapao/internal/ratelimit"
)

// Settings are the server's numbers. A zero field has its default.
type Settings struct {
	// PingInterval and PingTimeout (25 s, 20 s) are for noticing clients that have gone.
	PingInterval, PingTimeout time.Duration
	// UpgradeTimeout limits the probing of a WebSocket (10 s), ConnectTimeout the time until the namespace is joined (20 s).
	UpgradeTimeout, ConnectTimeout time.Duration
	// MaxPayload limits a frame and a polling body, in bytes (16 KiB: clients only join rooms here).
	MaxPayload int64
	// MaxQueue and MaxQueueBytes limit the packets that wait for one client (256 packets, 1 MiB).
	MaxQueue, MaxQueueBytes int
	// MaxPackets is how many packets a session may send (20/s, 100 at once).
	MaxPackets ratelimit.Limit
	// MaxSessions limits the node (50,000), MaxPerAddress one address (5,000: many members share a mobile carrier's). For
	// IPv6 it limits one customer's network.
	MaxSessions, MaxPerAddress int
	// Origins may connect besides the page's own host, e.g. "https://www.example.com".
	Origins []string
	// Address returns where a request came from; nil is its TCP peer.
	Address func(*http.Request) string
	// Token returns the token that a connection's first request carries, where a browser sends it by itself in a cookie. Nil: none.
	Token func(*http.Request) string
	Log   *slog.Logger
}

func (s Settings) withDefaults() Settings {
	setDefault(&s.PingInterval, 25*time.Second)
	setDefault(&s.PingTimeout, 20*time.Second)
	setDefault(&s.UpgradeTimeout, 10*time.Second)
	setDefault(&s.ConnectTimeout, 20*time.Second)
	setDefault(&s.MaxPayload, 16<<10)
	setDefault(&s.MaxQueue, 256)
	setDefault(&s.MaxQueueBytes, 1<<20)
	setDefault(&s.MaxSessions, 50_000)
	setDefault(&s.MaxPerAddress, 5_000)
	if s.MaxPackets.Count == 0 {
		s.MaxPackets = ratelimit.Limit{Name: "packets", Count: 20, Per: time.Second, Burst: 100}
	}
	if s.Address == nil {
		s.Address = peerAddress
	}
	if s.Token == nil {
		s.Token = func(*http.Request) string { return "" }
	}
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	return s
}

func setDefault[T int | int64 | time.Duration](field *T, value T) {
	if *field <= 0 {
		*field = value
	}
}

func peerAddress(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// Peer is where a connection came from, and the token that its first request carried.
type Peer struct{ Address, Token string }

// network is the unit by which connections are counted.
func (p Peer) network() string { return ratelimit.Network(p.Address) }

// Server accepts connections and keeps their rooms. It is the http.Handler of /socket.io/.
type Server struct {
	settings Settings
	handler  Handler
	packets  *ratelimit.Limiter

	mu        sync.RWMutex
	stopped   bool
	sessions  map[string]*session
	addresses map[string]int
	rooms     map[string]map[*Socket]struct{}
}

// New makes a server. The handler decides what its sockets may do.
func New(h Handler, s Settings) *Server {
	return &Server{
		settings: s.withDefaults(), handler: h, packets: ratelimit.New(ratelimit.NewMemory(), clock.NewSteady()),
		sessions: map[string]*session{}, addresses: map[string]int{}, rooms: map[string]map[*Socket]struct{}{},
	}
}

// refusal is an Engine.IO error: no session, or none any more.
type refusal struct {
	status, code int
	message      string
}

var (
	transportUnknown   = refusal{http.StatusBadRequest, 0, "Transport unknown"}
	sessionUnknown     = refusal{http.StatusBadRequest, 1, "Session ID unknown"}
	badHandshakeMethod = refusal{http.StatusBadRequest, 2, "Bad handshake method"}
	badRequest         = refusal{http.StatusBadRequest, 3, "Bad request"}
	forbiddenOrigin    = refusal{http.StatusForbidden, 4, "Forbidden"}
	tooLarge           = refusal{http.StatusRequestEntityTooLarge, 3, "Payload too large"}
	tooManyHere        = refusal{http.StatusTooManyRequests, 4, "Too many connections"}
	noRoom             = refusal{http.StatusServiceUnavailable, 4, "Try again"}
	unsupported        = refusal{http.StatusBadRequest, 5, "Unsupported protocol version"}
)

func (x refusal) write(w http.ResponseWriter) {
	if x.status == http.StatusTooManyRequests || x.status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "5")
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(x.status)
	_ = json.NewEncoder(w).Encode(map[string]any{"code": x.code, "message": x.message})
}

// ServeHTTP serves one request of either transport.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if !s.allowOrigin(w, r) {
		forbiddenOrigin.write(w)
		return
	}
	if r.Method == http.MethodOptions {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	q := r.URL.Query()
	if q.Get("EIO") != "4" {
		unsupported.write(w)
		return
	}
	var c *session
	if sid := q.Get("sid"); sid != "" {
		if c = s.session(sid); c == nil {
			sessionUnknown.write(w)
			return
		}
	}
	switch q.Get("transport") {
	case "websocket":
		s.serveWebSocket(w, r, c)
	case "polling":
		s.servePolling(w, r, c)
	default:
		transportUnknown.write(w)
	}
}

func (s *Server) session(sid string) *session {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.sessions[sid]
}

// open makes a session, if there is room for it.
func (s *Server) open(r *http.Request, t transport) (*session, *refusal) {
	peer := Peer{Address: s.settings.Address(r), Token: s.settings.Token(r)}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.stopped, len(s.sessions) >= s.settings.MaxSessions:
		return nil, &noRoom
	case s.addresses[peer.network()] >= s.settings.MaxPerAddress:
		return nil, &tooManyHere
	}
	c := newSession(s, peer, t)
	s.sessions[c.id] = c
	s.addresses[peer.network()]++
	return c, nil
}

func (s *Server) forget(c *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.sessions[c.id]; !known {
		return
	}
	delete(s.sessions, c.id)
	network := c.peer.network()
	if s.addresses[network]--; s.addresses[network] <= 0 {
		delete(s.addresses, network)
	}
}

func (s *Server) mayReceive(c *session) bool {
	d, err := s.packets.Take(context.Background(), s.settings.MaxPackets.On(c.id))
	return err == nil && d.Allowed
}

// leaveAll takes the socket out of every room.
func (s *Server) leaveAll(socket *Socket) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.leave(socket)
}

// leave needs the lock.
func (s *Server) leave(socket *Socket) {
	for room := range socket.rooms {
		delete(s.rooms[room], socket)
		if len(s.rooms[room]) == 0 {
			delete(s.rooms, room)
		}
	}
	clear(socket.rooms)
}

// Emit sends an event to every socket in the room.
func (s *Server) Emit(room, event string, args ...any) error { return s.emit(room, event, args, false) }

// Hint is Emit for an event that says nothing new when it is sent twice. A socket that has the same event waiting does not get
// another.
func (s *Server) Hint(room, event string, args ...any) error { return s.emit(room, event, args, true) }

func (s *Server) emit(room, event string, args []any, once bool) error {
	sockets := s.In(room)
	if len(sockets) == 0 {
		return nil
	}
	text, err := message(socketEvent, "", "", append([]any{event}, args...))
	if err != nil {
		return err
	}
	for _, socket := range sockets {
		socket.session.send(text, once)
	}
	return nil
}

// In lists the sockets of a room.
func (s *Server) In(room string) []*Socket {
	s.mu.RLock()
	defer s.mu.RUnlock()
	sockets := make([]*Socket, 0, len(s.rooms[room]))
	for socket := range s.rooms[room] {
		sockets = append(sockets, socket)
	}
	return sockets
}

// Stats are figures for metrics.
type Stats struct{ Polling, WebSocket, Sockets, Rooms int }

// Stats counts sessions by transport, sockets in the namespace, and rooms.
func (s *Server) Stats() Stats {
	s.mu.RLock()
	sessions := make([]*session, 0, len(s.sessions))
	for _, c := range s.sessions {
		sessions = append(sessions, c)
	}
	figures := Stats{Rooms: len(s.rooms)}
	s.mu.RUnlock()
	for _, c := range sessions {
		if c.carriedBy() == onWebSocket {
			figures.WebSocket++
		} else {
			figures.Polling++
		}
		if c.current() != nil {
			figures.Sockets++
		}
	}
	return figures
}

// Close ends every session and accepts no more. Clients reconnect by themselves, to another node or to the process that replaces
// this one.
func (s *Server) Close() {
	s.mu.Lock()
	s.stopped = true
	sessions := make([]*session, 0, len(s.sessions))
	for _, c := range s.sessions {
		sessions = append(sessions, c)
	}
	s.mu.Unlock()
	for _, c := range sessions {
		c.close(errStopping)
	}
}
