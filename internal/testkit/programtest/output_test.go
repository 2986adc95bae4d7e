package programtest

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// stage is a test within this one, which fails or does not.
type stage struct {
	testing.TB
	failed bool
	ends   []func()
	told   strings.Builder
}

func (s *stage) Failed() bool     { return s.failed }
func (s *stage) Cleanup(f func()) { s.ends = append(s.ends, f) }
func (s *stage) Log(args ...any)  { fmt.Fprintln(&s.told, args...) }

func (s *stage) end() {
	for _, f := range s.ends {
		f()
	}
}

const aLog = `{"level":"INFO","msg":"fine","request":"aaaaaaaa"}
{"level":"ERROR","msg":"broken","request":"bbbbbbbb"}
{"level":"INFO","msg":"half a line","request":"bbbbbbbb"`

// A program's output is available while its test runs. If the test fails, it stays in a file that the test names.
func TestWhatAProgramSaidOutlivesAFailure(t *testing.T) {
	t.Parallel()
	s := &stage{TB: t, failed: true}
	o := keptOutput(s, []string{"demo"})
	_, _ = o.Write([]byte(aLog))
	if got := Said("bbbbbbbb"); !strings.Contains(got, "broken") || strings.Count(got, "\n") != 1 {
		t.Errorf("said of a request: %q", got)
	}
	s.end()
	if got := Said("bbbbbbbb"); got != "" {
		t.Errorf("after its end: %q", got)
	}
	name := regexp.MustCompile(`/\S*krapao-demo-\d+\.log`).FindString(s.told.String())
	if name == "" || !strings.Contains(s.told.String(), "broken") || strings.Contains(s.told.String(), "fine") {
		t.Fatalf("told: %s", &s.told)
	}
	t.Cleanup(func() { _ = os.Remove(name) })
	if kept, err := os.ReadFile(name); err != nil || string(kept) != aLog {
		t.Errorf("kept: %q, %v", kept, err)
	}
}

func TestWhatAProgramSaidGoesWithSuccess(t *testing.T) {
	t.Parallel()
	s := &stage{TB: t}
	o := keptOutput(s, []string{"demo"})
	name := o.file.Name()
	s.end()
	if _, err := os.Stat(name); !os.IsNotExist(err) || s.told.Len() > 0 {
		t.Errorf("%v, told %q", err, &s.told)
	}
}
