package socketio_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// patience is how long a client in a bubble waits for what it is to hear, of time that costs nothing. On a real network there is
// none but the run's.
const patience = 2 * time.Minute

// reply is an answer to an HTTP request.
type reply struct {
	status int
	header http.Header
	body   string
}

func (e *endpoint) request(t *testing.T, method, query, body string, header ...string) reply {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, e.url+"/socket.io/?"+query, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	res, err := e.http.Do(r)
	if err != nil {
		t.Fatalf("%s %s: %v", method, query, err)
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
	t      *testing.T
	e      *endpoint
	query  string
	sid    string
	unread []string
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
	r := e.request(t, http.MethodGet, polling, "")
	if r.status != http.StatusOK {
		t.Fatalf("handshake: %+v", r)
	}
	sid := readOpening(t, r.body).SID
	return &poller{t: t, e: e, sid: sid, query: polling + "&sid=" + url.QueryEscape(sid)}
}

// polling is the query of a handshake by polling.
const polling = "EIO=4&transport=polling"

func (p *poller) get() reply { return p.e.request(p.t, http.MethodGet, p.query, "") }

func (p *poller) post(body string) reply { return p.e.request(p.t, http.MethodPost, p.query, body) }

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

// wire is a client on a WebSocket, frame by frame. It reads all the time, as a browser does.
type wire struct {
	t    *testing.T
	e    *endpoint
	conn *websocket.Conn
	open opening
	// frames are what came; it is closed when the connection is, by the error.
	frames chan string
	err    error
}

// mostFrames is more than any test has a client hear before it looks.
const mostFrames = 10_000

// dial opens a WebSocket; the status is the answer's.
func dial(t *testing.T, e *endpoint, query string, header ...string) (*wire, int, error) {
	t.Helper()
	h := http.Header{}
	for i := 0; i+1 < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	conn, res, err := websocket.Dial( //nolint:bodyclose // the library closes it
		t.Context(), ws(e.url)+"/socket.io/?EIO=4&transport=websocket"+query, &websocket.DialOptions{HTTPHeader: h, HTTPClient: e.http})
	status := 0
	if res != nil {
		status = res.StatusCode
	}
	if err != nil {
		return nil, status, err
	}
	w := &wire{t: t, e: e, conn: conn, frames: make(chan string, mostFrames)}
	read := make(chan struct{})
	go func() { defer close(read); w.hear() }()
	t.Cleanup(func() { _ = conn.CloseNow(); <-read })
	return w, status, nil
}

// hear reads until the connection ends.
func (w *wire) hear() {
	defer close(w.frames)
	for {
		_, data, err := w.conn.Read(context.Background())
		if err != nil {
			w.err = err
			return
		}
		w.frames <- string(data)
	}
}

func open(t *testing.T, e *endpoint, header ...string) *wire {
	t.Helper()
	w, _, err := dial(t, e, "", header...)
	if err != nil {
		t.Fatal(err)
	}
	w.open = readOpening(t, w.frame())
	return w
}

// frame returns the next frame, whatever it is.
func (w *wire) frame() string {
	w.t.Helper()
	text, open := w.read()
	if !open {
		w.t.Fatalf("read: %v", w.err)
	}
	return text
}

// read returns the next frame; false where the connection has ended.
func (w *wire) read() (string, bool) {
	w.t.Helper()
	var late <-chan time.Time
	if w.e.virtual {
		late = time.After(patience)
	}
	select {
	case text, open := <-w.frames:
		return text, open
	case <-late:
		w.t.Fatal("nothing comes, and the server does not close")
		return "", false
	}
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
		text, open := w.read()
		if !open {
			return before, websocket.CloseStatus(w.err)
		}
		if text != "2" {
			before = append(before, text)
		}
	}
}

// silent: nothing but pings has come before the answer to a question; in a bubble, where time costs nothing, not for a second.
func (w *wire) silent() {
	w.t.Helper()
	if w.e.virtual {
		time.Sleep(time.Second)
	}
	w.send(`429["join","nobody's"]`)
	w.expect(`439[{"ok":false,"message":"UNAUTHORIZED"}]`)
}
