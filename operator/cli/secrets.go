package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// secrets is not for operators: krapao secrets sends it to the node that has the database to itself.
type secrets struct {
	Turn secretsTurn `cmd:""`
}

type secretsTurn struct{}

// Run does one step of a rotation. It prints first how long to wait for the next step.
func (secretsTurn) Run(ctx context.Context, s *Services, out io.Writer) error {
	if s.TurnKeys == nil {
		return errors.New("this node has no keys to rotate")
	}
	return turned(ctx, s.TurnKeys, out)
}

// turned does one step, and prints how long to wait for the next, and what it says.
func turned(ctx context.Context, turn func(context.Context) (string, time.Duration, error), out io.Writer) error {
	says, next, err := turn(ctx)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, next, says)
	return err
}
