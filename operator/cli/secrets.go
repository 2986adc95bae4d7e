package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"krapao/operator"
)

// secrets are not an operator's: krapao secrets hands them to the node that has the database to itself.
type secrets struct {
	Turn secretsTurn `cmd:""`
}

type secretsTurn struct{}

// Run does one turn of a rotation, and says first how long to wait for the next.
func (secretsTurn) Run(ctx context.Context, s *operator.Service, out io.Writer) error {
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
