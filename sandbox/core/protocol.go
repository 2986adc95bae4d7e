package core

import (
	"context"
	"net/http"
)

// Protocol is one system of the outside as it registers with the frame: its routes, its faults, its tables and its
// totals. Empty fields are what it does not have.
type Protocol struct {
	// Name is for the log.
	Name string
	// Routes are its protocol's calls, its calls of the control API, and its pages.
	Routes []Route
	// Targets are the targets that a fault can name.
	Targets []Target
	// Tables is SQL that creates its missing tables; Columns are missing in the tables of an older sandbox.
	Tables  string
	Columns []Column
	// Sum adds its part to the totals.
	Sum func(ctx context.Context, q Querier, into *Totals) error
	// Settle does the due work, and reports whether more is open.
	Settle func(ctx context.Context) (open bool, err error)
	// Menu has its pages for the first page and every page's menu, Tiles its games on the first page.
	Menu  []MenuEntry
	Tiles []Tile
}

// Route is a call and its handler; the pattern is http.ServeMux's.
type Route struct {
	pattern string
	handler http.Handler
}

// Handle makes a route.
func Handle(pattern string, handler http.HandlerFunc) Route { return Route{pattern, handler} }

// MenuEntry is a page in the menu, at "/" and its name. Its texts are its name and its name with "Lead".
type MenuEntry struct {
	Name string
	// Dye is the colour of its art.
	Dye string
}

// Lead is the key of the text that describes the page.
func (e MenuEntry) Lead() string { return e.Name + "Lead" }

// Tile is a game on the first page.
type Tile struct{ Code, Name, Kind string }
