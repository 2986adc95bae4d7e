package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// profile has the node profile itself during a point, if the run wants profiles. The returned function waits for the end of it.
func (i *installation) profile(ctx context.Context, p point) (wait func() error) {
	seconds := int(i.length.Seconds())
	if i.profiles == "" || p.offered > 0 || seconds == 0 {
		return func() error { return nil }
	}
	made := make(chan error, 1)
	go func() {
		text, err := get(ctx, fmt.Sprintf("http://%s/debug/pprof/profile?seconds=%d", i.figures, seconds))
		if err == nil {
			err = os.WriteFile(filepath.Join(i.profiles, fmt.Sprintf("%s-%s-%d", i.engine, p.operation, p.callers)), []byte(text), 0o600)
		}
		made <- err
	}()
	return func() error { return <-made }
}
