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
