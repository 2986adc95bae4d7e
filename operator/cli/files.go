package cli

import (
	"context"
	"errors"
	"io"
)

// files is not for operators: krapao blobs sends it to the node that has the database to itself.
type files struct {
	Turn filesTurn `cmd:""`
}

type filesTurn struct{}

// Run does one step of a move. It prints first how long to wait for the next step.
func (filesTurn) Run(ctx context.Context, s *Services, out io.Writer) error {
	if s.MoveFiles == nil {
		return errors.New("this node has no uploaded files to move")
	}
	return turned(ctx, s.MoveFiles, out)
}
