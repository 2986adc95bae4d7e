package core

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"sync"
)

// wallets are the addresses of the wallet's nodes: the configured one, and those that announced themselves. None is
// stored, so a restart on other ports works.
type wallets struct {
	mu    sync.Mutex
	bases []string
}

// add puts base first; it keeps only the last few of many announced nodes.
func (w *wallets) add(base string) {
	const most = 8
	w.mu.Lock()
	defer w.mu.Unlock()
	if base == "" {
		return
	}
	bases := append([]string{base}, slices.DeleteFunc(w.bases, func(one string) bool { return one == base })...)
	w.bases = bases[:min(len(bases), most)]
}

// set forgets all addresses but base.
func (w *wallets) set(base string) {
	w.mu.Lock()
	w.bases = nil
	w.mu.Unlock()
	w.add(base)
}

// inTurn returns the addresses, beginning with another one each time.
func (w *wallets) inTurn() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	turn := slices.Clone(w.bases)
	if len(w.bases) > 1 {
		w.bases = append(w.bases[1:], w.bases[0])
	}
	return turn
}

// last is the address that was added last; empty if there is none.
func (w *wallets) last() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.bases) == 0 {
		return ""
	}
	return w.bases[0]
}

// AppAddress is the address of the wallet's app for the browser that asks; empty if no wallet is known. A wallet that is known
// by this machine's own name has the name by which the browser reached the sandbox: a phone has another machine.
func (f *Frame) AppAddress(r *http.Request) string {
	address, err := url.Parse(f.wallets.last())
	if err != nil || address.Host == "" {
		return ""
	}
	asked, _, err := net.SplitHostPort(r.Host)
	if ip := net.ParseIP(address.Hostname()); err == nil && ip != nil && ip.IsLoopback() {
		address.Host = net.JoinHostPort(asked, address.Port())
	}
	return address.String()
}
