package slip

import (
	"runtime"

	"krapao/internal/picture"
)

const (
	// storedPixels is the maximum size of a stored picture. Beyond it a photograph costs space and time and shows no
	// more. The app sends no more either.
	storedPixels = 6_500_000
	// A scrolling screenshot is long and narrow. Reduced, its code would be lost, so it may have more pixels.
	longPixels, longBytes = 10_000_000, 5 << 20
	legibleSide           = 900
)

// keptPixels returns how many pixels are kept of a picture from a file of that many bytes.
func keptPixels(info picture.Info, bytes int) int {
	if min(info.Width, info.Height) < 2*legibleSide && bytes <= longBytes {
		return longPixels
	}
	return storedPixels
}

// largePicture is the size from which the memory of a picture is collected at once.
const largePicture = 4_000_000

// collect frees the memory of a large picture before the next one has its turn. Decoding a photograph takes some 20
// MB, searching it for a code 70 MB. By itself the collector waits until the garbage equals what was in use at its
// last run, so that the node grows with each photograph. Pixels hold no pointers, which makes this run cheap.
func collect(info picture.Info) {
	if info.Width*info.Height >= largePicture {
		runtime.GC()
	}
}
