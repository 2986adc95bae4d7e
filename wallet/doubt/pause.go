package doubt

import (
	"math/rand/v2"
	"time"
)

// placePause returns how long a transfer waits after it found no free place: about a second at first, then twice as long
// each time, up to a third of the longest pause between two questions. Each try costs two commits, and a slow provider
// has many pending transfers. Longer pauses would leave places empty once the provider has recovered, and all must be
// settled within a minute. The length varies so that transfers don't come back all at once.
func placePause(attempts int, nextAsk time.Duration) time.Duration {
	pause := time.Second
	for range min(max(attempts-1, 0), 20) {
		pause *= 2
	}
	pause = max(min(pause, nextAsk/3), time.Second)
	return pause*3/4 + rand.N(pause/2)
}
