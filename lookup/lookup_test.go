package lookup_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"krapao/internal/clock"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/lookup"
)

var noon = time.Date(2026, 11, 20, 5, 0, 0, 0, time.UTC) // in Bangkok

// demo reads the product's own demo content.
func demo(t *testing.T) content.Document {
	t.Helper()
	d := content.Document{}
	files, err := filepath.Glob("../cmd/krapao/demo/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no demo content: %v", err)
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Read(name, f); err != nil {
			t.Fatal(err)
		}
		_ = f.Close()
	}
	return d
}

// only returns the sections of a document that this area owns.
func only(d content.Document, sections []content.Section) content.Document {
	own := content.Document{}
	for _, s := range sections {
		if body, ok := d[s.Name]; ok {
			own[s.Name] = body
		}
	}
	return own
}

func apply(t *testing.T, s *store.Store, svc *lookup.Service, d content.Document) []string {
	t.Helper()
	changes, err := content.Apply(context.Background(), s, svc.Sections(), only(d, svc.Sections()), false)
	if err != nil {
		t.Fatal(err)
	}
	return changes
}

func section(name, body string) content.Document {
	return content.Document{name: json.RawMessage(body)}
}

func TestDemoContentIsComplete(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		svc := lookup.New(s, lookup.Options{})
		if changes := apply(t, s, svc, demo(t)); len(changes) == 0 {
			t.Error("nothing changed")
		}
		if changes := apply(t, s, svc, demo(t)); len(changes) != 0 {
			t.Errorf("applied again it changes %q", changes)
		}
		banks, err := svc.Banks(ctx)
		if err != nil || len(banks) < 17 {
			t.Errorf("%d banks, %v", len(banks), err)
		}
		for _, lang := range []lookup.Language{lookup.Thai, lookup.Lao, lookup.English} {
			sources, err := svc.Sources(ctx, lang)
			if err != nil || len(sources) != 5 {
				t.Errorf("%s: %d sources, %v", lang, len(sources), err)
			}
			conditions, err := svc.Conditions(ctx, lang)
			if err != nil || len(conditions) < 3 {
				t.Errorf("%s: %d conditions, %v", lang, len(conditions), err)
			}
			agreements, err := svc.Agreements(ctx, lang)
			if err != nil || len(agreements) < 3 {
				t.Errorf("%s: %d agreements, %v", lang, len(agreements), err)
			}
			notice, err := svc.Notice(ctx, lang)
			if err != nil || !strings.Contains(notice, "%percentFail%") {
				t.Errorf("%s: notice %q, %v", lang, notice, err)
			}
			contact, err := svc.Contact(ctx, lang)
			if err != nil || contact.ContactText == "" || !strings.HasPrefix(contact.LineQR, "data:image/png;base64,") {
				t.Errorf("%s: contact %+v, %v", lang, contact, err)
			}
		}
		howto, err := svc.HowTos(ctx)
		if err != nil || len(howto) != 5 {
			t.Errorf("%d tutorials, %v", len(howto), err)
		}
		for _, h := range howto {
			for _, path := range []string{h.Video, h.Poster} {
				if _, err := os.Stat("../web/public" + path); err != nil {
					t.Errorf("tutorial %s: %v", h.ID, err)
				}
			}
		}
		info, err := svc.Info(ctx)
		if err != nil || info.Name == "" {
			t.Errorf("info %+v, %v", info, err)
		}
	})
}

func TestBanksByModeAndAlias(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := storetest.Open(t, store.SQLite)
	thai, lao := lookup.New(s, lookup.Options{}), lookup.New(s, lookup.Options{Laos: true})
	apply(t, s, thai, demo(t))
	if _, known, _ := thai.Bank(ctx, "BCEL"); known {
		t.Error("a Lao bank outside the Laos mode")
	}
	banks, err := lao.Banks(ctx)
	if err != nil || banks[0].Country != "LA" || banks[len(banks)-1].Country != "TH" {
		t.Errorf("Laos mode: %+v, %v", banks[0], err)
	}
	ttb, known, err := thai.Bank(ctx, "TTB")
	if err != nil || !known || ttb.Code != "TMB" || ttb.Group != "TTB" {
		t.Errorf("TTB is %+v, %v, %v", ttb, known, err)
	}
	for _, code := range []string{"", "NOBANK", "kbank"} {
		if _, known, _ := thai.Bank(ctx, code); known {
			t.Errorf("%q is a bank", code)
		}
	}
}

func TestHTMLIsSanitisedWhenWritten(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := storetest.Open(t, store.SQLite)
	svc := lookup.New(s, lookup.Options{})
	evil := `{"th": "<p onclick=x>a</p><script>alert(1)</script>", "lo": "<p>ກ</p>", "en": "<p>a</p>"}`
	apply(t, s, svc, section("texts", `{"conditions": [`+evil+`], "agreements": [], "notice": `+evil+`}`))
	conditions, err := svc.Conditions(ctx, lookup.Thai)
	if err != nil || len(conditions) != 1 || conditions[0] != "<p>a</p>" {
		t.Errorf("%q, %v", conditions, err)
	}
	var stored string
	err = s.DB().QueryRowContext(ctx, "SELECT body FROM content WHERE section = 'texts'").Scan(&stored)
	if err != nil || strings.Contains(stored, "script") {
		t.Errorf("stored %q, %v", stored, err)
	}
}

func TestAnotherNodeSeesContentWithinSeconds(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, noon, func(t *testing.T, s *store.Store, c *clock.Fake) {
		ctx := context.Background()
		here, there := lookup.New(s, lookup.Options{}), lookup.New(s, lookup.Options{})
		for _, svc := range []*lookup.Service{here, there} {
			if active, err := svc.Active(ctx); err != nil || !active {
				t.Fatalf("at first: %v, %v", active, err)
			}
		}
		apply(t, s, here, section("settings", `{"terminated": true}`))
		if active, err := here.Active(ctx); err != nil || active {
			t.Errorf("this node: %v, %v", active, err)
		}
		c.Advance(3 * time.Second)
		if active, err := there.Active(ctx); err != nil || active {
			t.Errorf("the other node after 3 s: %v, %v", active, err)
		}
	})
}

// TestNobodyIsToldOfLongAgo: who comes while the content is read for somebody else waits for it, too. A node that nobody asked
// for an hour would else tell all but one of an hour ago.
func TestNobodyIsToldOfLongAgo(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		here, there := lookup.New(s, lookup.Options{}), lookup.New(s, lookup.Options{})
		apply(t, s, here, demo(t))
		if _, err := there.Info(ctx); err != nil {
			t.Fatal(err)
		}
		apply(t, s, here, section("info", `{"name": "Another"}`))
		pass(time.Hour)
		free := occupied(t, s)
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				if info, err := there.Info(ctx); err != nil || info.Name != "Another" {
					t.Errorf("after an hour: %q, %v", info.Name, err)
				}
			})
		}
		synctest.Wait() // all have asked
		free()
		all.Wait()
	})
}

// TestWhoKnowsTheVersionSeesItsContent: at once, on a node that was told nothing, and whoever asks there after it.
func TestWhoKnowsTheVersionSeesItsContent(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, noon, func(t *testing.T, s *store.Store, _ *clock.Fake) {
		ctx := t.Context()
		here, there := lookup.New(s, lookup.Options{}), lookup.New(s, lookup.Options{})
		named := func(name string) content.Document {
			return section("banks", `[{"code": "SCB", "nameTH": "ก", "nameEN": "`+name+`", "nameLO": "ກ"}]`)
		}
		apply(t, s, here, named("One"))
		version := func() (v int64) {
			if err := s.DB().QueryRowContext(ctx, "SELECT version FROM content_version").Scan(&v); err != nil {
				t.Fatal(err)
			}
			return v
		}
		if b, _, err := there.BankSince(ctx, version(), "SCB"); err != nil || b.NameEN != "One" {
			t.Fatalf("%+v, %v", b, err)
		}
		apply(t, s, here, named("Two"))
		if b, _, err := there.BankSince(ctx, version(), "SCB"); err != nil || b.NameEN != "Two" {
			t.Errorf("%+v, %v", b, err)
		}
		if b, _, err := there.Bank(ctx, "SCB"); err != nil || b.NameEN != "Two" {
			t.Errorf("whoever asks after it: %+v, %v", b, err)
		}
		if b, _, err := there.BankSince(ctx, version()-1, "SCB"); err != nil || b.NameEN != "Two" {
			t.Errorf("who has read the version before: %+v, %v", b, err)
		}
	})
}

func TestFormerVersionsStay(t *testing.T) {
	t.Parallel()
	c := clock.NewFake(noon)
	s := storetest.OpenAt(t, store.SQLite, c)
	svc := lookup.New(s, lookup.Options{})
	apply(t, s, svc, section("info", `{"name": "A", "website": ""}`))
	c.Advance(time.Hour)
	apply(t, s, svc, section("info", `{"name": "B", "website": "https://b.example"}`))
	var version int64
	var from, to clock.Micros
	if err := s.DB().QueryRowContext(context.Background(),
		"SELECT version, valid_from, valid_to FROM content WHERE section = 'info' ORDER BY version LIMIT 1",
	).Scan(&version, &from, &to); err != nil {
		t.Fatal(err)
	}
	if version != 1 || from != clock.MicrosOf(noon) || to != clock.MicrosOf(noon.Add(time.Hour)) {
		t.Errorf("version %d from %d to %d", version, from, to)
	}
	if info, err := svc.Info(context.Background()); err != nil || info.Name != "B" {
		t.Errorf("%+v, %v", info, err)
	}
}

func TestContentThatCannotBeShownIsRefused(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, store.SQLite)
	svc := lookup.New(s, lookup.Options{})
	three := `{"th": "a", "lo": "b", "en": "c"}`
	for name, d := range map[string]content.Document{
		"a bank without a Lao name": section("banks", `[{"code":"A1","nameTH":"a","nameEN":"a"}]`),
		"a bank twice": section("banks", `[{"code":"A1","nameTH":"a","nameEN":"a","nameLO":"a"},
			{"code":"B1","nameTH":"a","nameEN":"a","nameLO":"a","aliases":["A1"]}]`),
		"no bank":                   section("banks", `[]`),
		"an unknown field":          section("banks", `[{"code":"A1","nameTH":"a","nameEN":"a","nameLO":"a","x":1}]`),
		"a source in two languages": section("sources", `[{"code":"FB","description":{"th":"a","lo":"b","en":""}}]`),
		"a text that is only a script": section("texts",
			`{"conditions":[{"th":"<script>1</script>","lo":"b","en":"c"}],"agreements":[],"notice":`+three+`}`),
		"a contact link on http":     section("contact", `{"text":`+three+`,"lineLink":"http://x.example"}`),
		"a website that is a script": section("info", `{"name":"x","website":"javascript:alert(1)"}`),
		"a video of a strange host":  section("howto", `[{"id":"a","title":`+three+`,"video":"//evil.example/a","poster":"/a"}]`),
		"a blocked something":        section("settings", `{"blockedAddresses":["home"]}`),
		"half a closing window":      section("settings", `{"slip":{"closeFrom":"22:00"}}`),
		"a wrong hour":               section("settings", `{"slip":{"closeFrom":"22:00","closeTo":"25:00"}}`),
		"a wrong type":               section("settings", `{"terminated":"yes"}`),
	} {
		if changes, err := content.Apply(context.Background(), s, svc.Sections(), d, false); err == nil {
			t.Errorf("%s was taken: %q", name, changes)
		}
	}
}

func TestSlipWindow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		settings string
		at       time.Time
		active   bool
	}{
		{`{}`, noon, true},
		{`{"slip":{"off":true}}`, noon, false},
		{`{"slip":{"closeFrom":"11:30","closeTo":"12:30"}}`, noon, false},
		{`{"slip":{"closeFrom":"12:00","closeTo":"12:01"}}`, noon, false},
		{`{"slip":{"closeFrom":"11:00","closeTo":"12:00"}}`, noon, true},
		{`{"slip":{"closeFrom":"23:00","closeTo":"00:30"}}`, noon, true},
		{`{"slip":{"closeFrom":"23:00","closeTo":"00:30"}}`, noon.Add(12 * time.Hour), false},
		{`{"slip":{"closeFrom":"23:00","closeTo":"00:30"}}`, noon.Add(11*time.Hour + 30*time.Minute), false},
	} {
		s := storetest.OpenAt(t, store.SQLite, clock.NewFake(c.at))
		svc := lookup.New(s, lookup.Options{})
		apply(t, s, svc, section("settings", c.settings))
		window, err := svc.Slip(context.Background())
		if err != nil || window.Active != c.active || window.MaxBytes != 10<<20 || window.WithinMinutes != 60 {
			t.Errorf("%s at %s: %+v, %v", c.settings, c.at, window, err)
		}
	}
}

func TestBlockedAddresses(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, store.SQLite)
	svc := lookup.New(s, lookup.Options{})
	apply(t, s, svc, section("settings", `{"blockedAddresses":["203.0.113.0/24","2001:db8::1"]}`))
	for address, want := range map[string]bool{
		"203.0.113.7": true, "::ffff:203.0.113.7": true, "203.0.114.7": false, "2001:db8::1": true, "2001:db8::2": false,
		"": false, "pipe": false,
	} {
		if got, err := svc.Blocked(context.Background(), address); err != nil || got != want {
			t.Errorf("%q: %v, %v", address, got, err)
		}
	}
}

func TestLanguage(t *testing.T) {
	t.Parallel()
	thai, lao := lookup.New(nil, lookup.Options{}), lookup.New(nil, lookup.Options{Laos: true})
	for accept, want := range map[string]lookup.Language{
		"": lookup.Thai, "th-TH,th;q=0.9": lookup.Thai, "en-US,en;q=0.5": lookup.English, "fr, lo;q=0.3": lookup.Lao,
		"fr": lookup.Thai, ";;,": lookup.Thai,
	} {
		if got := thai.Language(accept); got != want {
			t.Errorf("%q: %s", accept, got)
		}
	}
	if lao.Language("") != lookup.Lao {
		t.Error("the Laos mode does not speak Lao")
	}
}

// A database that does not answer delays one caller in five seconds, for half a second. All get the known content.
func TestWhatIsKnownIsToldWithoutTheDatabase(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		svc := lookup.New(s, lookup.Options{})
		apply(t, s, svc, demo(t))
		before, err := svc.Info(ctx)
		if err != nil {
			t.Fatal(err)
		}
		defer occupied(t, s)()
		pass(time.Minute)
		waited := time.Duration(0)
		for range 20 {
			began := time.Now()
			info, err := svc.Info(ctx)
			if took := time.Since(began); err != nil || info != before || took > 500*time.Millisecond {
				t.Errorf("%+v, %v after %s", info, err, took)
			}
			waited += time.Since(began)
			pass(100 * time.Millisecond)
		}
		if waited > 500*time.Millisecond {
			t.Errorf("they waited for %s in all", waited)
		}
	})
}

// occupied takes all connections for reading.
func occupied(t *testing.T, s *store.Store) (free func()) {
	t.Helper()
	var all []*sql.Rows
	for range s.Pools()["members"].Stats().MaxOpenConnections {
		rows, err := s.DB().QueryContext(t.Context(), "SELECT 1 UNION SELECT 2") //nolint:sqlclosecheck // free closes them
		if err != nil {
			t.Fatal(err)
		}
		if !rows.Next() {
			t.Fatal(rows.Err())
		}
		all = append(all, rows)
	}
	return func() {
		for _, rows := range all {
			_ = rows.Close()
		}
	}
}

// pass lets time pass in a bubble.
func pass(d time.Duration) { time.Sleep(d) }
