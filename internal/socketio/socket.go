package socketio

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"slices"
	"sync/atomic"
	"time"

	"krapao/fault"
)

// Handler decides what sockets may do.
type Handler interface {
	// Connect admits a socket by the client's handshake auth, a JSON object or empty, and returns the rooms that it is put
	// into. The client gets the code of a refusal as connect_error.
	Connect(ctx context.Context, s *Socket, auth json.RawMessage) (rooms []string, err error)
	// Event handles one event. The answer is sent if the client asked for an acknowledgement.
	Event(ctx context.Context, s *Socket, name string, args []json.RawMessage) (answer any)
	// Disconnect is called once for each socket that was admitted.
	Disconnect(s *Socket)
}

// handlerTimeout is how long one call of the handler may take.
const handlerTimeout = 10 * time.Second

// Socket is a client in the main namespace.
type Socket struct {
	// ID is public, unlike the session's sid.
	ID string
	// Peer is where it came from.
	Peer Peer
	// Identity belongs to the handler, which sets it in Connect.
	Identity any

	session *session
	gone    atomic.Bool
	// rooms is guarded by the server's mutex.
	rooms map[string]struct{}
}

// handle handles one Socket.IO packet; an error ends the session.
func (c *session) handle(p packet) error {
	if p.kind == socketConnect {
		return c.connect(p)
	}
	s := c.current()
	if s == nil || p.namespace != "" {
		return errMalformed
	}
	switch p.kind {
	case socketDisconnect:
		c.setSocket(nil)
		s.left()
		return nil
	case socketEvent:
		return s.event(p)
	}
	return nil // an ACK that nobody asked for
}

// connect joins the namespace, if the handler admits it.
func (c *session) connect(p packet) error {
	if p.namespace != "" {
		return c.reply(socketConnectError, p.namespace, "", map[string]string{"message": "Invalid namespace"})
	}
	if c.current() != nil {
		return errMalformed
	}
	s := &Socket{ID: rand.Text(), Peer: c.peer, session: c, rooms: map[string]struct{}{}}
	ctx, cancel := context.WithTimeout(context.Background(), handlerTimeout)
	defer cancel()
	rooms, err := c.server.handler.Connect(ctx, s, p.data)
	if err != nil {
		return c.reply(socketConnectError, "", "", map[string]string{"message": string(fault.Of(err).Code)})
	}
	if !c.setSocket(s) {
		s.left()
		return nil
	}
	text, err := message(socketConnect, "", "", map[string]string{"sid": s.ID})
	if err != nil {
		return err
	}
	if !s.welcome(text, rooms) {
		c.close(errTooSlow)
	}
	return nil
}

// event calls the handler, and acknowledges the event if the client wants it.
func (s *Socket) event(p packet) error {
	name, args, err := p.event()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), handlerTimeout)
	defer cancel()
	answer := s.session.server.handler.Event(ctx, s, name, args)
	if p.ack == "" {
		return nil
	}
	return s.session.reply(socketAck, "", p.ack, []any{answer})
}

func (c *session) reply(kind byte, namespace, ack string, data any) error {
	text, err := message(kind, namespace, ack, data)
	if err != nil {
		return err
	}
	c.send(text, false)
	return nil
}

// left takes the socket out of its rooms and tells the handler, once.
func (s *Socket) left() {
	if s.gone.Swap(true) {
		return
	}
	s.session.server.leaveAll(s)
	s.session.server.handler.Disconnect(s)
}

// Disconnect ends the socket's connection for good: the standard client does not reconnect by itself. Packets that wait for the
// client are still sent.
func (s *Socket) Disconnect() {
	if text, err := message(socketDisconnect, "", "", nil); err == nil {
		s.session.send(text, false)
	}
	s.session.close(errDisconnected)
}

// Expel is Disconnect for a client that may have lost the right to its waiting packets: none of them is sent.
func (s *Socket) Expel() {
	if text, err := message(socketDisconnect, "", "", nil); err == nil {
		s.session.out.last(text)
	}
	s.session.close(errDisconnected)
}

// Emit sends an event to this socket alone.
func (s *Socket) Emit(event string, args ...any) error {
	text, err := message(socketEvent, "", "", append([]any{event}, args...))
	if err == nil {
		s.session.send(text, false)
	}
	return err
}

// Stay puts the socket into these rooms, and takes it out of all others.
func (s *Socket) Stay(rooms ...string) {
	server := s.session.server
	server.mu.Lock()
	defer server.mu.Unlock()
	server.leave(s)
	for _, room := range rooms {
		s.join(room)
	}
}

// Join puts the socket into a room. Emit to the room reaches it from then on.
func (s *Socket) Join(room string) {
	server := s.session.server
	server.mu.Lock()
	defer server.mu.Unlock()
	s.join(room)
}

// welcome sends the answer to CONNECT, and puts the socket into its rooms before anybody can emit to them. So every event that is
// emitted once the client knows that it is connected reaches it. It reports whether the client's queue had room.
func (s *Socket) welcome(text string, rooms []string) bool {
	server := s.session.server
	server.mu.Lock()
	defer server.mu.Unlock()
	if !s.session.queue(text, false) {
		return false
	}
	for _, room := range rooms {
		s.join(room)
	}
	return true
}

// join needs the server's lock.
func (s *Socket) join(room string) {
	server := s.session.server
	if s.gone.Load() {
		return
	}
	members := server.rooms[room]
	if members == nil {
		members = map[*Socket]struct{}{}
		server.rooms[room] = members
	}
	members[s] = struct{}{}
	s.rooms[room] = struct{}{}
}

// Rooms lists the socket's rooms.
func (s *Socket) Rooms() []string {
	server := s.session.server
	server.mu.RLock()
	defer server.mu.RUnlock()
	rooms := make([]string, 0, len(s.rooms))
	for r := range s.rooms {
		rooms = append(rooms, r)
	}
	slices.Sort(rooms)
	return rooms
}
