package sandboxtest

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

// Transfer is the body of POST /sandbox/bank/transfer. Without At it is now.
type Transfer struct {
	FromBank    string      `json:"fromBank"`
	FromAccount string      `json:"fromAccount"`
	FromName    string      `json:"fromName"`
	ToBank      string      `json:"toBank"`
	ToAccount   string      `json:"toAccount"`
	Amount      json.Number `json:"amount"`
	At          *time.Time  `json:"at,omitempty"`
}

// Transferred is its answer: the bank's reference, and the path of the slip's picture.
type Transferred struct{ Ref, Slip string }

// Transfer moves money between two bank accounts.
func (s *Sandbox) Transfer(t Transfer) Transferred {
	s.t.Helper()
	var answer Transferred
	s.Call(http.MethodPost, "/sandbox/bank/transfer", t, http.StatusOK, &answer)
	return answer
}

// Slip returns a slip's picture; path is Transferred.Slip, optionally with ?layout=, ?width= and ?quality=. By default
// it is 400 pixels wide: drawing and reading a picture takes time by its pixels, and the reader's own tests cover all
// sizes.
func (s *Sandbox) Slip(path string) []byte {
	s.t.Helper()
	if !strings.Contains(path, "width=") {
		separator := "?"
		if strings.Contains(path, "?") {
			separator = "&"
		}
		path += separator + "width=400"
	}
	return s.send(http.MethodGet, path, nil, http.StatusOK)
}

// Reverse takes back a transfer or a payment of a QR code.
func (s *Sandbox) Reverse(ref string) {
	s.t.Helper()
	s.Call(http.MethodPost, "/sandbox/bank/reverse", map[string]string{"ref": ref}, http.StatusOK, nil)
}

// Feed switches whether the statement feed publishes new lines.
func (s *Sandbox) Feed(on bool) {
	s.t.Helper()
	s.Call(http.MethodPost, "/sandbox/bank/feed", map[string]bool{"on": on}, http.StatusOK, nil)
}
