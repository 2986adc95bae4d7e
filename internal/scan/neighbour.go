package scan

import (
	"math"

	"github.com/makiuchi-d/gozxing"
)

// In a blurred picture, the shade of each module spreads to those around it. How much is learned from the known
// modules. Then the part of the neighbours is removed from each module. The more of them are right, the clearer the
// rest becomes.

// spread says how much of a module's shade comes from itself and from its neighbours: shade = base + the sum of
// weight times colour, with colour -1 dark or 1 light. The two directions and the two diagonals differ if the camera
// moved.
type spread [1 + len(reach)]float64

// reach lists the neighbours that count, in groups with one weight. The first group is the module itself.
var reach = [...][][2]int{
	{{0, 0}},
	{{-1, 0}, {1, 0}},
	{{0, -1}, {0, 1}},
	{{-1, -1}, {1, 1}},
	{{-1, 1}, {1, -1}},
	{{-2, 0}, {2, 0}},
	{{0, -2}, {0, 2}},
}

// untangle tells dark from light in a blurred code. It returns false if nothing can be learned.
func untangle(shades []float64, side int) (*gozxing.BitMatrix, bool) {
	fixed := make([]float64, side*side) // 0 if a module is not known
	for _, m := range knownModules(side) {
		fixed[int(m.y)*side+int(m.x)] = m.sign
	}
	s, ok := learn(shades, fixed, side)
	if !ok || math.Abs(s[1]) < 1 {
		return nil, false
	}
	colours := make([]float64, side*side)
	for i, v := range equalise(shades, side, 1) {
		colours[i] = min(max((v-s[0])/(2*s[1]), -1), 1)
		if fixed[i] != 0 {
			colours[i] = fixed[i]
		}
	}
	const rounds = 14
	for round := range rounds {
		next := make([]float64, len(colours))
		for i := range next {
			if next[i] = fixed[i]; fixed[i] == 0 {
				own := (shades[i] - s.from(colours, side, i)) / s[1]
				// Doubtful modules stay between dark and light until their neighbours are more certain.
				hardness := 1 + float64(round)/3
				next[i] = min(max((own*hardness+colours[i])/2, -1), 1)
			}
		}
		colours = next
	}
	bits, err := gozxing.NewSquareBitMatrix(side)
	if err != nil {
		return nil, false
	}
	for i, c := range colours {
		if c < 0 {
			bits.Set(i%side, i/side)
		}
	}
	return bits, true
}

// from returns a module's shade without its own colour. Around a code all is light.
func (s spread) from(colours []float64, side, i int) float64 {
	v := s[0]
	for g := 1; g < len(reach); g++ {
		v += s[1+g] * group(colours, side, i, g)
	}
	return v
}

// group returns the sum of the colours of one group of neighbours.
func group(colours []float64, side, i, g int) float64 {
	x, y := i%side, i/side
	var sum float64
	for _, d := range reach[g] {
		u, v := x+d[0], y+d[1]
		if u < 0 || v < 0 || u >= side || v >= side {
			sum++
			continue
		}
		sum += colours[v*side+u]
	}
	return sum
}

const unknowns = len(spread{})

// equations are linear equations, each with its right side last.
type equations [unknowns][unknowns + 1]float64

// learn finds the spread that explains the known modules best: by least squares, over those whose neighbours are
// known.
func learn(shades, fixed []float64, side int) (spread, bool) {
	var a equations
	for i := range shades {
		var row spread
		row[0] = 1
		if !surrounded(fixed, side, i) {
			continue
		}
		for g := range reach {
			row[1+g] = group(fixed, side, i, g)
		}
		for r := range unknowns {
			for c := range unknowns {
				a[r][c] += row[r] * row[c]
			}
			a[r][unknowns] += row[r] * shades[i]
		}
	}
	return solve(a)
}

// surrounded reports whether a module and all neighbours that count are known.
func surrounded(fixed []float64, side, i int) bool {
	x, y := i%side, i/side
	for _, g := range reach {
		for _, d := range g {
			u, v := x+d[0], y+d[1]
			if u >= 0 && v >= 0 && u < side && v < side && fixed[v*side+u] == 0 {
				return false
			}
		}
	}
	return true
}

// solve is Gaussian elimination. It returns false if there is not exactly one solution.
func solve(a equations) (spread, bool) {
	for c := range unknowns {
		best := c
		for r := c + 1; r < unknowns; r++ {
			if math.Abs(a[r][c]) > math.Abs(a[best][c]) {
				best = r
			}
		}
		a[c], a[best] = a[best], a[c]
		if math.Abs(a[c][c]) < 1e-6 {
			return spread{}, false
		}
		for r := range unknowns {
			if r == c {
				continue
			}
			f := a[r][c] / a[c][c]
			for k := c; k <= unknowns; k++ {
				a[r][k] -= f * a[c][k]
			}
		}
	}
	var out spread
	for c := range unknowns {
		out[c] = a[c][unknowns] / a[c][c]
	}
	return out, true
}
