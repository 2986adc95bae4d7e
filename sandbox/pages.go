package sandbox

import "embed"

//go:embed *.html
var pageFiles embed.FS
