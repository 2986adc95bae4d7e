package scan

import (
	"context"
	"math"

	"github.com/makiuchi-d/gozxing/common"
)

// Some parts of a code look the same in all codes of its size: corner marks, timing lines, alignment marks. byFit
// lays a grid of modules over the picture so that these parts agree best. This works for blurred, bent and small
// codes, in which black and white can't be told apart pixel by pixel.

// point is a place in the picture, in pixels from its top left corner.
type point struct{ x, y float64 }

// grid is the place of a code: the centres of its three corner marks, and of the fourth that it would have.
type grid struct {
	side    int      // modules
	corners [4]point // top left, top right, bottom right, bottom left
}

// Sizes tried: up to version 10, which holds several times the text of a slip's code.
const (
	smallestSide = 21
	largestSide  = 57
)

// byFit reads the code between three marks with grids of the most likely sizes.
func byFit(ctx context.Context, p plane, t triple) (string, error) {
	tl, tr, bl := t.info.GetTopLeft(), t.info.GetTopRight(), t.info.GetBottomLeft()
	start := [4]point{
		{tl.GetX(), tl.GetY()},
		{tr.GetX(), tr.GetY()},
		{tr.GetX() - tl.GetX() + bl.GetX(), tr.GetY() - tl.GetY() + bl.GetY()},
		{bl.GetX(), bl.GetY()},
	}
	module := (tl.GetEstimatedModuleSize() + tr.GetEstimatedModuleSize() + bl.GetEstimatedModuleSize()) / 3
	apart := (distance(start[0], start[1]) + distance(start[0], start[3])) / 2
	for _, side := range likelySides(apart/module + 7) {
		if ctx.Err() != nil {
			break
		}
		g := grid{side, start}
		agreement := g.adjust(p)
		if agreement < leastAgreement {
			continue
		}
		if text, err := g.read(p); err == nil {
			return text, nil
		}
	}
	return "", ErrNone
}

// leastAgreement is how well a grid must agree with the picture before it is read. 1 is full agreement, 0 is chance.
const leastAgreement = 0.35

// likelySides returns the sizes of codes near an estimate, nearest first.
func likelySides(estimate float64) []int {
	nearest := smallestSide + 4*int(math.Round((estimate-smallestSide)/4))
	sides := make([]int, 0, 5)
	for _, d := range []int{0, -4, 4, 8, -8} {
		if s := nearest + d; s >= smallestSide && s <= largestSide {
			sides = append(sides, s)
		}
	}
	return sides
}

func distance(a, b point) float64 { return math.Hypot(a.x-b.x, a.y-b.y) }

// transform maps modules to pixels.
func (g grid) transform() *common.PerspectiveTransform {
	near, far := 3.5, float64(g.side)-3.5
	c := g.corners
	return common.PerspectiveTransform_QuadrilateralToQuadrilateral(
		near, near, far, near, far, far, near, far,
		c[0].x, c[0].y, c[1].x, c[1].y, c[2].x, c[2].y, c[3].x, c[3].y)
}

// agreement returns the correlation of the known modules with the picture.
func (g grid) agreement(p plane, modules []known, places []float64) float64 {
	for i, m := range modules {
		places[2*i], places[2*i+1] = m.x, m.y
	}
	g.transform().TransformPoints(places)
	var sum, square, with float64
	var signs float64
	for i, m := range modules {
		v := p.at(places[2*i], places[2*i+1])
		sum += v
		square += v * v
		with += v * m.sign
		signs += m.sign
	}
	n := float64(len(modules))
	spread := math.Sqrt(max(square/n-sum/n*sum/n, 1)) * math.Sqrt(max(1-signs/n*signs/n, 1e-6))
	return (with/n - sum/n*signs/n) / spread
}

// adjust moves the corners of the grid until it agrees best with the picture, and returns the agreement.
func (g *grid) adjust(p plane) float64 {
	modules := knownModules(g.side)
	places := make([]float64, 2*len(modules))
	module := (distance(g.corners[0], g.corners[1]) + distance(g.corners[0], g.corners[3])) / 2 / float64(g.side-7)
	best := g.agreement(p, modules, places)
	// The fourth corner was only estimated from the others. At an angle it is elsewhere, so it looks around.
	guess := g.corners[2]
	for _, at := range around(guess, module*float64(g.side)/8, 6) {
		try := *g
		try.corners[2] = at
		if a := try.agreement(p, modules, places); a > best {
			best, *g = a, try
		}
	}
	if best < leastAgreement/2 {
		return best // no code of this size
	}
	for step := module; step > module/20; step /= 2 {
		for improved, rounds := true, 0; improved && rounds < 8; rounds++ {
			improved = false
			for corner := range g.corners {
				for _, d := range [4]point{{step, 0}, {-step, 0}, {0, step}, {0, -step}} {
					try := *g
					try.corners[corner].x += d.x
					try.corners[corner].y += d.y
					if a := try.agreement(p, modules, places); a > best+1e-6 {
						best, *g, improved = a, try, true
					}
				}
			}
		}
	}
	return best
}

// around returns points around a centre, n steps to each side.
func around(centre point, reach float64, n int) []point {
	var all []point
	for y := -n; y <= n; y++ {
		for x := -n; x <= n; x++ {
			all = append(all, point{centre.x + reach*float64(x)/float64(n), centre.y + reach*float64(y)/float64(n)})
		}
	}
	return all
}

// read takes the shade of each module and tries several ways to tell dark from light.
func (g grid) read(p plane) (string, error) {
	shades := g.shades(p)
	for _, edge := range []float64{0, 0.5, 1, 1.8} {
		crisp := equalise(shades, g.side, edge)
		for _, window := range []int{4, 0, 8} {
			if text, err := decode(darker(crisp, g.side, window)); err == nil {
				return text, nil
			}
		}
	}
	if bits, ok := untangle(shades, g.side); ok {
		return decode(bits)
	}
	return "", ErrNone
}

// shades returns the mean shade of the middle of each module.
func (g grid) shades(p plane) []float64 {
	const d = 0.2
	offsets := [5]point{{0.5, 0.5}, {0.5 - d, 0.5}, {0.5 + d, 0.5}, {0.5, 0.5 - d}, {0.5, 0.5 + d}}
	places := make([]float64, 0, 2*len(offsets)*g.side*g.side)
	for y := range g.side {
		for x := range g.side {
			for _, o := range offsets {
				places = append(places, float64(x)+o.x, float64(y)+o.y)
			}
		}
	}
	g.transform().TransformPoints(places)
	out := make([]float64, g.side*g.side)
	for i := range out {
		for k := range offsets {
			at := 2 * (i*len(offsets) + k)
			out[i] += p.at(places[at], places[at+1]) / float64(len(offsets))
		}
	}
	return out
}
