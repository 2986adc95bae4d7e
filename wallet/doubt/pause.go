package doubt

import (
	"math/rand/v2"
	"time"
)

// placePause is how long a transfer waits that found no place: about a second at first, twice as long each time it was taken
// up, and at most a third of the longest pause between two questions. Each time costs two commits, and a provider that is slow
// has many transfers pending. Longer pauses would leave places empty when it has recovered: within a minute all must be
// settled. The length varies, so that they do not come back all at once.
func placePause(attempts int, nextAsk time.Duration) time.Duration {
	pause := time.Second
	for range min(max(attempts-1, 0), 20) {
		pause *= 2
	}
	pause = max(min(pause, nextAsk/3), time.Second)
	return pause*3/4 + rand.N(pause/2)
}
