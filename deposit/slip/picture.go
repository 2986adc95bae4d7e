package slip

import (
	"runtime"

	"krapao/internal/picture"
)

const (
	// storedPixels is the most that a stored picture has: beyond it a photograph costs space and time, and tells no more. The app
	// sends no more either.
	storedPixels = 6_500_000
	// A whole screen's length in one picture is narrow: made smaller it would lose its code, so that it may have more.
	longPixels, longBytes = 10_000_000, 5 << 20
	legibleSide           = 900
)

// kept is how many pixels are kept of a picture from a file of so many bytes.
func kept(info picture.Info, bytes int) int {
	if min(info.Width, info.Height) < 2*legibleSide && bytes <= longBytes {
		return longPixels
	}
	return storedPixels
}

// largePicture is from how many pixels on a picture's memory is collected as soon as it is done with.
const largePicture = 4_000_000

// letGo collects what a large picture took before the next one has its turn: some 20 MB to decode a photograph, 70 to
// search it for its code. Left alone, the collector waits until as much garbage has come together as was in use at its
// last look, and photographs on end make the node grow by that. Pixels hold no pointers: the look costs little.
func letGo(info picture.Info) {
	if info.Width*info.Height >= largePicture {
		runtime.GC()
	}
}
