package sandbox

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"time"
)

func (s *Server) routeFaults(mux *http.ServeMux) {
	control(mux, s, "POST /sandbox/faults", s.handleAddFault)
	mux.HandleFunc("GET /sandbox/faults", func(w http.ResponseWriter, _ *http.Request) { s.answer(w, ok(s.faults.all())) })
	mux.HandleFunc("DELETE /sandbox/faults", s.handleClearFaults)
	mux.HandleFunc("DELETE /sandbox/faults/{id}", s.handleDropFault)
	mux.HandleFunc("GET /sandbox/calls", s.handleCalls)
}

// handleCalls is GET /sandbox/calls: how often each kind of call was made since the start, and which fault it met; mode is
// empty for those that met none.
func (s *Server) handleCalls(w http.ResponseWriter, _ *http.Request) {
	type row struct {
		Target string `json:"target"`
		Op     string `json:"op"`
		Mode   string `json:"mode"`
		Calls  int    `json:"calls"`
	}
	rows := []row{}
	for kind, calls := range s.faults.met() {
		rows = append(rows, row{kind.Target, kind.Op, kind.Mode, calls})
	}
	slices.SortFunc(rows, func(a, b row) int {
		return cmp.Or(strings.Compare(a.Target, b.Target), strings.Compare(a.Op, b.Op), strings.Compare(a.Mode, b.Mode))
	})
	s.answer(w, ok(rows))
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
	if in.Mode == modePending && !isSlip(in.Target) && !gamePending(in.Target, op) {
		return no(http.StatusBadRequest, "this call is never pending")
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
	case mode == modePending && !isSlip(target) && system != "game":
		return answer(http.StatusBadRequest, "only slips and games are ever pending")
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

// gamePending reports whether a game's protocol has a "not yet" for an op.
func gamePending(target, op string) bool {
	game, known := gameByCode(strings.TrimPrefix(target, "game:"))
	return known && hasPending(game.Family, op)
}

// handleClearFaults is DELETE /sandbox/faults.
func (s *Server) handleClearFaults(w http.ResponseWriter, _ *http.Request) {
	s.faults.clear()
	s.answer(w, ok(message{"SUCCESS"}))
}

// handleDropFault is DELETE /sandbox/faults/{id}.
func (s *Server) handleDropFault(w http.ResponseWriter, r *http.Request) {
	if !s.faults.drop(r.PathValue("id")) {
		s.answer(w, no(http.StatusNotFound, "no such fault"))
		return
	}
	s.answer(w, ok(message{"SUCCESS"}))
}
