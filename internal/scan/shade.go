package scan

import (
	"github.com/makiuchi-d/gozxing"
)

// equalise removes from each module what has spread to it from its neighbours.
func equalise(shades []float64, side int, edge float64) []float64 {
	if edge == 0 {
		return shades
	}
	out := make([]float64, len(shades))
	pixel := func(x, y int) float64 {
		return shades[min(max(y, 0), side-1)*side+min(max(x, 0), side-1)]
	}
	for y := range side {
		for x := range side {
			beside := (pixel(x-1, y) + pixel(x+1, y) + pixel(x, y-1) + pixel(x, y+1)) / 4
			v := pixel(x, y)
			out[y*side+x] = v + edge*(v-beside)
		}
	}
	return out
}

// darker tells dark from light by the mean of the modules around, window to each side. 0: of all modules.
func darker(shades []float64, side, window int) *gozxing.BitMatrix {
	bits, err := gozxing.NewSquareBitMatrix(side)
	if err != nil {
		return nil
	}
	if window == 0 {
		window = side
	}
	for y := range side {
		for x := range side {
			var sum float64
			n := 0
			for v := max(0, y-window); v <= min(side-1, y+window); v++ {
				for u := max(0, x-window); u <= min(side-1, x+window); u++ {
					sum += shades[v*side+u]
					n++
				}
			}
			if shades[y*side+x] < sum/float64(n) {
				bits.Set(x, y)
			}
		}
	}
	return bits
}
