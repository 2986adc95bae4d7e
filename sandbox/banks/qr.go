package banks

import (
	"fmt"
	"html/template"
	"strings"

	"rsc.io/qr"
)

// drawQR draws a code's payload, dark on white with its quiet zone.
func drawQR(payload string) template.HTML {
	code, err := qr.Encode(payload, qr.M)
	if err != nil {
		return ""
	}
	const quiet = 4
	var b strings.Builder
	size := code.Size + 2*quiet
	fmt.Fprintf(&b, `<svg class="qr" viewBox="0 0 %d %d" shape-rendering="crispEdges" aria-hidden="true">`+
		`<rect width="%d" height="%d" fill="#fff"/><path fill="#0b1016" d="`, size, size, size, size)
	for y := range code.Size {
		for x := 0; x < code.Size; {
			run := 0
			for x+run < code.Size && code.Black(x+run, y) {
				run++
			}
			if run > 0 {
				fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", x+quiet, y+quiet, run, run)
			}
			x += run + 1
		}
	}
	b.WriteString(`"/></svg>`)
	return template.HTML(b.String()) //nolint:gosec // numbers only
}
