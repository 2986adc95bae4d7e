// Package page is what all web pages share: the layout, the texts in three languages, the art and the static files. A
// page's own template is in the package of its system.
package page

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"krapao/internal/clock"
	"krapao/sandbox/core"
)

//go:embed layout.html missing.html asset
var files embed.FS

// Page is one web page. It is parsed when it is first requested. Otherwise every start of the program would parse it,
// also without a sandbox.
type Page struct {
	name   string
	parsed func() *template.Template
}

// New returns the page of the template NAME.html in own, which fills the layout. functions are the ones it calls
// besides the common ones.
func New(own fs.FS, name string, functions template.FuncMap) *Page {
	return &Page{name, sync.OnceValue(func() *template.Template {
		layout := template.Must(template.New("layout.html").Funcs(commonFunctions).ParseFS(files, "layout.html"))
		return template.Must(layout.Funcs(functions).ParseFS(own, name+".html"))
	})}
}

// commonFunctions can be called by every page's template.
var commonFunctions = template.FuncMap{
	"weave": weave,
	"clock": func(at time.Time) string { return at.In(clock.Bangkok).Format("15:04:05") },
	"day":   func(at time.Time) string { return at.In(clock.Bangkok).Format("02/01 15:04:05") },
	"unix":  func(at time.Time) int64 { return at.Unix() },
	"baht":  func(satang int64) string { return "฿" + grouped(core.BahtText(satang)) },
	"cred": func(units int64) string {
		return grouped(core.FormatDecimal(units, core.CreditPlaces, core.BahtPlaces))
	},
	"times": func(units int64) string { return "× " + core.FormatDecimal(units, core.CreditPlaces, 0) },
	"group": grouped,
	"fixed": fixed,
	"words": strings.Fields,
}

// contentPolicy lets a page load only the sandbox's own files, and run nothing inline.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"

// Protocol serves what belongs to no page: the static files of all pages, and the answer to an unknown address.
func Protocol(f *core.Frame) core.Protocol {
	assets, err := fs.Sub(files, "asset")
	if err != nil {
		panic(err) // the folder is embedded
	}
	served := http.StripPrefix("/asset/", http.FileServerFS(assets))
	return core.Protocol{Name: "pages", Routes: []core.Route{
		core.Handle("/", func(w http.ResponseWriter, r *http.Request) { Missing(f, w, r) }),
		core.Handle("GET /asset/", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Content-Type-Options", "nosniff")
			w.Header().Set("Cache-Control", "no-cache")
			served.ServeHTTP(w, r)
		}),
	}}
}

var missingPage = New(files, "missing", nil)

// Missing answers that there is no such page.
func Missing(f *core.Frame, w http.ResponseWriter, r *http.Request) {
	missingPage.Render(f, w, r, http.StatusNotFound, nil)
}

// view is the data of every page: its language and address, the menu, and its own data.
type view struct {
	Lang string
	Page string
	Menu []core.MenuEntry
	// App is the address of the wallet's app; empty if no wallet is known.
	App   string
	query url.Values
	path  string
	Data  any
}

// T returns a text in the page's language.
func (v view) T(key string) string { return word(v.Lang, key) }

// Langs returns the links of the language switch: this page in each language.
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

// Render writes a page.
func (p *Page) Render(f *core.Frame, w http.ResponseWriter, r *http.Request, status int, data any) {
	var text bytes.Buffer
	v := view{
		Lang: Language(r), Page: p.name, Menu: f.Menu(), App: f.AppAddress(r), query: r.URL.Query(), path: r.URL.Path, Data: data,
	}
	if err := p.parsed().Execute(&text, v); err != nil {
		f.Answer(w, f.Broken("page "+p.name, err))
		return
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", contentPolicy)
	header.Set("Referrer-Policy", "no-referrer") // a lobby's address carries its token
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(text.Bytes())
}

// fixed writes an amount of the control API with at least two decimals, and commas.
func fixed(number fmt.Stringer) (string, error) {
	units, err := core.ParseDecimal(number.String(), core.CreditPlaces)
	return grouped(core.FormatDecimal(units, core.CreditPlaces, core.BahtPlaces)), err
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
