package deposit

import (
	"context"
	"time"
)

// roundTime limits a round of a job. Its calls and transactions have limits of their own, but its reads have none.
const roundTime = 5 * time.Minute

// OneRound runs one round of a job, for at most roundTime.
func OneRound(ctx context.Context, turn func(context.Context) (int, error)) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, roundTime)
	defer cancel()
	return turn(ctx)
}
