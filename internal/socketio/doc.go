// Package socketio is the server side of Socket.IO v4: the Socket.IO protocol, revision 5, over Engine.IO, revision 4,
// as the standard socket.io-client 3.x and 4.x speaks it. Text packets, the main namespace, events with
// acknowledgements, rooms.
//
// # Engine.IO: how packets travel
//
// A session opens with GET ?EIO=4&transport=polling (the answer's body is the open packet) or with a WebSocket on
// transport=websocket (the first frame is). The open packet names the session's sid, secret to its client, which every
// later request carries. A packet is one character and its data:
//
//	0 open   1 close   2 ping   3 pong   4 message   5 upgrade   6 noop
//
// Polling: GET waits for packets, POST brings some; several in one body are separated by 0x1e. One GET and one POST at a
// time: a second one ends the session. WebSocket: one packet a text frame.
//
// Upgrade: a client that polls opens a WebSocket with its sid and sends 2probe; the server answers 3probe and lets any
// waiting GET go with a noop; the client sends 5, and from then on only the WebSocket counts. A WebSocket that breaks
// this order is closed and the session goes on polling. A session upgrades once.
//
// Heartbeat: the server sends 2 every pingInterval; without a 3 within pingTimeout the session ends.
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
// Nothing but CONNECT is allowed before CONNECT was answered with 0{"sid":...}. CONNECT to another namespace is answered
// with a CONNECT_ERROR, "Invalid namespace". DISCONNECT leaves the namespace; the session stays and may CONNECT again.
//
// # What ends a session at once
//
// A packet that is not of the forms above, invalid UTF-8, binary data (left out on purpose, as are other namespaces), a
// payload above maxPayload (413, or close code 1009), more packets than the limit on them, a queue of outgoing packets
// that its client does not drain, and a namespace not joined in time.
package socketio
