package socketio

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestPacketsAreReadAsTheProtocolHasThem(t *testing.T) {
	t.Parallel()
	cases := map[string]packet{
		`0`:                      {kind: socketConnect},
		`0{"token":"x"}`:         {kind: socketConnect, data: json.RawMessage(`{"token":"x"}`)},
		`0/,{}`:                  {kind: socketConnect, data: json.RawMessage(`{}`)},
		`0/admin`:                {kind: socketConnect, namespace: "/admin"},
		`0/admin?a=1,{}`:         {kind: socketConnect, namespace: "/admin", data: json.RawMessage(`{}`)},
		`1`:                      {kind: socketDisconnect},
		`1/admin,`:               {kind: socketDisconnect, namespace: "/admin"},
		`2["join","x"]`:          {kind: socketEvent, data: json.RawMessage(`["join","x"]`)},
		`20["join"]`:             {kind: socketEvent, ack: "0", data: json.RawMessage(`["join"]`)},
		`2/admin,456["project"]`: {kind: socketEvent, namespace: "/admin", ack: "456", data: json.RawMessage(`["project"]`)},
		`313[]`:                  {kind: socketAck, ack: "13", data: json.RawMessage(`[]`)},
	}
	for text, want := range cases {
		p, err := parsePacket(text)
		same := p.kind == want.kind && p.namespace == want.namespace && p.ack == want.ack && string(p.data) == string(want.data)
		if err != nil || !same {
			t.Errorf("%s: %+v, %v; want %+v", text, p, err, want)
		}
	}
}

func TestMessagesAreWrittenAsTheProtocolHasThem(t *testing.T) {
	t.Parallel()
	cases := []struct {
		kind           byte
		namespace, ack string
		data           any
		want           string
	}{
		{socketConnect, "", "", map[string]string{"sid": "x"}, `40{"sid":"x"}`},
		{socketDisconnect, "", "", nil, `41`},
		{socketEvent, "", "", []any{"wallet", "changed"}, `42["wallet","changed"]`},
		{socketAck, "", "7", []any{map[string]bool{"ok": true}}, `437[{"ok":true}]`},
		{socketConnectError, "/admin", "", map[string]string{"message": "m"}, `44/admin,{"message":"m"}`},
	}
	for _, c := range cases {
		if got, err := message(c.kind, c.namespace, c.ack, c.data); err != nil || got != c.want {
			t.Errorf("%q, %v; want %q", got, err, c.want)
		}
	}
	if _, err := message(socketEvent, "", "", func() {}); err == nil {
		t.Error("a value without a JSON form was written")
	}
	var open struct {
		SID        string
		Upgrades   []string
		MaxPayload int
	}
	text := openPacket(Settings{}.withDefaults(), "abc", []string{"websocket", "other"})
	err := json.Unmarshal([]byte(text[1:]), &open)
	if err != nil || text[0] != engineOpen || open.SID != "abc" || len(open.Upgrades) != 2 {
		t.Errorf("%s: %v", text, err)
	}
}

// FuzzPacket: a packet of a client is refused, or it has the form that the rest of the package relies on.
func FuzzPacket(f *testing.F) {
	for _, seed := range []string{
		"", "0", `0{"token":"x"}`, `0/a,{}`, `2["join","x"]`, `213["join"]`, `2/a,1["x"]`, "3[]", "31[]", "1", "4{}", "51-[]",
		"2[", "2[[[[[[[",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parsePacket(text)
		if err != nil {
			if !errors.Is(err, errMalformed) {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		if len(p.data) > 0 && !json.Valid(p.data) || len(p.ack) > maxAckDigits || strings.ContainsRune(p.namespace, ',') {
			t.Errorf("%q: %+v", text, p)
		}
		if p.kind != socketEvent {
			return
		}
		name, _, err := p.event()
		if err == nil && reserved[name] {
			t.Errorf("%q: the reserved name %q", text, name)
		}
	})
}

// FuzzPayload: splitting loses nothing.
func FuzzPayload(f *testing.F) {
	f.Add("4a\x1e2\x1e")
	f.Fuzz(func(t *testing.T, body string) {
		packets, err := splitPayload(body)
		if err != nil {
			if body != "" && utf8.ValidString(body) {
				t.Errorf("%q refused", body)
			}
			return
		}
		if joinPayload(packets) != body {
			t.Errorf("%q became %q", body, packets)
		}
	})
}

func TestTheQueueIsLimitedInBothWays(t *testing.T) {
	t.Parallel()
	q := newQueue()
	for i, c := range []struct {
		packet string
		once   bool
		want   bool
	}{
		{"aaaa", false, true},
		{"aaaa", true, true}, // is there already
		{"aaaa", false, true},
		{"bbb", true, false}, // 11 of 10 bytes
		{"bb", true, true},
		{"", false, false}, // 4 of 3 packets
		{"bb", true, true},
	} {
		if got := q.push(c.packet, c.once, 3, 10); got != c.want {
			t.Errorf("push %d: %v", i, got)
		}
	}
	if got := q.take(); !slices.Equal(got, []string{"aaaa", "aaaa", "bb"}) {
		t.Errorf("took %q", got)
	}
	if got := q.take(); len(got) != 0 || !q.push("cccccccccc", false, 3, 10) {
		t.Error("the queue is not empty after it was taken")
	}
}
