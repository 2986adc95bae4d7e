package programtest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Output collects a program's output.
type Output struct {
	mu   sync.Mutex
	text bytes.Buffer
	// file gets all of it, too, while the program's test runs; nil: nobody keeps it.
	file *os.File
}

// Write takes a part of it.
func (o *Output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.file != nil {
		_, _ = o.file.Write(p) // a log that can't be kept must not stop the program
	}
	return o.text.Write(p)
}

// String is all of it so far.
func (o *Output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// Lines returns the complete lines so far that contain a text, each with its end.
func (o *Output) Lines(holding string) []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	var found []string
	for line := range bytes.Lines(o.text.Bytes()) {
		if bytes.HasSuffix(line, []byte{'\n'}) && bytes.Contains(line, []byte(holding)) {
			found = append(found, string(line))
		}
	}
	return found
}

// all are the outputs of the programs whose tests still run.
var all struct {
	sync.Mutex
	of map[*Output]bool
}

// Said returns what programs of running tests have logged with a text in it, such as a request's ID.
func Said(holding string) string {
	all.Lock()
	defer all.Unlock()
	var lines []string
	for o := range all.of {
		lines = append(lines, o.Lines(holding)...)
	}
	return strings.Join(lines, "")
}

// keptOutput is the output of a program that is about to start. If the test fails, its file stays, and the test names it and
// repeats its errors: a process that is gone can't be asked any more.
func keptOutput(t testing.TB, args []string) *Output {
	t.Helper()
	file, err := os.CreateTemp("", "krapao-"+filepath.Base(strings.Join(args[:min(1, len(args))], ""))+"-*.log")
	if err != nil {
		t.Fatal(err)
	}
	o := &Output{file: file}
	all.Lock()
	if all.of == nil {
		all.of = map[*Output]bool{}
	}
	all.of[o] = true
	all.Unlock()
	t.Cleanup(func() {
		all.Lock()
		delete(all.of, o)
		all.Unlock()
		o.finish(t, args)
	})
	return o
}

// mostErrors bounds how many errors of the log a failed test repeats.
const mostErrors = 40

func (o *Output) finish(t testing.TB, args []string) {
	o.mu.Lock()
	file := o.file
	o.file = nil
	o.mu.Unlock()
	_ = file.Close()
	if !t.Failed() {
		_ = os.Remove(file.Name())
		return
	}
	bad := o.Lines(`"level":"ERROR"`)
	told := fmt.Sprintf("what krapao %s said: %s; lines of level ERROR: %d", strings.Join(args, " "), file.Name(), len(bad))
	t.Log(told + "\n" + strings.Join(bad[:min(len(bad), mostErrors)], ""))
}
