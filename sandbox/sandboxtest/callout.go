package sandboxtest

import "net/http"

// Asked is a withdrawal that the house's own system was asked about, and how often.
type Asked struct {
	Withdrawal, Verdict string
	Asked               int
}

// CalloutSays sets what the house's own system says of withdrawals from now on: allow, review or refuse.
func (s *Sandbox) CalloutSays(verdict string) {
	s.t.Helper()
	s.Call(http.MethodPost, "/sandbox/callout", map[string]string{"verdict": verdict}, http.StatusOK, nil)
}

// Callouts lists what it was asked about.
func (s *Sandbox) Callouts() (list []Asked) {
	s.t.Helper()
	s.Call(http.MethodGet, "/sandbox/callout", nil, http.StatusOK, &list)
	return list
}
