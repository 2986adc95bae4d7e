package socketio_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/internal/bus"
	"krapao/internal/ratelimit"
	"krapao/internal/socketio/live"
)

func TestConnect(t *testing.T) {
	t.Parallel()
	each(t, nil, func(t *testing.T, e *endpoint) {
		cases := map[string]struct{ send, want string }{
			"Guest":           {`40`, `40{"sid":`},
			"GuestEmptyAuth":  {`40{}`, `40{"sid":`},
			"GuestEmptyToken": {`40{"token":""}`, `40{"sid":`},
			"GuestNullToken":  {`40{"token":null}`, `40{"sid":`},
			"MainNamed":       {`40/,{"token":"` + aliceToken + `"}`, `40{"sid":`},
			"Member":          {`40{"token":"` + aliceToken + `"}`, `40{"sid":`},
			"UnknownToken":    {`40{"token":"guess"}`, `44{"message":"invalid-token"}`},
			"TokenNoString":   {`40{"token":7}`, `44{"message":"invalid-token"}`},
			"OtherNamespace":  {`40/admin,{}`, `44/admin,{"message":"Invalid namespace"}`},
			"NamespaceQuery":  {`40/admin?x=1,`, `44/admin,{"message":"Invalid namespace"}`},
		}
		for name, c := range cases {
			w := open(t, e)
			w.send(c.send)
			if got := w.next(); !strings.HasPrefix(got, c.want) {
				t.Errorf("%s: got %q; want %q", name, got, c.want)
			}
		}
		refused := open(t, e) // may try again
		refused.send(`40{"token":"guess"}`)
		refused.expect(`44{"message":"invalid-token"}`)
		refused.connect(aliceToken)

		back := open(t, e) // after it has left
		back.connect(aliceToken)
		back.send("41")
		back.connect(bobToken)
		e.bus.Publish(bus.Member, bob)
		back.expect(`42["wallet","changed"]`)

		named := open(t, e) // not by the session's secret
		named.send("40")
		if got := named.next(); strings.Contains(got, named.open.SID) {
			t.Errorf("%q tells the sid", got)
		}
	})
}

func TestJoinIsDecidedByTheServer(t *testing.T) {
	t.Parallel()
	each(t, func(s *live.Settings) { s.MaxRefusedJoins = 100 }, func(t *testing.T, e *endpoint) {
		const yes = `{"ok":true}`
		const input, unauthorized = `{"ok":false,"message":"INVALID_INPUT"}`, `{"ok":false,"message":"UNAUTHORIZED"}`
		cases := map[string]struct{ token, args, want string }{
			"OwnRoom":           {aliceToken, `"krapao-` + alice + `"`, yes},
			"OthersRoom":        {aliceToken, `"krapao-` + bob + `"`, unauthorized},
			"NobodysRoom":       {aliceToken, `"krapao-000000000000"`, unauthorized},
			"MembersWithout":    {"", `"krapao-` + alice + `"`, unauthorized},
			"Guest":             {"", `"krapao-` + guest + `"`, yes},
			"GuestUpper":        {"", `"krapao-` + strings.ToUpper(guest) + `"`, yes},
			"GuestOfAMember":    {aliceToken, `"krapao-` + guest + `"`, yes},
			"GuestVersion1":     {"", `"krapao-c232ab00-9414-11ec-b3c8-9f6bdeced846"`, unauthorized},
			"GuestVersion7":     {"", `"krapao-018f3d6e-7a5c-7a8e-9d6b-0f4a3d1c2b5e"`, unauthorized},
			"GuestWrongVariant": {"", `"krapao-9b2f0a4e-6a5c-4a8e-0d6b-0f4a3d1c2b5e"`, unauthorized},
			"GuestNil":          {"", `"krapao-00000000-0000-0000-0000-000000000000"`, unauthorized},
			"GuestBraces":       {"", `"krapao-{9b2f0a4e-6a5c-4a8e-9d6b-0f4a3d1c2b5e}"`, unauthorized},
			"GuestCompact":      {"", `"krapao-9b2f0a4e6a5c4a8e9d6b0f4a3d1c2b5e"`, unauthorized},
			"GuestURN":          {"", `"krapao-urn:uuid:9b2f0a4e-6a5c-4a8e-9d6b-0f4a3d1c2b5e"`, unauthorized},
			"GuestNumber":       {"", `"krapao-1"`, unauthorized},
			"HintsRoom":         {"", `"hints:` + alice + `"`, unauthorized},
			"OtherPrefix":       {aliceToken, `"other-` + alice + `"`, unauthorized},
			"NoPrefix":          {aliceToken, `"` + alice + `"`, unauthorized},
			"EmptyID":           {"", `"krapao-"`, unauthorized},
			"OwnWithTail":       {aliceToken, `"krapao-` + alice + ` "`, unauthorized},
			"EmptyName":         {"", `""`, unauthorized},
			"NoName":            {"", ``, input},
			"Number":            {"", `7`, input},
			"Null":              {"", `null`, input},
			"List":              {aliceToken, `["krapao-` + alice + `"]`, input},
			"TwoNames":          {aliceToken, `"krapao-` + alice + `","krapao-` + bob + `"`, input},
		}
		for name, c := range cases {
			w := open(t, e)
			w.connect(c.token)
			args := `"join"`
			if c.args != "" {
				args += "," + c.args
			}
			w.send("427[" + args + "]")
			if got := w.next(); got != "437["+c.want+"]" {
				t.Errorf("%s: got %q; want %q", name, got, c.want)
			}
		}
		w := open(t, e) // without an acknowledgement
		w.connect("")
		w.send(`42["join","krapao-`+guest+`"]`, `42["nonsense"]`, `420["nonsense",1]`)
		w.expect(`430[{"ok":false,"message":"INVALID_INPUT"}]`)
	})
}

func TestMessagesReachTheRoomAndNobodyElse(t *testing.T) {
	t.Parallel()
	each(t, nil, func(t *testing.T, e *endpoint) {
		tabs := []*wire{open(t, e), open(t, e)}
		for _, tab := range tabs {
			tab.connect(aliceToken)
			tab.send(`421["join","krapao-` + alice + `"]`)
			tab.expect(`431[{"ok":true}]`)
		}
		other := open(t, e)
		other.connect(bobToken)
		other.send(`421["join","krapao-` + alice + `"]`)
		other.expect(`431[{"ok":false,"message":"UNAUTHORIZED"}]`)
		visitor := open(t, e)
		visitor.connect("")
		visitor.send(`421["join","krapao-` + guest + `"]`)
		visitor.expect(`431[{"ok":true}]`)
		if err := e.live.Message(alice, map[string]string{"text": "สวัสดี ສະບາຍດີ 😀"}); err != nil {
			t.Fatal(err)
		}
		for _, tab := range tabs {
			tab.expect(`42["messaging",{"text":"สวัสดี ສະບາຍດີ 😀"}]`)
		}
		if err := e.live.Message(strings.ToUpper(guest), "for the guest"); err != nil {
			t.Fatal(err)
		}
		visitor.expect(`42["messaging","for the guest"]`)
		if err := e.live.Message(alice, func() {}); err == nil {
			t.Error("what has no JSON form was sent")
		}
		other.silent()
	})
}

func TestHintsReachEveryTabOfTheMember(t *testing.T) {
	t.Parallel()
	each(t, nil, func(t *testing.T, e *endpoint) {
		tab, phone, other, visitor := open(t, e), poll(t, e), open(t, e), open(t, e)
		tab.connect(aliceToken)
		phone.connect(aliceToken)
		other.connect(bobToken)
		visitor.connect("")
		e.bus.Publish(bus.Member, alice)
		tab.expect(`42["wallet","changed"]`)
		tab.expect(`42["statement","changed"]`)
		phone.expect(`42["wallet","changed"]`)
		phone.expect(`42["statement","changed"]`)
		other.silent()
		visitor.silent()
	})
}

func TestManyChangesAreFewHints(t *testing.T) {
	t.Parallel()
	each(t, nil, func(t *testing.T, e *endpoint) {
		w, idle := open(t, e), poll(t, e)
		w.connect(aliceToken)
		idle.connect(aliceToken)
		began := time.Now()
		for range 1000 {
			e.bus.Publish(bus.Member, alice)
		}
		for _, due := range []time.Duration{0, 200 * time.Millisecond} { // one at once, one when the gap is over
			w.expect(`42["wallet","changed"]`)
			w.expect(`42["statement","changed"]`)
			if took := time.Since(began); took != due {
				t.Errorf("told after %s; want %s", took, due)
			}
		}
		w.silent()
		if body := idle.get().body; body != "42[\"wallet\",\"changed\"]\x1e42[\"statement\",\"changed\"]" {
			t.Errorf("a client that did not poll meanwhile got %q; want each hint once", body)
		}
		e.bus.Publish(bus.Member, alice)
		idle.expect(`42["wallet","changed"]`)
	})
}

func TestASocketEndsWithItsSession(t *testing.T) {
	t.Parallel()
	t.Run("EndedOnAnotherNode", func(t *testing.T) {
		t.Parallel()
		each(t, nil, func(t *testing.T, e *endpoint) {
			w, p, stays := open(t, e), poll(t, e), open(t, e)
			w.connect(aliceToken)
			p.connect(aliceToken)
			stays.connect(bobToken)
			e.end(aliceToken)
			ended := time.Now()
			if before, _ := w.closed(); len(before) != 1 || before[0] != "41" || time.Since(ended) > 2*time.Second {
				t.Errorf("after %s frames %q; want a disconnect", time.Since(ended), before)
			}
			for range 100 {
				if r := p.get(); r.status == 400 {
					break
				}
			}
			stays.send(`421["join","krapao-` + bob + `"]`)
			stays.expect(`431[{"ok":true}]`)
		})
	})
	t.Run("EndedHere", func(t *testing.T) {
		t.Parallel()
		each(t, func(s *live.Settings) { s.Recheck = time.Hour }, func(t *testing.T, e *endpoint) {
			w := open(t, e)
			w.connect(aliceToken)
			e.end(aliceToken)
			e.bus.Publish(bus.SessionEnded, alice)
			w.closed()
			e.empty(t)
		})
	})
	t.Run("NotWhileItCannotBeKnown", func(t *testing.T) {
		t.Parallel()
		each(t, nil, func(t *testing.T, e *endpoint) {
			w := open(t, e)
			w.connect(aliceToken)
			e.setBroken(errors.New("database away"))
			time.Sleep(interval) // and many tries to know it
			w.send(`421["join","krapao-` + alice + `"]`)
			w.expect(`431[{"ok":true}]`)
			other := open(t, e)
			other.send("40" + authOf(bobToken))
			other.expect(`44{"message":"INTERNAL_SERVER_ERROR"}`)
		})
	})
}

func TestLimits(t *testing.T) {
	t.Parallel()
	t.Run("RefusedJoinsEndTheSocket", func(t *testing.T) {
		t.Parallel()
		each(t, nil, func(t *testing.T, e *endpoint) {
			w := open(t, e)
			w.connect(aliceToken)
			for i := range 10 {
				w.send(fmt.Sprintf(`42%d["join","krapao-%012d"]`, i, i))
			}
			before, _ := w.closed()
			if len(before) < 10 || before[0] != `430[{"ok":false,"message":"UNAUTHORIZED"}]` {
				t.Errorf("frames %q", before)
			}
			e.empty(t)
		})
	})
	t.Run("RoomsOfASocket", func(t *testing.T) {
		t.Parallel()
		each(t, nil, func(t *testing.T, e *endpoint) {
			w := open(t, e)
			w.connect("")
			for i := range 9 {
				w.send(fmt.Sprintf(`42%d["join","krapao-9b2f0a4e-6a5c-4a8e-9d6b-%012d"]`, i, i))
				want := fmt.Sprintf(`43%d[{"ok":true}]`, i)
				if i == 8 {
					want = `438[{"ok":false,"message":"REQUEST_LIMIT"}]`
				}
				w.expect(want)
			}
		})
	})
	t.Run("SocketsOfAMember", func(t *testing.T) {
		t.Parallel()
		each(t, func(s *live.Settings) { s.MaxPerMember = 3 }, func(t *testing.T, e *endpoint) {
			var tabs []*wire
			for range 4 {
				w := open(t, e)
				w.connect(aliceToken)
				tabs = append(tabs, w)
			}
			if before, _ := tabs[0].closed(); len(before) != 1 || before[0] != "41" {
				t.Errorf("the oldest: frames %q", before)
			}
			tabs[3].send(`421["join","krapao-` + alice + `"]`)
			tabs[3].expect(`431[{"ok":true}]`)
		})
	})
	t.Run("SessionsOfAnAddress", func(t *testing.T) {
		t.Parallel()
		each(t, func(s *live.Settings) { s.Socket.MaxPerAddress = 2 }, func(t *testing.T, e *endpoint) {
			first := open(t, e, "X-Test-Address", "203.0.113.9")
			open(t, e, "X-Test-Address", "203.0.113.9")
			r := e.request(t, http.MethodGet, polling, "", "X-Test-Address", "203.0.113.9")
			if r.status != 429 || r.header.Get("Retry-After") == "" {
				t.Errorf("the third: %d %q", r.status, r.body)
			}
			if _, status, err := dial(t, e, "", "X-Test-Address", "203.0.113.9"); err == nil || status != http.StatusTooManyRequests {
				t.Errorf("the third on a WebSocket: %v", err)
			}
			open(t, e, "X-Test-Address", "203.0.113.10")
			first.send("1")
			first.closed()
			open(t, e, "X-Test-Address", "203.0.113.9")
			open(t, e, "X-Test-Address", "2001:db8:1:2::1")
			open(t, e, "X-Test-Address", "2001:db8:1:2::2")
			r = e.request(t, http.MethodGet, polling, "", "X-Test-Address", "2001:db8:1:2:3::4")
			if r.status != http.StatusTooManyRequests {
				t.Errorf("the third of an IPv6 customer: %d %q", r.status, r.body)
			}
			open(t, e, "X-Test-Address", "2001:db8:1:3::1")
		})
	})
	t.Run("SessionsOfTheNode", func(t *testing.T) {
		t.Parallel()
		each(t, func(s *live.Settings) { s.Socket.MaxSessions = 1 }, func(t *testing.T, e *endpoint) {
			open(t, e)
			if r := e.request(t, http.MethodGet, polling, ""); r.status != 503 {
				t.Errorf("%d", r.status)
			}
		})
	})
	t.Run("PacketsOfASession", func(t *testing.T) {
		t.Parallel()
		each(t, func(s *live.Settings) {
			s.Socket.MaxPackets = ratelimit.Limit{Name: "test", Count: 1, Per: time.Hour, Burst: 5}
		}, func(t *testing.T, e *endpoint) {
			w := open(t, e)
			w.connect("")
			w.send("3", "3", "3", "3")
			w.send("3")
			w.closed()
			e.empty(t)
		})
	})
	t.Run("ANamespaceNotJoined", func(t *testing.T) {
		t.Parallel()
		each(t, nil, func(t *testing.T, e *endpoint) {
			began := time.Now()
			open(t, e).closed()
			if took := time.Since(began); took < 20*time.Second || took > 21*time.Second {
				t.Errorf("closed after %s", took)
			}
			poll(t, e)
			e.empty(t)
		})
	})
	t.Run("AQueueNobodyDrains", func(t *testing.T) {
		t.Parallel()
		each(t, func(s *live.Settings) { s.Socket.MaxQueue = 10 }, func(t *testing.T, e *endpoint) {
			p := poll(t, e)
			p.connect("")
			p.send(`421["join","krapao-` + guest + `"]`)
			p.expect(`431[{"ok":true}]`)
			for i := range 11 {
				if err := e.live.Message(guest, i); err != nil {
					t.Fatal(err)
				}
			}
			p.dead()
			e.empty(t)
		})
	})
}

func TestOrigin(t *testing.T) {
	t.Parallel()
	each(t, func(s *live.Settings) { s.Socket.Origins = []string{"https://www.example.com/"} }, func(t *testing.T, e *endpoint) {
		host := strings.TrimPrefix(e.url, "http://")
		cases := map[string]struct {
			origin string
			status int
		}{
			"Missing":        {"", 200},
			"Own":            {"http://" + host, 200},
			"OwnBehindTLS":   {"https://" + host, 200},
			"Configured":     {"https://www.example.com", 200},
			"Foreign":        {"https://evil.example", 403},
			"ForeignScheme":  {"http://www.example.com", 403},
			"ForeignPort":    {"https://www.example.com:444", 403},
			"OwnOtherPort":   {"http://socket.test:1", 403},
			"OwnAsPrefix":    {"http://" + host + ".evil.example", 403},
			"ConfiguredTail": {"https://www.example.com.evil.example", 403},
			"Null":           {"null", 403},
			"Nonsense":       {"::::", 403},
			"File":           {"file://" + host, 403},
		}
		for name, c := range cases {
			var header []string
			if c.origin != "" {
				header = []string{"Origin", c.origin}
			}
			r := e.request(t, http.MethodGet, polling, "", header...)
			if r.status != c.status {
				t.Errorf("%s, polling: %d", name, r.status)
			}
			if allowed := r.header.Get("Access-Control-Allow-Origin"); (allowed != "") != (name == "Configured") {
				t.Errorf("%s: readable by %q", name, allowed)
			}
			_, status, err := dial(t, e, "", header...)
			if (err == nil) != (c.status == 200) || err != nil && status != http.StatusForbidden {
				t.Errorf("%s, websocket: %v", name, err)
			}
		}
		if r := e.request(t, http.MethodOptions, polling, "", "Origin", "https://www.example.com"); r.status != 204 {
			t.Errorf("preflight: %d", r.status)
		}
	})
}
