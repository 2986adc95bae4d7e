package soak

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"krapao/internal/store"
)

// enter begins a stage of the run, and says how long the one before it took.
func (s *soak) enter(stage string) {
	if before, some := s.stage.Swap(stage).(string); some {
		s.t.Logf("%s: %s", before, time.Since(s.entered).Round(time.Second))
	}
	s.entered = time.Now()
}

// watch says on standard error, each minute, how far the run is; the function that it returns ends that.
func (s *soak) watch(engine store.Engine) (stop func()) {
	began, done, minute := time.Now(), make(chan struct{}), time.NewTicker(time.Minute)
	go func() {
		defer minute.Stop()
		for {
			select {
			case <-done:
				return
			case <-minute.C:
				made, hits := s.look().sum()
				fmt.Fprintf(os.Stderr, "soak, %s, %s: %s; %d calls, %d faults; memory in MB: test and sandbox %d, nodes %s\n",
					engine, time.Since(began).Round(time.Second), s.stage.Load(), made, hits, ownMemory(), s.memory())
			}
		}
	}()
	return func() { close(done) }
}

// ownMemory is what this process has from the system, in megabytes: the sandbox is in it.
func ownMemory() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return (m.Sys - m.HeapReleased) >> 20
}

// memory is what the nodes hold, in megabytes; nothing where the system does not tell.
func (s *soak) memory() string {
	var all []string
	for _, n := range s.nodes {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", n.pid.Load()))
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(text)) {
			var kilobytes int
			if _, err := fmt.Sscanf(line, "VmRSS: %d kB", &kilobytes); err == nil {
				all = append(all, fmt.Sprint(kilobytes>>10))
			}
		}
	}
	return strings.Join(all, " ")
}
