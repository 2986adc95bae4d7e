package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
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
	says, next, err := s.TurnKeys(ctx)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, next, says)
	return err
}
