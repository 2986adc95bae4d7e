package deposit

import (
	"context"
	"time"
)

// turnTime bounds a round of a job, whose calls and transactions have times of their own: what it reads has none.
const turnTime = 5 * time.Minute

// InTurn runs one round of a job, for turnTime at most.
func InTurn(ctx context.Context, turn func(context.Context) (int, error)) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, turnTime)
	defer cancel()
	return turn(ctx)
}
