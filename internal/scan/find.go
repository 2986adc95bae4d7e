package scan

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode/detector"
)

// Limits of one search for corner marks. The library's own search tries every three of all marks, which would take
// hours in a picture full of marks.
const (
	mostMarks   = 300 // the search ends after this many marks
	bestMarks   = 18  // the best of them are combined
	bestTriples = 6   // the most likely combinations are read
)

// triple is three corner marks that may belong to a code.
type triple struct {
	info *detector.FinderPatternInfo
	odd  float64 // how far from the corners of a square: 0 is exact
}

// findTriples searches a black and white picture for corner marks, row by row, and combines them.
func findTriples(ctx context.Context, black *gozxing.BitMatrix) []triple {
	finder := detector.NewFinderPatternFinder(black, nil)
	for y := 1; y < black.GetHeight(); y += 2 {
		if ctx.Err() != nil || len(finder.GetPossibleCenters()) > mostMarks {
			break
		}
		findInRow(finder, black, y)
	}
	marks := slices.Clone(finder.GetPossibleCenters())
	slices.SortStableFunc(marks, func(a, b *detector.FinderPattern) int { return cmp.Compare(b.GetCount(), a.GetCount()) })
	return combine(marks[:min(len(marks), bestMarks)])
}

// findInRow follows the changes of colour in a row. It looks closer if five lengths in a row are those of a corner
// mark.
func findInRow(finder *detector.FinderPatternFinder, black *gozxing.BitMatrix, y int) {
	var counts [5]int
	state := 0
	w := black.GetWidth()
	for x := range w {
		dark := black.Get(x, y)
		if dark == (state%2 == 0) {
			counts[state]++
			continue
		}
		if state < 4 {
			if state == 0 && counts[0] == 0 {
				continue // nothing dark yet
			}
			state++
			counts[state]++
			continue
		}
		// Five lengths are full and the sixth begins.
		if detector.FinderPatternFinder_foundPatternCross(counts[:]) {
			finder.HandlePossibleCenter(counts[:], y, x)
		}
		counts = [5]int{counts[2], counts[3], counts[4], 1, 0}
		state = 3
	}
	if state == 4 && detector.FinderPatternFinder_foundPatternCross(counts[:]) {
		finder.HandlePossibleCenter(counts[:], y, w)
	}
}

// combine returns the triples that look most like three corners of a square, best first.
func combine(marks []*detector.FinderPattern) []triple {
	var all []triple
	for i := range marks {
		for j := i + 1; j < len(marks); j++ {
			for k := j + 1; k < len(marks); k++ {
				if t, ok := assemble(marks[i], marks[j], marks[k]); ok {
					all = append(all, t)
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b triple) int { return cmp.Compare(a.odd, b.odd) })
	return all[:min(len(all), bestTriples)]
}

// assemble orders three marks and returns how odd their code would be. At an angle, the sides may differ by half and
// the corner may be far from a right angle.
func assemble(a, b, c *detector.FinderPattern) (triple, bool) {
	sizes := []float64{a.GetEstimatedModuleSize(), b.GetEstimatedModuleSize(), c.GetEstimatedModuleSize()}
	small, large := slices.Min(sizes), slices.Max(sizes)
	if large > 2*small {
		return triple{}, false
	}
	bl, tl, tr := gozxing.ResultPoint_OrderBestPatterns(a, b, c)
	ax, ay := tr.GetX()-tl.GetX(), tr.GetY()-tl.GetY()
	bx, by := bl.GetX()-tl.GetX(), bl.GetY()-tl.GetY()
	across, down := math.Hypot(ax, ay), math.Hypot(bx, by)
	module := (sizes[0] + sizes[1] + sizes[2]) / 3
	const narrowest, widest = 9, 80 // modules between two marks
	if min(across, down) < narrowest*module || max(across, down) > widest*module {
		return triple{}, false
	}
	cosine := math.Abs(ax*bx+ay*by) / (across * down)
	ratio := max(across, down) / min(across, down)
	if cosine > 0.6 || ratio > 2 {
		return triple{}, false
	}
	patterns := [3]*detector.FinderPattern{}
	for i, p := range []gozxing.ResultPoint{bl, tl, tr} {
		f, ok := p.(*detector.FinderPattern)
		if !ok {
			return triple{}, false
		}
		patterns[i] = f
	}
	odd := cosine + (ratio - 1) + (large/small - 1)
	return triple{detector.NewFinderPatternInfo(patterns[0], patterns[1], patterns[2]), odd}, true
}
