package cached

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestACachedAnswerIsMadeOnce: its ETag and its compressed form are those of its body, and are not made again.
func TestACachedAnswerIsMadeOnce(t *testing.T) {
	t.Parallel()
	body := `{"list":"` + strings.Repeat("a movement ", 500) + `"}`
	c := New[int]()
	a := c.Add("nok", 1, []byte(body))
	made, whole := 0, a.compressed
	a.compressed = func() []byte { made++; return whole() }
	h, err := Compressed(Tagged(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		found := c.Find("nok", func(of int) bool { return of == 1 })
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusOK)
		if err := found.Write(w); err != nil {
			t.Error(err)
		}
	})))
	if err != nil {
		t.Fatal(err)
	}
	plain := asked(h)
	if plain.Body.String() != body || plain.Header().Get("ETag") != tagOf([]byte(body)) || made != 0 {
		t.Errorf("%d %.40s %v", plain.Code, plain.Body, plain.Header())
	}
	for range 2 {
		got := asked(h, "Accept-Encoding", "gzip, deflate, br, zstd")
		if !bytes.Equal(got.Body.Bytes(), whole()) || got.Header().Get("Content-Encoding") != "gzip" ||
			got.Header().Get("Vary") != "Accept-Encoding" || got.Header().Get("ETag") != plain.Header().Get("ETag") {
			t.Errorf("%d %d bytes %v", got.Code, got.Body.Len(), got.Header())
		}
		r, err := gzip.NewReader(got.Body)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(r); err != nil || string(text) != body {
			t.Errorf("%.40s, %v", text, err)
		}
	}
	if made != 2 {
		t.Errorf("the form was taken %d times", made)
	}
	for accept, want := range map[string]string{"": "", "gzip;q=0": "", "br": "", "gzip;q=0.5": "gzip"} {
		if got := asked(h, "Accept-Encoding", accept); got.Header().Get("Content-Encoding") != want {
			t.Errorf("%q: %q", accept, got.Header().Get("Content-Encoding"))
		}
	}
	if known := asked(h, "If-None-Match", a.tag, "Accept-Encoding", "gzip"); known.Code != http.StatusNotModified ||
		known.Body.Len() != 0 || known.Header().Get("Content-Encoding") != "" {
		t.Errorf("%d %v", known.Code, known.Header())
	}
}

// TestACacheHasItsBound: in bytes, whatever the number of members.
func TestACacheHasItsBound(t *testing.T) {
	t.Parallel()
	c, body := New[int](), make([]byte, mostBytes)
	most := mostMemory / newAnswer(body).size()
	for n := range most + 10 {
		c.Add(fmt.Sprint(n), n, body)
		c.Add("again", n, body)
	}
	if c.kept.Len() != most || c.bytes > mostMemory || c.bytes < mostMemory-mostBytes*2 {
		t.Errorf("%d answers of %d bytes", c.kept.Len(), c.bytes)
	}
	always := func(int) bool { return true }
	if c.Find("0", always) != nil || c.Find("again", always) == nil || c.Find("again", func(of int) bool { return of == 0 }) != nil {
		t.Error("not the longest unused went")
	}
	if a := c.Add("large", 1, make([]byte, mostBytes+1)); a == nil || c.Find("large", always) != nil {
		t.Error("a large answer is not kept")
	}
	for name := range 4096 { // as many as the benchmark has members
		c.Add(fmt.Sprint("m", name), 1, body[:4<<10])
	}
	if c.Find("m0", always) == nil {
		t.Error("not 4,096 home screens")
	}
}
