package socketio_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

const patience = 2 * time.Minute

// reply is an answer to an HTTP request.
type reply struct {
	status int
	header http.Header
	body   string
}

func request(t *testing.T, method, address, body string, header ...string) reply {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatalf("%s %s: %v", method, address, err)
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply{res.StatusCode, res.Header, string(text)}
}

// poller is a client that polls, packet by packet.
type poller struct {
	t       *testing.T
	address string
	sid     string
	unread  []string
}

type opening struct {
	SID          string   `json:"sid"`
	Upgrades     []string `json:"upgrades"`
	PingInterval int      `json:"pingInterval"`
	PingTimeout  int      `json:"pingTimeout"`
	MaxPayload   int      `json:"maxPayload"`
}

func readOpening(t *testing.T, text string) opening {
	t.Helper()
	var o opening
	if !strings.HasPrefix(text, "0") {
		t.Fatalf("not an open packet: %q", text)
	}
	if err := json.Unmarshal([]byte(text[1:]), &o); err != nil || o.SID == "" {
		t.Fatalf("open packet %q: %v", text, err)
	}
	return o
}

func poll(t *testing.T, e *endpoint) *poller {
	t.Helper()
	r := request(t, http.MethodGet, e.url+"/socket.io/?EIO=4&transport=polling", "")
	if r.status != http.StatusOK {
		t.Fatalf("handshake: %+v", r)
	}
	sid := readOpening(t, r.body).SID
	return &poller{t: t, sid: sid, address: e.url + "/socket.io/?EIO=4&transport=polling&sid=" + url.QueryEscape(sid)}
}

func (p *poller) get() reply { return request(p.t, http.MethodGet, p.address, "") }

func (p *poller) post(body string) reply { return request(p.t, http.MethodPost, p.address, body) }

// send posts packets that must be taken.
func (p *poller) send(packets ...string) {
	p.t.Helper()
	if r := p.post(strings.Join(packets, "\x1e")); r.status != http.StatusOK || r.body != "ok" {
		p.t.Fatalf("post %q: %d %q", packets, r.status, r.body)
	}
}

// next returns the next packet that is no ping; pings are answered.
func (p *poller) next() string {
	p.t.Helper()
	for {
		if len(p.unread) == 0 {
			r := p.get()
			if r.status != http.StatusOK {
				p.t.Fatalf("get: %d %q", r.status, r.body)
			}
			p.unread = strings.Split(r.body, "\x1e")
		}
		packet := p.unread[0]
		p.unread = p.unread[1:]
		if packet != "2" {
			return packet
		}
		p.send("3")
	}
}

func (p *poller) expect(want string) {
	p.t.Helper()
	if got := p.next(); got != want {
		p.t.Fatalf("got %q; want %q", got, want)
	}
}

// connect joins the namespace.
func (p *poller) connect(token string) {
	p.t.Helper()
	p.send("40" + authOf(token))
	if got := p.next(); !strings.HasPrefix(got, `40{"sid":"`) {
		p.t.Fatalf("connect: %q", got)
	}
}

func authOf(token string) string {
	if token == "" {
		return ""
	}
	return `{"token":"` + token + `"}`
}

// dead: the session is gone.
func (p *poller) dead() {
	p.t.Helper()
	if r := p.get(); r.status != http.StatusBadRequest {
		p.t.Errorf("the session lives: %d %q", r.status, r.body)
	}
}

// wire is a client on a WebSocket, frame by frame.
type wire struct {
	t    *testing.T
	conn *websocket.Conn
	open opening
}

// dial opens a WebSocket; the status is the answer's.
func dial(t *testing.T, e *endpoint, query string, header ...string) (*websocket.Conn, int, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	h := http.Header{}
	for i := 0; i+1 < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	conn, res, err := websocket.Dial( //nolint:bodyclose // the library closes it
		ctx, ws(e.url)+"/socket.io/?EIO=4&transport=websocket"+query, &websocket.DialOptions{HTTPHeader: h})
	if err == nil {
		t.Cleanup(func() { _ = conn.CloseNow() })
	}
	status := 0
	if res != nil {
		status = res.StatusCode
	}
	return conn, status, err
}

func open(t *testing.T, e *endpoint, header ...string) *wire {
	t.Helper()
	conn, _, err := dial(t, e, "", header...)
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{t: t, conn: conn}
	w.open = readOpening(t, w.frame())
	return w
}

// frame returns the next frame, whatever it is.
func (w *wire) frame() string {
	w.t.Helper()
	text, err := w.read()
	if err != nil {
		w.t.Fatalf("read: %v", err)
	}
	return text
}

func (w *wire) read() (string, error) {
	ctx, cancel := context.WithTimeout(w.t.Context(), patience)
	defer cancel()
	_, data, err := w.conn.Read(ctx)
	return string(data), err
}

// next returns the next packet that is no ping; pings are answered.
func (w *wire) next() string {
	w.t.Helper()
	for {
		if text := w.frame(); text != "2" {
			return text
		}
		w.send("3")
	}
}

func (w *wire) expect(want string) {
	w.t.Helper()
	if got := w.next(); got != want {
		w.t.Fatalf("got %q; want %q", got, want)
	}
}

func (w *wire) send(packets ...string) {
	w.t.Helper()
	for _, p := range packets {
		if err := w.conn.Write(w.t.Context(), websocket.MessageText, []byte(p)); err != nil {
			w.t.Fatalf("write %q: %v", p, err)
		}
	}
}

func (w *wire) connect(token string) {
	w.t.Helper()
	w.send("40" + authOf(token))
	if got := w.next(); !strings.HasPrefix(got, `40{"sid":"`) {
		w.t.Fatalf("connect: %q", got)
	}
}

// closed waits for the server's close, and returns the frames before it that are no pings.
func (w *wire) closed() (before []string, status websocket.StatusCode) {
	w.t.Helper()
	for {
		text, err := w.read()
		if err == nil {
			if text != "2" {
				before = append(before, text)
			}
			continue
		}
		if errors.Is(err, context.DeadlineExceeded) {
			w.t.Fatalf("the server did not close; frames %q", before)
		}
		return before, websocket.CloseStatus(err)
	}
}

// silent: nothing but pings comes within d.
func (w *wire) silent(d time.Duration) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), d)
	defer cancel()
	for {
		_, data, err := w.conn.Read(ctx) // the connection is of no use after this
		if err != nil {
			return
		}
		if string(data) != "2" {
			w.t.Errorf("heard %q", data)
		}
	}
}
