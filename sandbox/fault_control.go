package sandbox

import (
	"net/http"
	"slices"
	"strings"
	"time"
)

func (s *Server) routeFaults(mux *http.ServeMux) {
	control(mux, s, "POST /sandbox/faults", s.handleAddFault)
	mux.HandleFunc("GET /sandbox/faults", func(w http.ResponseWriter, _ *http.Request) { s.answer(w, ok(s.faults.all())) })
	mux.HandleFunc("DELETE /sandbox/faults", s.handleClearFaults)
}

// handleAddFault is POST /sandbox/faults.
func (s *Server) handleAddFault(_ *http.Request, in struct {
	Target  string `json:"target"`
	Op      string `json:"op"`
	Mode    string `json:"mode"`
	Count   *int   `json:"count"`
	DelayMS *int   `json:"delayMs"`
},
) reply {
	if refused := refuseFault(in.Target, in.Mode); refused != nil {
		return *refused
	}
	op, err := normalOp(in.Target, in.Op, in.Mode)
	if err != nil {
		return no(http.StatusBadRequest, err.Error())
	}
	fault := Fault{Target: in.Target, Op: op, Mode: in.Mode, Left: 1, delay: 3 * time.Second}
	if in.Count != nil {
		fault.Left = *in.Count
	}
	if in.DelayMS != nil {
		fault.delay = time.Duration(*in.DelayMS) * time.Millisecond
	}
	if fault.Left < 1 || fault.delay < 0 || fault.delay > time.Hour {
		return no(http.StatusBadRequest, "count is 1 or more, delayMs 0 to 3600000")
	}
	return ok(struct {
		ID string `json:"id"`
	}{s.faults.add(fault)})
}

// refuseFault says what is wrong with a fault's target or mode, or nil.
func refuseFault(target, mode string) *reply {
	answer := func(status int, text string) *reply { r := no(status, text); return &r }
	system, name, named := strings.Cut(target, ":")
	switch {
	case mode == modePending && !isSlip(target):
		return answer(http.StatusBadRequest, "only slip verification is ever pending")
	case !slices.Contains(callModes, mode) && !slices.Contains(callbackModes, mode):
		return answer(http.StatusBadRequest, "unknown mode")
	case isSlip(target) || target == targetFeed || target == "sms" || target == targetPayout || target == targetTrueMoney || target == "qr":
		return nil
	case system == "qr" && named && qrGateways[name] != nil:
		return nil
	case system == "game" && named:
		if _, known := gameByCode(name); known {
			return nil
		}
	}
	return answer(http.StatusBadRequest, "unknown target")
}

// handleClearFaults is DELETE /sandbox/faults.
func (s *Server) handleClearFaults(w http.ResponseWriter, _ *http.Request) {
	s.faults.clear()
	s.answer(w, ok(message{"SUCCESS"}))
}
