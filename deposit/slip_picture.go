package deposit

import (
	"runtime"

	"krapao/internal/picture"
)

// storedPixels is the most that a stored picture has: beyond it a photograph costs space and tells no more.
const storedPixels = 13_000_000

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
