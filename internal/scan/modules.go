package scan

import (
	"github.com/makiuchi-d/gozxing/qrcode/decoder"
)

// known is a module whose colour is the same in all codes of a size.
type known struct {
	x, y float64 // its centre, in modules
	sign float64 // -1 dark, 1 light
}

// knownModules lists the modules that are the same in all codes of a size.
func knownModules(side int) []known {
	var all []known
	add := func(x, y int, dark bool) {
		if x < 0 || y < 0 || x >= side || y >= side {
			return
		}
		sign := 1.0
		if dark {
			sign = -1
		}
		all = append(all, known{float64(x) + 0.5, float64(y) + 0.5, sign})
	}
	ring := func(cx, cy, reach int) {
		for dy := -reach; dy <= reach; dy++ {
			for dx := -reach; dx <= reach; dx++ {
				d := max(abs(dx), abs(dy))
				// A corner mark is dark at 0, 1 and 3 modules from its centre, light at 2 and 4; an alignment mark at 0 and 2.
				add(cx+dx, cy+dy, reach == 4 && (d <= 1 || d == 3) || reach == 2 && d != 1)
			}
		}
	}
	ring(3, 3, 4)
	ring(side-4, 3, 4)
	ring(3, side-4, 4)
	for i := 8; i < side-8; i++ {
		add(i, 6, i%2 == 0)
		add(6, i, i%2 == 0)
	}
	version, err := decoder.Version_GetVersionForNumber((side - 17) / 4)
	if err != nil {
		return all
	}
	centres := version.GetAlignmentPatternCenters()
	for _, x := range centres {
		for _, y := range centres {
			if (x > 8 || y > 8 && y < side-8) && (y > 8 || x > 8 && x < side-8) {
				ring(x, y, 2)
			}
		}
	}
	return all
}

func abs(n int) int { return max(n, -n) }
