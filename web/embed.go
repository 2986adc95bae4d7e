// Package web embeds the member app and the house's console, which `npm run build` writes to dist/ and dist-console/, into the
// server. Before the first build each has only a placeholder, so that the Go code compiles without Node.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist all:dist-console
var embedded embed.FS

// Dist returns the built member app with dist/ as its root. A file with a .br or .gz beside it is served precompressed.
// Without a build it has no index.html; the server answers with one line that says so.
func Dist() fs.FS { return sub("dist") }

// Console returns the built console, as Dist does the member app.
func Console() fs.FS { return sub("dist-console") }

func sub(dir string) fs.FS {
	dist, err := fs.Sub(embedded, dir)
	if err != nil {
		panic(err) // a constant valid path: cannot happen
	}
	return dist
}
