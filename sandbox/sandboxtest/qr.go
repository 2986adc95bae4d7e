package sandboxtest

import "net/http"

// Code is a code as GET /sandbox/bank/qr lists it.
type Code struct {
	ID, Gateway, State, Payer string
	Payments                  int
}

// Codes lists the newest codes of all gateways, the newest first.
func (s *Sandbox) Codes() []Code {
	s.t.Helper()
	var list []Code
	s.Call(http.MethodGet, "/sandbox/bank/qr", nil, http.StatusOK, &list)
	return list
}

// Hold pays a code so that its gateway holds the payment until DecideQR, and returns the bank's number of it. Only
// PAYONEX can do that.
func (s *Sandbox) Hold(qrcodeID string, payer Payer) string {
	s.t.Helper()
	var answer struct{ Ref string }
	s.Call(http.MethodPost, "/sandbox/bank/qr/"+qrcodeID+"/pay", struct {
		Payer
		Hold bool `json:"hold"`
	}{payer, true}, http.StatusOK, &answer)
	return answer.Ref
}

// DecideQR ends a held payment: "settle" or "reject".
func (s *Sandbox) DecideQR(ref, result string) {
	s.t.Helper()
	s.Call(http.MethodPost, "/sandbox/bank/payments/"+ref, map[string]string{"result": result}, http.StatusOK, nil)
}
