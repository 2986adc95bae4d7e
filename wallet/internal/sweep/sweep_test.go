package sweep

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestASweepIsHeldUpByNoProvider: while all places of one provider are taken, the rows of another are done, including
// those that become due meanwhile. A row that is not ours is begun once.
func TestASweepIsHeldUpByNoProvider(t *testing.T) {
	t.Parallel()
	synctest.Test(t, heldUpByNoProvider)
}

func heldUpByNoProvider(t *testing.T) {
	const healthy = 50
	var mu sync.Mutex
	due := map[string]bool{"taken by another": true}
	for n := range 10 {
		due[fmt.Sprint("slow", n)] = true
	}
	for n := range healthy {
		due[fmt.Sprint("quick", n)] = true
	}
	begun := map[string]int{}
	release, done := make(chan struct{}), make(chan string, 2*healthy)
	sweeping := Job[string]{
		Places: NewPlaces(4, 16), Name: func(row string) string { return row }, Provider: func(row string) string { return row[:4] },
		Due: func(context.Context) (rows []string, err error) {
			mu.Lock()
			defer mu.Unlock()
			for row := range due {
				rows = append(rows, row)
			}
			return rows, nil
		},
		Work: func(row string) bool {
			mu.Lock()
			begun[row]++
			mu.Unlock()
			if row == "taken by another" {
				return false
			}
			if row[:4] == "slow" {
				<-release
			}
			mu.Lock()
			defer mu.Unlock()
			delete(due, row)
			if row == "quick7" {
				due["quick, and later"] = true
			}
			done <- row
			return true
		},
	}
	ended := make(chan int)
	go func() {
		n, err := sweeping.Run(context.WithoutCancel(t.Context()))
		if err != nil {
			t.Error(err)
		}
		ended <- n
	}()
	began := time.Now()
	for range healthy + 1 {
		if row := <-done; row[:4] == "slow" {
			t.Errorf("%s is done", row)
		}
	}
	if took := time.Since(began); took > lookEvery {
		t.Errorf("what there is to do with another provider is done after %s", took)
	}
	// Nothing ends now: only polling finds what becomes due.
	mu.Lock()
	due["quick, and much later"] = true
	mu.Unlock()
	select {
	case <-done:
	case <-time.After(time.Second + time.Millisecond):
		t.Error("what became due while only the slow ones were under way is not seen within a second")
	}
	close(release)
	if n := <-ended; n != healthy+2+10 || begun["taken by another"] != 1 {
		t.Errorf("%d rows were done; what was another's was begun %d times", n, begun["taken by another"])
	}
}
