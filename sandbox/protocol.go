package sandbox

import (
	"context"
	"net/http"
)

// protocol is one system of the outside as it registers with the frame: what it serves, which faults it can meet, what it
// stores and what it holds. What is left out it does not have.
type protocol struct {
	// Name is for the log.
	Name string
	// Routes are the calls of its own protocol, of the control API and of its pages.
	Routes []route
	// Targets are the names under which a fault can be asked for.
	Targets []target
	// Tables is SQL that makes its tables where they are missing; Columns are what tables of an older sandbox lack.
	Tables  string
	Columns []column
	// Sum adds what it holds to the totals.
	Sum func(ctx context.Context, q querier, into *totals) error
	// Settle does what has become due by itself, and reports whether anything is left to wait for.
	Settle func(ctx context.Context) (open bool, err error)
	// Doors are its pages that the first page and every page's head lead to, Tiles its games on the first page.
	Doors []door
	Tiles []tile
}

// route is a call and who serves it; the pattern is http.ServeMux's.
type route struct {
	pattern string
	handler http.Handler
}

// handle serves a pattern.
func handle(pattern string, handler http.HandlerFunc) route { return route{pattern, handler} }

// door is a page that people are led to, at "/" and its name. Its texts are its name and its name with "Lead".
type door struct {
	Name string
	// Dye is the colour of its art.
	Dye string
}

// Lead is the key of the text that says what the page is for.
func (d door) Lead() string { return d.Name + "Lead" }

// tile is a game on the first page.
type tile struct{ Code, Name, Kind string }

// register adds a protocol; all are there before start.
func (f *frame) register(p protocol) {
	f.protocols = append(f.protocols, p)
	f.faults.targets = append(f.faults.targets, p.Targets...)
}

// start makes the tables of all protocols, starts their workers and returns who serves their calls.
func (f *frame) start(ctx context.Context) (http.Handler, error) {
	if err := f.prepare(ctx, f.protocols); err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	woken := map[string]<-chan struct{}{}
	for _, p := range f.protocols {
		for _, one := range p.Routes {
			mux.Handle(one.pattern, one.handler)
		}
		if p.Settle != nil {
			woken[p.Name] = f.wakes()
		}
	}
	for _, p := range f.protocols { // all channels are there: from here on workers write
		if p.Settle != nil {
			f.background(func(ctx context.Context) { f.keepSettling(ctx, p.Name, woken[p.Name], p.Settle) })
		}
	}
	return mux, nil
}

// doors are the pages that people are led to.
func (f *frame) doors() (all []door) {
	for _, p := range f.protocols {
		all = append(all, p.Doors...)
	}
	return all
}
