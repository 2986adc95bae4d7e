package page

import (
	"fmt"
	"html/template"
	"math"
	"strings"
)

// Motifs of the art: the picture on the cloth.
const (
	MotifSlot  = "slot"  // three gems
	MotifSport = "sport" // a ball
	MotifLotto = "lotto" // three numbered balls
)

// weave draws the product's textile art for a code. The same code always gives the same picture, which is also the
// member app's (research/frontend.md, appendix B). motif is one of the motifs, or empty for the plain cloth.
func weave(code, motif, dye string) template.HTML {
	h := weaveHash(code)
	colours, known := dyes[dye]
	if !known {
		colours = dyes[dyeNames[h%uint32(len(dyeNames))]]
	}
	ground, thread, foil := colours[0], colours[1], colours[2]
	id := fmt.Sprintf("w%x", h)
	side := float64(20 + ((h>>4)%5)*4)
	lines := 2 + int((h>>9)%2)
	points := int(6 + ((h>>11)%4)*2)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg aria-hidden="true" class="weave" viewBox="0 0 300 211" preserveAspectRatio="xMidYMid slice"><defs>`+
		`<pattern id="%s" width="%g" height="%g" patternUnits="userSpaceOnUse">`, id, side, side*1.25)
	for i := range lines {
		share := 1 - float64(i)/float64(lines)
		stroke, width, opacity := thread, 1.6, 0.9
		if i > 0 {
			stroke, width, opacity = foil, 1, 0.55
		}
		fmt.Fprintf(&b, `<path d="%s" fill="none" stroke="%s" stroke-width="%g" opacity="%g"/>`,
			diamond(side/2, side*0.625, side/2*share, side*0.625*share), stroke, width, opacity)
	}
	fmt.Fprintf(&b, `<path d="%s" fill="%s"/></pattern>`, diamond(side/2, side*0.625, 2, 2), foil)
	fmt.Fprintf(&b, `<radialGradient id="%[1]sb" cx="74%%" cy="30%%" r="75%%"><stop stop-color="%[2]s" stop-opacity=".75"/>`+
		`<stop offset=".45" stop-color="%[2]s" stop-opacity=".22"/>`+
		`<stop offset="1" stop-color="%[3]s" stop-opacity="0"/></radialGradient>`+
		`<linearGradient id="%[1]sf" x2="1" y2="1"><stop stop-color="#fff"/>`+
		`<stop offset=".5" stop-color="%[4]s"/><stop offset="1" stop-color="%[2]s"/></linearGradient>`+
		`<linearGradient id="%[1]sm" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".6"/>`+
		`<stop offset=".75" stop-color="#fff" stop-opacity=".06"/></linearGradient>`+
		`<mask id="%[1]sk"><rect width="300" height="211" fill="url(#%[1]sm)"/></mask>`+
		`<linearGradient id="%[1]ss" x2="0" y2="1"><stop offset=".3" stop-color="#0b1016" stop-opacity="0"/>`+
		`<stop offset="1" stop-color="#0b1016" stop-opacity=".93"/></linearGradient></defs>`+
		`<rect width="300" height="211" fill="%[3]s"/>`+
		`<rect width="300" height="211" fill="url(#%[1]s)" mask="url(#%[1]sk)"/>`+
		`<rect width="300" height="211" fill="url(#%[1]sb)"/>`,
		id, thread, ground, foil)
	if motif != "" {
		b.WriteString(medallion(motif, id, ground, thread, points, h))
	}
	fmt.Fprintf(&b, `<rect width="300" height="211" fill="url(#%[1]ss)"/>`+
		`<path d="M0 1h300" stroke="url(#%[1]sf)" stroke-width="2" opacity=".7"/></svg>`, id)
	return template.HTML(b.String()) //nolint:gosec // numbers and our own constants only
}

// medallion draws the star with a motif.
func medallion(motif, id, ground, thread string, points int, h uint32) string {
	const x, y = 222.0, 78.0
	var b strings.Builder
	fmt.Fprintf(&b, `<g><path d="%[1]s" fill="%[3]s" opacity=".75"/>`+
		`<path d="%[1]s" fill="none" stroke="url(#%[2]sf)" stroke-width="2"/>`,
		star(x, y, points, 58, 44, 0), id, ground)
	fmt.Fprintf(&b, `<path d="%s" fill="none" stroke="%s" stroke-width="1.2" opacity=".8"/>`,
		star(x, y, points, 46, 30, math.Pi/float64(points)), thread)
	switch motif {
	case MotifSlot:
		fmt.Fprintf(&b, `<g fill="url(#%sf)"><path d="%s"/><path d="%s" opacity=".75"/><path d="%s" opacity=".75"/></g>`,
			id, diamond(x, y, 17, 23), diamond(x-22, y, 8, 12), diamond(x+22, y, 8, 12))
	case MotifSport:
		fmt.Fprintf(&b, `<g fill="none" stroke="url(#%sf)" stroke-width="3"><circle cx="%g" cy="%g" r="22"/>`+
			`<path d="%sM%g %gv12M%g %gl12 4M%g %gl-12 4M%g %gl7-10M%g %gl-7-10"/></g>`,
			id, x, y, star(x, y, 5, 10, 8.1, 0), x, y-22, x-21, y-7, x+21, y-7, x-13, y+18, x+13, y+18)
	case MotifLotto:
		fmt.Fprintf(&b, `<g fill="url(#%sf)" font-weight="600" font-size="17" text-anchor="middle">`, id)
		for i, dx := range []float64{-19, 0, 19} {
			dy := math.Pow(float64(i-1), 2) * 7
			fmt.Fprintf(&b, `<circle cx="%g" cy="%g" r="12.5"/><text x="%g" y="%g" fill="%s">%d</text>`,
				x+dx, y+dy-4, x+dx, y+dy+2, ground, (h>>(uint(i)*4))%10)
		}
		b.WriteString(`</g>`)
	}
	b.WriteString(`</g>`)
	return b.String()
}

// dyes are ground, thread and foil of each cloth; dyeNames is their order.
var (
	dyeNames = []string{"indigo", "lotus", "jade", "lac", "marigold", "orchid", "river"}
	dyes     = map[string][3]string{
		"indigo": {"#141c46", "#6d8bff", "#ffd27a"}, "lotus": {"#3d1230", "#ff6f97", "#ffc46b"},
		"jade": {"#0c332c", "#2bd4a0", "#ffe08a"}, "lac": {"#421417", "#ff7a6e", "#ffc46b"},
		"marigold": {"#3b2407", "#ffb224", "#fff0c2"}, "orchid": {"#2b1748", "#b692ff", "#ffb0d0"},
		"river": {"#0c2c45", "#63bdff", "#ffd27a"},
	}
)

func weaveHash(text string) uint32 {
	h := uint32(2166136261)
	for _, c := range text {
		h = (h ^ uint32(c)) * 16777619
	}
	h ^= h >> 13
	h *= 0x5bd1e995
	return h ^ h>>15
}

func diamond(x, y, rx, ry float64) string {
	return fmt.Sprintf("M%g %gL%g %gL%g %gL%g %gZ", x, y-ry, x+rx, y, x, y+ry, x-rx, y)
}

func star(x, y float64, points int, outer, inner, turn float64) string {
	var b strings.Builder
	for i := range points * 2 {
		radius, letter := outer, "L"
		if i%2 == 1 {
			radius = inner
		}
		if i == 0 {
			letter = "M"
		}
		angle := turn + math.Pi*float64(i)/float64(points)
		fmt.Fprintf(&b, "%s%.1f %.1f", letter, x+radius*math.Sin(angle), y-radius*math.Cos(angle))
	}
	return b.String() + "Z"
}
