package socketio

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Engine.IO packets: the first character of every packet.
const (
	engineOpen    = '0'
	engineClose   = '1'
	enginePing    = '2'
	enginePong    = '3'
	engineMessage = '4'
	engineUpgrade = '5'
	engineNoop    = '6'
)

// Socket.IO packets: the first character of an Engine.IO message.
const (
	socketConnect      = '0'
	socketDisconnect   = '1'
	socketEvent        = '2'
	socketAck          = '3'
	socketConnectError = '4'
)

// recordSeparator separates the packets of one polling body.
const recordSeparator = "\x1e"

// maxAckDigits keeps an acknowledgement's number within the numbers that JavaScript counts exactly.
const maxAckDigits = 15

// maxNamespace is how long a namespace may be, since a CONNECT_ERROR repeats it.
const maxNamespace = 100

var errMalformed = errors.New("socketio: malformed packet")

// packet is one Socket.IO packet as a client sent it.
type packet struct {
	kind byte
	// namespace is empty for the main one.
	namespace string
	// ack is the acknowledgement's number as it came; empty where none is wanted.
	ack string
	// data is the JSON that follows; empty where there is none.
	data json.RawMessage
}

// reserved are the names of events that the client library raises by itself. Nobody may send them.
var reserved = map[string]bool{
	"connect": true, "connect_error": true, "disconnect": true, "disconnecting": true, "newListener": true, "removeListener": true,
}

// parsePacket reads a Socket.IO packet, the text of an Engine.IO message.
func parsePacket(text string) (packet, error) {
	if text == "" {
		return packet{}, errMalformed
	}
	p := packet{kind: text[0]}
	rest := text[1:]
	if strings.HasPrefix(rest, "/") {
		p.namespace, rest, _ = strings.Cut(rest, ",")
		if len(p.namespace) > maxNamespace {
			return packet{}, errMalformed
		}
		p.namespace, _, _ = strings.Cut(p.namespace, "?")
		if p.namespace == "/" {
			p.namespace = ""
		}
	}
	digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	p.ack, rest = rest[:digits], rest[digits:]
	p.data = json.RawMessage(rest)
	return p, p.check()
}

// check returns an error unless the packet has the form that the protocol gives to its kind.
func (p packet) check() error {
	ok := false
	switch p.kind {
	case socketConnect:
		ok = p.ack == "" && (len(p.data) == 0 || isJSON(p.data, '{'))
	case socketDisconnect:
		ok = p.ack == "" && len(p.data) == 0
	case socketEvent:
		ok = len(p.ack) <= maxAckDigits && isJSON(p.data, '[')
	case socketAck:
		ok = p.ack != "" && len(p.ack) <= maxAckDigits && isJSON(p.data, '[')
	}
	if !ok {
		return errMalformed
	}
	return nil
}

func isJSON(data []byte, opening byte) bool {
	return len(data) > 0 && data[0] == opening && json.Valid(data)
}

// event returns the name and arguments of an EVENT.
func (p packet) event() (name string, args []json.RawMessage, err error) {
	if err := json.Unmarshal(p.data, &args); err != nil || len(args) == 0 {
		return "", nil, errMalformed
	}
	if !bytes.HasPrefix(args[0], []byte{'"'}) {
		return "", nil, errMalformed
	}
	if err := json.Unmarshal(args[0], &name); err != nil || reserved[name] {
		return "", nil, errMalformed
	}
	return name, args[1:], nil
}

// splitPayload separates the packets of a polling body.
func splitPayload(body string) ([]string, error) {
	if body == "" || !utf8.ValidString(body) {
		return nil, errMalformed
	}
	return strings.Split(body, recordSeparator), nil
}

func joinPayload(packets []string) string { return strings.Join(packets, recordSeparator) }

// message makes the Engine.IO packet of a Socket.IO packet on a namespace ("" is the main one).
func message(kind byte, namespace, ack string, data any) (string, error) {
	text := string([]byte{engineMessage, kind})
	if namespace != "" {
		text += namespace + ","
	}
	text += ack
	if data == nil {
		return text, nil
	}
	b, err := json.Marshal(data)
	if err != nil {
		return "", err
	}
	return text + string(b), nil
}

// openPacket has the terms of a session for its client.
func openPacket(s Settings, sid string, upgrades []string) string {
	return string(engineOpen) + `{"sid":"` + sid + `","upgrades":[` + quoted(upgrades) + `],"pingInterval":` +
		strconv.FormatInt(s.PingInterval.Milliseconds(), 10) + `,"pingTimeout":` + strconv.FormatInt(s.PingTimeout.Milliseconds(), 10) +
		`,"maxPayload":` + strconv.FormatInt(s.MaxPayload, 10) + `}`
}

func quoted(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return `"` + strings.Join(words, `","`) + `"`
}
