package api

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"testing"
)

// sideBySide is how many tests of this package run at once for each processor. Those that kill real programs wait for leases and
// keys of the killed most of their time, and compute little.
const sideBySide = 4

// TestMain leaves a number that was asked for as it is.
func TestMain(m *testing.M) {
	flag.Parse()
	asked := false
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == "test.parallel" })
	if !asked {
		if err := flag.Set("test.parallel", fmt.Sprint(sideBySide*runtime.GOMAXPROCS(0))); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	}
	os.Exit(m.Run())
}
