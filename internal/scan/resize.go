package scan

import "math"

// resize makes a plane larger, smoothly between pixels, or smaller, over all pixels.
func (p plane) resize(w, h int) plane {
	if w == p.w && h == p.h {
		return p
	}
	across := tapsFor(p.w, w)
	middle := newPlane(w, p.h)
	for y := range p.h {
		in, out := p.row(y), middle.row(y)
		for x, t := range across {
			out[x] = t.sum(in)
		}
	}
	down := tapsFor(p.h, h)
	out := newPlane(w, h)
	acc := make([]int32, w)
	for y, t := range down {
		clear(acc)
		for i, weight := range t.weights {
			for x, v := range middle.row(t.first + i) {
				acc[x] += weight * int32(v)
			}
		}
		row := out.row(y)
		for x, v := range acc {
			row[x] = shade(v)
		}
	}
	return out
}

// by resizes a plane by a factor.
func (p plane) by(f float64) plane {
	return p.resize(max(1, int(math.Round(float64(p.w)*f))), max(1, int(math.Round(float64(p.h)*f))))
}

// taps are the pixels that make one new pixel, with the weight of each. whole is the weight 1.
type taps struct {
	first   int
	weights []int32
}

const (
	wholeBits = 14
	whole     = 1 << wholeBits
)

func shade(v int32) byte {
	v = (v + whole/2) >> wholeBits
	if v&^0xFF == 0 {
		return byte(v)
	}
	return byte(min(max(v, 0), 255))
}

func (t taps) sum(in []byte) byte {
	in = in[t.first:]
	if w := t.weights; len(w) == 4 && len(in) >= 4 { // enlarging
		return shade(w[0]*int32(in[0]) + w[1]*int32(in[1]) + w[2]*int32(in[2]) + w[3]*int32(in[3]))
	}
	var v int32
	for i, w := range t.weights {
		v += w * int32(in[i])
	}
	return shade(v)
}

// tapsFor computes the taps for a line of n pixels that becomes one of m.
func tapsFor(n, m int) []taps {
	ratio := float64(n) / float64(m)
	spread := max(ratio, 1) // reducing: each new pixel covers all pixels that fall into it
	out := make([]taps, m)
	for i := range out {
		centre := (float64(i)+0.5)*ratio - 0.5
		first := max(0, int(math.Ceil(centre-2*spread)))
		last := min(n-1, int(math.Floor(centre+2*spread)))
		weights := make([]float64, 0, last-first+1)
		var sum float64
		for j := first; j <= last; j++ {
			w := cubic(math.Abs(float64(j)-centre) / spread)
			weights = append(weights, w)
			sum += w
		}
		out[i] = taps{first, make([]int32, len(weights))}
		for j, w := range weights {
			out[i].weights[j] = int32(math.Round(w / sum * whole))
		}
	}
	return out
}

// cubic is the curve of Catmull and Rom, which keeps edges sharp.
func cubic(x float64) float64 {
	switch {
	case x < 1:
		return (1.5*x-2.5)*x*x + 1
	case x < 2:
		return ((-0.5*x+2.5)*x-4)*x + 2
	}
	return 0
}

// sharpen increases the difference of each pixel from its surroundings of radius pixels. Strength 1 doubles an edge.
func (p plane) sharpen(radius int, strength float64) plane {
	out := p.soften(radius)
	k := int32(strength * 256)
	for i, v := range p.pix {
		d := int32(v) - int32(out.pix[i])
		out.pix[i] = byte(min(max(int32(v)+k*d/256, 0), 255))
	}
	return out
}

// soften returns the mean of the square of radius pixels around each pixel, twice over, which is nearly a bell curve.
// It is used on the largest planes and takes the memory of two of them, no more.
func (p plane) soften(radius int) plane {
	middle, out := newPlane(p.w, p.h), newPlane(p.w, p.h)
	p.mean(radius, middle, out)
	out.mean(radius, middle, out)
	return out
}

// mean runs a window along the rows into middle, then along the columns into out. out may be the plane itself.
func (p plane) mean(radius int, middle, out plane) {
	for y := range p.h {
		run(p.row(y), middle.row(y), 1, p.w, radius)
	}
	for x := range p.w {
		run(middle.pix[x:], out.pix[x:], p.w, p.h, radius)
	}
}

// run writes the mean over a window for n pixels that are step apart. Beyond the ends, the last pixel is repeated.
func run(in, out []byte, step, n, radius int) {
	pixel := func(i int) int { return int(in[min(max(i, 0), n-1)*step]) }
	sum := 0
	for i := -radius; i <= radius; i++ {
		sum += pixel(i)
	}
	size := 2*radius + 1
	for i := range n {
		out[i*step] = byte((sum + size/2) / size)
		sum += pixel(i+radius+1) - pixel(i-radius)
	}
}
