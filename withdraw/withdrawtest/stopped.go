package withdrawtest

import (
	"slices"

	stops "krapao/brake"
)

// Stopped holds automatic payouts to what they are stopped for, the latest first. None: they go on.
func (w *World) Stopped(found ...stops.Against) {
	w.T.Helper()
	all, err := w.Stops.All(w.T.Context())
	if err != nil {
		w.T.Fatal(err)
	}
	var got []stops.Against
	for _, b := range all {
		got = append(got, b.Found...)
	}
	if len(all) > 1 || (len(all) == 0) != (len(found) == 0) || !slices.Equal(got, found) {
		w.T.Errorf("stopped are %+v, want %+v", all, found)
	}
}
