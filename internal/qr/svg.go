package qr

import (
	"fmt"
	"strings"

	"rsc.io/qr"
)

// quiet is the empty border that readers need, in modules.
const quiet = 4

// SVG draws a text as a QR code of level M: black modules as one path on white, with the quiet zone, measured in
// modules. It has no size of its own, no script, no link and no style.
func SVG(text string) (string, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return "", fmt.Errorf("qr: %w", err)
	}
	side := code.Size + 2*quiet
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" `, side, side)
	b.WriteString(`shape-rendering="crispEdges" role="img">`)
	fmt.Fprintf(&b, `<path fill="#fff" d="M0 0h%dv%dH0z"/><path fill="#000" d="`, side, side)
	for y := range code.Size {
		for x := 0; x < code.Size; {
			run := 0
			for x+run < code.Size && code.Black(x+run, y) {
				run++
			}
			if run > 0 {
				fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", x+quiet, y+quiet, run, run)
			}
			x += max(run, 1)
		}
	}
	b.WriteString(`"/></svg>`)
	return b.String(), nil
}
