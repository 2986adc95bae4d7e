// Package web holds the built member app: what `npm run build` leaves in dist/ is compiled into the server.
// Before the first build dist/ holds only a placeholder, so that the Go code compiles without Node.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var embedded embed.FS

// Dist returns the built app with dist/ as its root. Files beside which a .br or .gz lies are shipped precompressed.
// Without a build there is no index.html in it; the server says so in one line.
func Dist() fs.FS {
	dist, err := fs.Sub(embedded, "dist")
	if err != nil {
		panic(err) // "dist" is a constant valid path: cannot happen
	}
	return dist
}
