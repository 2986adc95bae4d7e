package core

import (
	"context"
	"net/http"
)

// Protocol is one system of the outside as it registers with the frame: what it serves, which faults it can meet, what it
// stores and what it holds. What is left out it does not have.
type Protocol struct {
	// Name is for the log.
	Name string
	// Routes are the calls of its own protocol, of the control API and of its pages.
	Routes []Route
	// Targets are the names under which a fault can be asked for.
	Targets []Target
	// Tables is SQL that makes its tables where they are missing; Columns are what tables of an older sandbox lack.
	Tables  string
	Columns []Column
	// Sum adds what it holds to the totals.
	Sum func(ctx context.Context, q Querier, into *Totals) error
	// Settle does what has become due by itself, and reports whether anything is left to wait for.
	Settle func(ctx context.Context) (open bool, err error)
	// Doors are its pages that the first page and every page's head lead to, Tiles its games on the first page.
	Doors []Door
	Tiles []Tile
}

// Route is a call and who serves it; the pattern is http.ServeMux's.
type Route struct {
	pattern string
	handler http.Handler
}

// Handle serves a pattern.
func Handle(pattern string, handler http.HandlerFunc) Route { return Route{pattern, handler} }

// Door is a page that people are led to, at "/" and its name. Its texts are its name and its name with "Lead".
type Door struct {
	Name string
	// Dye is the colour of its art.
	Dye string
}

// Lead is the key of the text that says what the page is for.
func (d Door) Lead() string { return d.Name + "Lead" }

// Tile is a game on the first page.
type Tile struct{ Code, Name, Kind string }

// Register adds a protocol; all are there before start.
func (f *Frame) Register(p Protocol) {
	f.Protocols = append(f.Protocols, p)
	f.Faults.targets = append(f.Faults.targets, p.Targets...)
}

// Start makes the tables of all protocols, starts their workers and returns who serves their calls.
func (f *Frame) Start(ctx context.Context) (http.Handler, error) {
	if err := f.prepare(ctx, f.Protocols); err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	woken := map[string]<-chan struct{}{}
	for _, p := range f.Protocols {
		for _, one := range p.Routes {
			mux.Handle(one.pattern, one.handler)
		}
		if p.Settle != nil {
			woken[p.Name] = f.wakes()
		}
	}
	for _, p := range f.Protocols { // all channels are there: from here on workers write
		if p.Settle != nil {
			f.background(func(ctx context.Context) { f.keepSettling(ctx, p.Name, woken[p.Name], p.Settle) })
		}
	}
	return mux, nil
}

// Doors are the pages that people are led to.
func (f *Frame) Doors() (all []Door) {
	for _, p := range f.Protocols {
		all = append(all, p.Doors...)
	}
	return all
}
