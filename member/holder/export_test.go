package holder

import "testing"

// OpenKeys opens a sealed name and counts its keys.
func (x *Index) OpenKeys(tb testing.TB, memberID, sealed string) int {
	tb.Helper()
	name, err := x.names.OpenName(memberID, sealed)
	if err != nil {
		tb.Fatal(err)
	}
	return len(x.keys(name))
}

// Batch is how many names one transaction indexes.
const Batch = batch
