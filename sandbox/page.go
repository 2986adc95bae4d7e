package sandbox

import (
	"bytes"
	"embed"
	"encoding/json"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

//go:embed page
var pageFiles embed.FS

// pages are the templates by name; each is page/layout.html filled with page/NAME.html. They are parsed for the first page that
// somebody looks at: every start of the program would pay for them, also of one that has no sandbox.
var pages = sync.OnceValue(func() map[string]*template.Template {
	functions := template.FuncMap{
		"weave": weave,
		"qr":    drawQR,
		"clock": func(at time.Time) string { return at.In(zone).Format("15:04:05") },
		"day":   func(at time.Time) string { return at.In(zone).Format("02/01 15:04:05") },
		"unix":  func(at time.Time) int64 { return at.Unix() },
		"baht":  func(satang int64) string { return "฿" + grouped(formatDecimal(satang, bahtPlaces, bahtPlaces)) },
		"cred":  func(units int64) string { return grouped(formatDecimal(units, creditPlaces, bahtPlaces)) },
		"times": func(units int64) string { return "× " + formatDecimal(units, creditPlaces, 0) },
		"group": grouped,
		"fixed": fixed,
		"words": strings.Fields,
		"slip":  slipPath,
		"symbol": func(name string) bool {
			return slices.ContainsFunc(reel, func(one symbol) bool { return one.Name == name })
		},
	}
	parsed := map[string]*template.Template{}
	for _, name := range []string{"index", "phone", "bank", "voucher", "lobby", "login", "missing"} {
		parsed[name] = template.Must(template.New("layout.html").Funcs(functions).ParseFS(pageFiles, "page/layout.html", "page/"+name+".html"))
	}
	return parsed
})

// contentPolicy lets a page load nothing but the sandbox's own files, and run nothing inline.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"

func (s *Server) routePages(mux *http.ServeMux) {
	mux.HandleFunc("GET /{$}", s.pageIndex)
	mux.HandleFunc("GET /phone", s.pagePhone)
	mux.HandleFunc("GET /bank", s.pageBank)
	mux.HandleFunc("/", s.pageMissing)
	assets, err := fs.Sub(pageFiles, "page/asset")
	if err != nil {
		panic(err) // the folder is embedded
	}
	files := http.StripPrefix("/asset/", http.FileServerFS(assets))
	mux.HandleFunc("GET /asset/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cache-Control", "no-cache")
		files.ServeHTTP(w, r)
	})
}

// view is what every page has: its language and address, and its own data.
type view struct {
	Lang  string
	Page  string
	query url.Values
	path  string
	Data  any
}

// T is a text in the page's language.
func (v view) T(key string) string { return word(v.Lang, key) }

// Langs are the links of the language switch: this page in each language.
func (v view) Langs() []langLink {
	var links []langLink
	for i, code := range languages {
		query := url.Values{}
		for name, values := range v.query {
			query[name] = values
		}
		query.Set("lang", code)
		links = append(links, langLink{code, []string{"ไทย", "ລາວ", "EN"}[i], v.path + "?" + query.Encode(), code == v.Lang})
	}
	return links
}

type langLink struct {
	Code, Name, Href string
	Current          bool
}

// render writes a page.
func (s *Server) render(w http.ResponseWriter, r *http.Request, status int, name string, data any) {
	var page bytes.Buffer
	v := view{Lang: language(r), Page: name, query: r.URL.Query(), path: r.URL.Path, Data: data}
	if err := pages()[name].Execute(&page, v); err != nil {
		s.answer(w, s.broken("page "+name, err))
		return
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", contentPolicy)
	header.Set("Referrer-Policy", "no-referrer") // a lobby's address carries its token
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(page.Bytes())
}

func (s *Server) pageMissing(w http.ResponseWriter, r *http.Request) {
	s.render(w, r, http.StatusNotFound, "missing", nil)
}

// pageIndex shows what there is, and what the outside holds.
func (s *Server) pageIndex(w http.ResponseWriter, r *http.Request) {
	sums, err := s.totals(r.Context())
	if err != nil {
		s.answer(w, s.broken("index", err))
		return
	}
	type tile struct {
		Game
		Totals gameTotals
	}
	tiles := make([]tile, 0, len(games))
	var inGames int64
	for _, game := range games {
		one := sums.Games[game.Code]
		tiles = append(tiles, tile{game, one})
		balance, _ := parseDecimal(one.Balance.String(), creditPlaces)
		inGames += balance
	}
	s.render(w, r, http.StatusOK, "index", struct {
		Totals  totals
		InGames int64
		Games   []tile
	}{sums, inGames, tiles})
}

// pagePhone shows the messages, of one number where it is chosen.
func (s *Server) pagePhone(w http.ResponseWriter, r *http.Request) {
	all, err := s.messages(r.Context(), "")
	if err != nil {
		s.answer(w, s.broken("phone", err))
		return
	}
	chosen := localPhone(r.URL.Query().Get("phone"))
	shown, err := s.messages(r.Context(), chosen)
	if err != nil {
		s.answer(w, s.broken("phone", err))
		return
	}
	var phones []string
	known := map[string]bool{}
	for _, one := range all {
		if !known[one.Phone] {
			known[one.Phone] = true
			phones = append(phones, one.Phone)
		}
	}
	s.render(w, r, http.StatusOK, "phone", struct {
		Chosen   string
		Phones   []string
		Messages []SMS
	}{chosen, phones, shown})
}

// fixed writes a number of the control API with two decimals at least, and commas.
func fixed(number json.Number) (string, error) {
	units, err := parseDecimal(number.String(), creditPlaces)
	return grouped(formatDecimal(units, creditPlaces, bahtPlaces)), err
}

// grouped writes a decimal with commas between thousands.
func grouped(text string) string {
	whole, fraction, dotted := strings.Cut(text, ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + "," + whole[at:]
	}
	if dotted {
		whole += "." + fraction
	}
	return sign + whole
}
