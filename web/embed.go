// Package web embeds the built member app, which `npm run build` writes to dist/, into the server.
// Before the first build dist/ has only a placeholder, so that the Go code compiles without Node.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var embedded embed.FS

// Dist returns the built app with dist/ as its root. A file with a .br or .gz beside it is served precompressed.
// Without a build it has no index.html; the server answers with one line that says so.
func Dist() fs.FS {
	dist, err := fs.Sub(embedded, "dist")
	if err != nil {
		panic(err) // "dist" is a constant valid path: cannot happen
	}
	return dist
}
