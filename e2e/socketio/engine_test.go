package socketio_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

func TestHandshakeNamesTheTerms(t *testing.T) {
	t.Parallel()
	each(t, nil, func(t *testing.T, e *endpoint) {
		r := e.request(t, http.MethodGet, polling+"&t=abc", "")
		if r.status != 200 || r.header.Get("Content-Type") != "text/plain; charset=UTF-8" ||
			r.header.Get("Cache-Control") != "no-store" {
			t.Errorf("answer %+v", r)
		}
		o := readOpening(t, r.body)
		if o.PingInterval != 25000 || o.PingTimeout != 20000 || o.MaxPayload != 16384 ||
			len(o.Upgrades) != 1 || o.Upgrades[0] != "websocket" || len(o.SID) < 20 {
			t.Errorf("polling: %+v", o)
		}
		w := open(t, e)
		if len(w.open.Upgrades) != 0 || w.open.MaxPayload != 16384 || w.open.SID == o.SID {
			t.Errorf("websocket: %+v", w.open)
		}
	})
}

func TestWhatIsNoHandshakeIsRefused(t *testing.T) {
	t.Parallel()
	each(t, nil, func(t *testing.T, e *endpoint) {
		session := poll(t, e)
		cases := map[string]struct {
			method, query, body string
			status              int
			want                string
		}{
			"NoVersion":          {"GET", "transport=polling", "", 400, `{"code":5,"message":"Unsupported protocol version"}`},
			"OldVersion":         {"GET", "EIO=3&transport=polling", "", 400, `{"code":5,"message":"Unsupported protocol version"}`},
			"NextVersion":        {"GET", "EIO=5&transport=polling", "", 400, `{"code":5,"message":"Unsupported protocol version"}`},
			"NoTransport":        {"GET", "EIO=4", "", 400, `{"code":0,"message":"Transport unknown"}`},
			"UnknownTransport":   {"GET", "EIO=4&transport=webtransport", "", 400, `{"code":0,"message":"Transport unknown"}`},
			"PostWithoutSession": {"POST", "EIO=4&transport=polling", "40", 400, `{"code":2,"message":"Bad handshake method"}`},
			"PutWithoutSession":  {"PUT", "EIO=4&transport=polling", "40", 400, `{"code":2,"message":"Bad handshake method"}`},
			"DeleteOfASession": {
				"DELETE", "EIO=4&transport=polling&sid=" + session.sid, "", 400, `{"code":2,"message":"Bad handshake method"}`,
			},
			"UnknownSession":       {"GET", "EIO=4&transport=polling&sid=nobody", "", 400, `{"code":1,"message":"Session ID unknown"}`},
			"PostToUnknownSession": {"POST", "EIO=4&transport=polling&sid=nobody", "3", 400, `{"code":1,"message":"Session ID unknown"}`},
			"SocketOfUnknown":      {"GET", "EIO=4&transport=websocket&sid=nobody", "", 400, `{"code":1,"message":"Session ID unknown"}`},
			"PostToAWebSocket":     {"POST", "EIO=4&transport=websocket", "", 400, `{"code":2,"message":"Bad handshake method"}`},
			"NoWebSocketRequest":   {"GET", "EIO=4&transport=websocket", "", 426, ""},
		}
		for name, c := range cases {
			r := e.request(t, c.method, c.query, c.body)
			if r.status != c.status || c.want != "" && strings.TrimSpace(r.body) != c.want {
				t.Errorf("%s: %d %s; want %d %s", name, r.status, r.body, c.status, c.want)
			}
		}
	})
}

// interval and timeout are the product's, as TestHandshakeNamesTheTerms has them.
const interval, timeout = 25 * time.Second, 20 * time.Second

func TestHeartbeat(t *testing.T) {
	t.Parallel()
	t.Run("PollingAnswered", func(t *testing.T) {
		t.Parallel()
		each(t, nil, func(t *testing.T, e *endpoint) {
			p := poll(t, e)
			p.connect("")
			for range 4 {
				began := time.Now()
				if r := p.get(); r.body != "2" || time.Since(began) != interval {
					t.Fatalf("got %q after %s; want a ping", r.body, time.Since(began))
				}
				p.send("3")
			}
		})
	})
	t.Run("WebSocketAnswered", func(t *testing.T) {
		t.Parallel()
		each(t, nil, func(t *testing.T, e *endpoint) {
			w := open(t, e)
			w.connect("")
			for range 4 {
				began := time.Now()
				if f := w.frame(); f != "2" || time.Since(began) != interval {
					t.Fatalf("got %q after %s; want a ping", f, time.Since(began))
				}
				w.send("3")
			}
		})
	})
	t.Run("PollingUnanswered", func(t *testing.T) {
		t.Parallel()
		each(t, nil, func(t *testing.T, e *endpoint) {
			p := poll(t, e)
			p.connect("")
			if r := p.get(); r.body != "2" {
				t.Fatalf("got %q; want a ping", r.body)
			}
			if r := p.get(); r.body != "1" {
				t.Errorf("got %q; want a close", r.body)
			}
			p.dead()
			e.empty(t)
		})
	})
	t.Run("NeverPolled", func(t *testing.T) {
		t.Parallel()
		each(t, nil, func(t *testing.T, e *endpoint) {
			poll(t, e)
			e.empty(t)
		})
	})
	t.Run("WebSocketUnanswered", func(t *testing.T) {
		t.Parallel()
		each(t, nil, func(t *testing.T, e *endpoint) {
			began := time.Now()
			w := open(t, e)
			w.connect("")
			if before, _ := w.closed(); len(before) != 0 ||
				time.Since(began) < interval+timeout || time.Since(began) > interval+timeout+time.Second {
				t.Errorf("closed after %s, frames %q", time.Since(began), before)
			}
			e.empty(t)
		})
	})
	t.Run("AnEarlyPongIsNoAnswer", func(t *testing.T) {
		t.Parallel()
		each(t, nil, func(t *testing.T, e *endpoint) {
			began := time.Now()
			w := open(t, e)
			w.connect("")
			w.send("3", "3", "3")
			w.closed()
			if took := time.Since(began); took > interval+timeout+time.Second {
				t.Errorf("closed after %s", took)
			}
			e.empty(t)
		})
	})
}

func TestPollingCarriesSeveralPackets(t *testing.T) {
	t.Parallel()
	each(t, nil, func(t *testing.T, e *endpoint) {
		p := poll(t, e)
		p.send("40", `421["join","krapao-`+guest+`"]`, `422["join","krapao-`+bob+`"]`)
		if got := p.next(); !strings.HasPrefix(got, "40") {
			t.Errorf("got %q", got)
		}
		p.expect(`431[{"ok":true}]`)
		p.expect(`432[{"ok":false,"message":"UNAUTHORIZED"}]`)
	})
}

func TestOneRequestOfAKindAtATime(t *testing.T) {
	t.Parallel()
	each(t, nil, func(t *testing.T, e *endpoint) {
		p := poll(t, e)
		answer := e.asked(p)
		second := p.get()
		first := answer()
		if first.body != "1" || second.status != 400 {
			t.Errorf("first %d %q, second %d %q; want a close and a refusal", first.status, first.body, second.status, second.body)
		}
		p.dead()
		e.empty(t)
	})
}

func TestClosing(t *testing.T) {
	t.Parallel()
	t.Run("APollingClientCloses", func(t *testing.T) {
		t.Parallel()
		each(t, nil, func(t *testing.T, e *endpoint) {
			p := poll(t, e)
			answer := e.asked(p)
			p.send("1")
			waiting := answer()
			if waiting.status != 200 || waiting.body != "6" {
				t.Errorf("the waiting GET got %d %q; want a noop", waiting.status, waiting.body)
			}
			p.dead()
			e.empty(t)
		})
	})
	t.Run("AWebSocketClientCloses", func(t *testing.T) {
		t.Parallel()
		each(t, nil, func(t *testing.T, e *endpoint) {
			w := open(t, e)
			w.send("1")
			w.closed()
			e.empty(t)
		})
	})
	t.Run("AWebSocketIsCut", func(t *testing.T) {
		t.Parallel()
		each(t, nil, func(t *testing.T, e *endpoint) {
			w := open(t, e)
			w.connect(aliceToken)
			_ = w.conn.CloseNow()
			e.empty(t)
		})
	})
	t.Run("TheServerStops", func(t *testing.T) {
		t.Parallel()
		each(t, nil, func(t *testing.T, e *endpoint) {
			w, p := open(t, e), poll(t, e)
			answer := e.asked(p)
			e.live.Close()
			waiting := answer()
			if before, _ := w.closed(); len(before) != 0 {
				t.Errorf("frames %q: a client that is told to go does not come back by itself", before)
			}
			if waiting.body != "1" {
				t.Errorf("the waiting GET got %q", waiting.body)
			}
			if r := e.request(t, http.MethodGet, polling, ""); r.status != 503 || r.header.Get("Retry-After") == "" {
				t.Errorf("a new session: %d", r.status)
			}
			e.empty(t)
		})
	})
}

// upgrading opens a WebSocket for a polling session.
func upgrading(t *testing.T, e *endpoint, sid string) *wire {
	t.Helper()
	w, _, err := dial(t, e, "&sid="+sid)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestUpgrade(t *testing.T) {
	t.Parallel()
	each(t, nil, func(t *testing.T, e *endpoint) {
		p := poll(t, e)
		p.connect(aliceToken)
		answer := e.asked(p)
		w := upgrading(t, e, p.sid)
		w.send("2probe")
		w.expect("3probe")
		waiting := answer()
		if waiting.status != 200 || waiting.body != "6" {
			t.Fatalf("the waiting GET got %d %q; want a noop", waiting.status, waiting.body)
		}
		if r := p.get(); r.body != "6" { // a client that asks again before it has seen the probe's answer
			t.Errorf("another GET got %q; want a noop at once", r.body)
		}
		w.send("5", `421["join","krapao-`+alice+`"]`)
		w.expect(`431[{"ok":true}]`)
		e.bus.Publish("member", alice)
		w.expect(`42["wallet","changed"]`)
		w.expect(`42["statement","changed"]`)
		if s := e.stats(); s.WebSocket != 1 || s.Polling != 0 {
			t.Errorf("stats %+v", s)
		}
		if r := p.get(); r.status != 400 {
			t.Errorf("a GET after the upgrade: %d %q", r.status, r.body)
		}
		if r := p.post(`423["join","x"]`); r.status != 400 {
			t.Errorf("a POST after the upgrade: %d %q", r.status, r.body)
		}
		again := upgrading(t, e, p.sid)
		again.closed()
		w.send(`424["join","krapao-` + alice + `"]`)
		w.expect(`434[{"ok":true}]`) // neither disturbed the session
	})
}

func TestABrokenUpgradeLeavesTheSessionPolling(t *testing.T) {
	t.Parallel()
	cases := map[string][]string{
		"WrongProbe":   {"2prove"},
		"NoProbe":      {"40"},
		"NoSwitch":     {"2probe", "40"},
		"SwitchFirst":  {"5"},
		"BinaryAtOnce": nil,
	}
	for name, frames := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			each(t, nil, func(t *testing.T, e *endpoint) {
				p := poll(t, e)
				w := upgrading(t, e, p.sid)
				if frames == nil {
					if err := w.conn.Write(t.Context(), websocket.MessageBinary, []byte("2probe")); err != nil {
						t.Fatal(err)
					}
				} else {
					w.send(frames...)
				}
				w.closed()
				p.send("40")
				for p.next() == "6" { // noops of the attempt
					continue
				}
				if s := e.stats(); s.Polling != 1 || s.Sockets != 1 {
					t.Errorf("stats %+v", s)
				}
				second := upgrading(t, e, p.sid) // and it may try once more
				second.send("2probe")
				second.expect("3probe")
				second.send("5", `421["join","krapao-`+guest+`"]`)
				second.expect(`431[{"ok":true}]`)
			})
		})
	}
}

func TestAnUpgradeThatStallsIsGivenUp(t *testing.T) {
	t.Parallel()
	each(t, nil, func(t *testing.T, e *endpoint) {
		began := time.Now()
		p := poll(t, e)
		w := upgrading(t, e, p.sid)
		w.send("2probe")
		w.expect("3probe")
		w.closed()
		if took := time.Since(began); took < 10*time.Second || took > 11*time.Second {
			t.Errorf("given up after %s", took)
		}
		p.send("40")
		for p.next() == "6" {
			continue
		}
	})
}

func TestMalformedPacketsCloseTheSession(t *testing.T) {
	t.Parallel()
	malformed := map[string]string{
		"Empty":             "",
		"UnknownType":       "7",
		"Open":              "0",
		"Ping":              "2",
		"Upgrade":           "5",
		"Noop":              "6",
		"PongWithData":      "3probe",
		"CloseWithData":     "1x",
		"Binary":            "bAQIDBA==",
		"EmptyMessage":      "4",
		"UnknownMessage":    "47",
		"Text":              "hello",
		"EventNoJSON":       "42",
		"EventBadJSON":      "42[",
		"EventObject":       `42{"a":1}`,
		"EventEmpty":        "42[]",
		"EventNumber":       "42[1]",
		"EventNull":         "42[null]",
		"EventReserved":     `42["connect"]`,
		"EventReservedToo":  `42["disconnecting"]`,
		"EventTrailing":     `42["join"]x`,
		"EventHugeAck":      `421234567890123456["join","x"]`,
		"EventForeign":      `42/admin,["join","x"]`,
		"AckNoNumber":       "43[]",
		"AckNoJSON":         "431",
		"ConnectTwice":      "40",
		"ConnectBadAuth":    `40"x"`,
		"ConnectBadJSON":    `40{`,
		"ConnectWithAck":    `401{}`,
		"DisconnectData":    `41{}`,
		"ConnectError":      `44{"message":"x"}`,
		"BinaryEvent":       `451-["x",{"_placeholder":true,"num":0}]`,
		"BinaryAck":         `461-1[{"_placeholder":true,"num":0}]`,
		"InvalidUTF8":       "42[\"join\",\"\xff\xfe\"]",
		"LongNamespace":     "40/" + strings.Repeat("x", 200) + ",",
		"SeparatorsOnly":    "\x1e",
		"EmptyBetweenGood":  "3\x1e\x1e3",
		"GoodThenMalformed": "3\x1e7",
	}
	each(t, nil, func(t *testing.T, e *endpoint) {
		for name, packet := range malformed {
			p := poll(t, e)
			p.connect("")
			if r := p.post(packet); r.status != 400 {
				t.Errorf("polling, %s: %d %q", name, r.status, r.body)
			}
			p.dead()
			if strings.Contains(packet, "\x1e") {
				continue // frames of polling alone
			}
			w := open(t, e)
			w.connect("")
			w.send(packet)
			if before, _ := w.closed(); len(before) != 0 {
				t.Errorf("WebSocket, %s: answered %q", name, before)
			}
		}
		binary := open(t, e)
		binary.connect("")
		if err := binary.conn.Write(t.Context(), websocket.MessageBinary, []byte{1, 2, 3}); err != nil {
			t.Fatal(err)
		}
		binary.closed()
		early := open(t, e) // an event before the namespace is joined
		early.send(`421["join","krapao-` + guest + `"]`)
		if before, _ := early.closed(); len(before) != 0 {
			t.Errorf("before it was connected: answered %q", before)
		}
		e.empty(t)
	})
}

func TestPayloadsAreBounded(t *testing.T) {
	t.Parallel()
	each(t, nil, func(t *testing.T, e *endpoint) {
		huge := `42["join","` + strings.Repeat("x", 20_000) + `"]`
		fits := `421["join","` + strings.Repeat("x", 16_000) + `"]`
		p := poll(t, e)
		p.connect("")
		p.send(fits)
		p.expect(`431[{"ok":false,"message":"UNAUTHORIZED"}]`)
		if r := p.post(huge); r.status != http.StatusRequestEntityTooLarge {
			t.Errorf("polling: %d %q", r.status, r.body)
		}
		p.dead()
		w := open(t, e)
		w.connect("")
		w.send(fits)
		w.expect(`431[{"ok":false,"message":"UNAUTHORIZED"}]`)
		w.send(huge)
		if before, status := w.closed(); status != websocket.StatusMessageTooBig || len(before) != 0 {
			t.Errorf("websocket: status %d, frames %q", status, before)
		}
		e.empty(t)
	})
}
