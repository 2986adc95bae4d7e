package wallettest

import (
	"fmt"
	"time"
)

// Rest lets time pass in a bubble; whatever is in progress continues.
func Rest(d time.Duration) { time.Sleep(d) }

// Until lets time pass until a condition holds, and fails the test if it does not within some time.
func (w *World) Until(within time.Duration, what string, is func() bool) {
	w.T.Helper()
	for end := time.Now().Add(within); !is(); Rest(look) {
		if time.Now().After(end) {
			w.T.Fatalf("not within %s: %s; %s", within, what, w.said())
		}
	}
}

// said returns what is noted of doubts.
func (w *World) said() (text string) {
	w.T.Helper()
	const query = "SELECT COALESCE(max(state || ' ' || reason), 'none') FROM game_doubt"
	_ = w.Store.DB().QueryRowContext(w.T.Context(), query).Scan(&text)
	return text
}

// Settled waits until the member has no pending transfer.
func (w *World) Settled(member string, within time.Duration) {
	w.T.Helper()
	w.Until(within, "nothing of "+member+" is under way", func() bool {
		pending, err := w.Ledger.Pending(w.T.Context(), member)
		if err != nil {
			w.T.Fatal(err)
		}
		return len(pending) == 0
	})
}

// WaitFor waits until a query counts n.
func (w *World) WaitFor(query string, n int) {
	w.T.Helper()
	w.Until(time.Minute, fmt.Sprintf("%s is %d", query, n), func() bool { return w.Count(query) == n })
}

// FoundLate waits until a re-check proved that a returned transfer was applied.
func (w *World) FoundLate() {
	w.T.Helper()
	w.Until(time.Minute, "a re-check finds it applied", func() bool {
		return w.Count("SELECT count(*) FROM game_doubt WHERE state = 'late'") > 0
	})
}

// Ended waits until n operations of several legs have ended.
func (w *World) Ended(n int, within time.Duration) {
	w.T.Helper()
	w.Until(within, fmt.Sprintf("%d operations are over", n), func() bool {
		return w.Count("SELECT count(*) FROM movement WHERE state <> 'open'") >= n
	})
	w.Settled(Member, within)
}
