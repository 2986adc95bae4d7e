package wallettest

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"krapao/internal/settle"
	"krapao/ledger"
	"krapao/money"
	"krapao/wallet"
)

// Key returns a new key.
func (w *World) Key() ledger.Key {
	return ledger.InternalKey("test", strconv.FormatInt(w.keys.Add(1), 10))
}

// Open activates a game and returns the user name there.
func (w *World) Open(member, code string) string {
	w.T.Helper()
	slot, err := w.Games.Visits.Activate(w.T.Context(), member, code)
	if err != nil {
		w.T.Fatalf("activate %s: %v", code, err)
	}
	return slot.Username
}

// Transfer moves money with a key of its own.
func (w *World) Transfer(from, to string, amount money.Amount) (wallet.Answer, error) {
	return w.Wallet.Transfer(w.T.Context(), w.Member, w.Key(), wallet.Request{From: from, To: to, Amount: amount})
}

// MustTransfer makes a transfer that must succeed.
func (w *World) MustTransfer(from, to string, amount money.Amount) {
	w.T.Helper()
	if answer, err := w.Transfer(from, to, amount); err != nil || answer.Status != wallet.Success {
		w.T.Fatalf("%s to %s: %+v, %v", from, to, answer, err)
	}
}

// Unanswered makes a transfer that the provider does not answer, and returns its reference.
func (w *World) Unanswered(from, to string, amount money.Amount) string {
	w.T.Helper()
	answer, err := w.Transfer(from, to, amount)
	if err != nil || answer.Status != wallet.InProgress {
		w.T.Fatalf("a transfer is to be left without an answer: %+v, %v", answer, err)
	}
	return answer.Reference
}

// TryRound plays a round that may be refused.
func (w *World) TryRound(address, body string) {
	request, err := http.NewRequestWithContext(w.T.Context(), http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		w.T.Error(err)
		return
	}
	answer, err := w.Outside.Client().Do(request)
	if err != nil {
		w.T.Error(err)
		return
	}
	_ = answer.Body.Close()
}

// Reads reads a report again and again until the test ends, or until it is stopped.
func (w *World) Reads(task settle.Task) (stop func()) {
	ctx, cancel := context.WithCancel(w.T.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for ctx.Err() == nil {
			_ = task.Run(ctx)
			select {
			case <-ctx.Done():
			case <-time.After(sweepEvery):
			}
		}
	}()
	stop = func() { cancel(); <-ended }
	w.T.Cleanup(stop)
	return stop
}

// Report returns the task that reads a provider's report. If it has none, the task does nothing.
func (w *World) Report(provider string) settle.Task {
	for _, task := range w.Games.Reports.Tasks() {
		if task.Name == "report:"+provider {
			return task
		}
	}
	return settle.Task{Run: func(context.Context) error { return nil }}
}
