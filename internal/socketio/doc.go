// Package socketio is a server for Socket.IO v4: the Socket.IO protocol, revision 5, over Engine.IO, revision 4, as the standard
// socket.io-client 3.x and 4.x speaks it. It has text packets, the main namespace, events with acknowledgements, and rooms.
//
// # Engine.IO: how packets travel
//
// A session opens with GET ?EIO=4&transport=polling (the open packet is the answer's body) or with a WebSocket on
// transport=websocket (it is the first frame). The open packet has the session's sid, which only its client knows and which
// every later request carries. A packet is one character and its data:
//
//	0 open   1 close   2 ping   3 pong   4 message   5 upgrade   6 noop
//
// Polling: a GET waits for packets, and a POST brings some. Several packets in one body are separated by 0x1e. There may be one
// GET and one POST at a time: a second one ends the session. WebSocket: one packet per text frame.
//
// Upgrade: a client that polls opens a WebSocket with its sid and sends 2probe. The server answers 3probe, and answers a waiting
// GET with a noop. The client sends 5, and from then on only the WebSocket counts. A WebSocket that breaks this order is closed,
// and the session goes on polling. A session upgrades once.
//
// Heartbeat: the server sends 2 every pingInterval. Without a 3 within pingTimeout the session ends.
//
// Refusals before a session: {"code":n,"message":text} with 0 Transport unknown, 1 Session ID unknown, 2 Bad handshake
// method, 3 Bad request, 4 Forbidden, 5 Unsupported protocol version.
//
// # Socket.IO: what messages say
//
// Inside a message: one character, the acknowledgement's number if one is wanted, JSON.
//
//	0 CONNECT {auth}   1 DISCONNECT   2 EVENT ["name", args...]   3 ACK [args...]   4 CONNECT_ERROR {message}
//
// Only CONNECT is allowed until it was answered with 0{"sid":...}. CONNECT to another namespace is answered with a
// CONNECT_ERROR, "Invalid namespace". DISCONNECT leaves the namespace; the session stays and may CONNECT again.
//
// # What ends a session at once
//
//   - a packet that does not have one of the forms above, or invalid UTF-8
//   - binary data, which is left out on purpose, as are other namespaces
//   - a payload above maxPayload (413, or close code 1009)
//   - more packets than their limit
//   - a client that does not take its packets, so that the queue is full
//   - a namespace that is not joined in time
package socketio
