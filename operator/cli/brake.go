package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"krapao/brake"
)

type brakes struct {
	List    brakesList    `cmd:"" default:"1" help:"List the systems that are stopped, longest first."`
	Systems brakesSystems `cmd:"" help:"List the names of all systems that can be stopped."`
}

type brakesList struct{}

// Run lists.
func (brakesList) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Brakes.List(ctx)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, b := range list {
		rows = append(rows, []string{
			b.System, stamp(b.Since), string(b.Cause), b.By, strings.Join(brake.Effects(b.System), ", "), b.Why,
		})
	}
	return table(out, "system since cause by stops why", rows)
}

type brakesSystems struct{}

// Run lists.
func (brakesSystems) Run(ctx context.Context, s *Services, out io.Writer) error {
	names, err := s.Brakes.Systems(ctx)
	for _, name := range names {
		if _, err := fmt.Fprintln(out, plain(name)); err != nil {
			return err
		}
	}
	return err
}
