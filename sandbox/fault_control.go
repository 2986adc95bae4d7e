package sandbox

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"time"
)

func (d *desk) faultRoutes() []route {
	return []route{
		control(d.frame, "POST /sandbox/faults", d.handleAddFault),
		handle("GET /sandbox/faults", func(w http.ResponseWriter, _ *http.Request) { d.answer(w, ok(d.faults.all())) }),
		handle("DELETE /sandbox/faults", d.handleClearFaults),
		handle("DELETE /sandbox/faults/{id}", d.handleDropFault),
		handle("GET /sandbox/calls", d.handleCalls),
	}
}

// handleCalls is GET /sandbox/calls: how often each kind of call was made since the start, and which fault it met; mode is
// empty for those that met none.
func (d *desk) handleCalls(w http.ResponseWriter, _ *http.Request) {
	type row struct {
		Target string `json:"target"`
		Op     string `json:"op"`
		Mode   string `json:"mode"`
		Calls  int    `json:"calls"`
	}
	rows := []row{}
	for kind, calls := range d.faults.met() {
		rows = append(rows, row{kind.Target, kind.Op, kind.Mode, calls})
	}
	slices.SortFunc(rows, func(a, b row) int {
		return cmp.Or(strings.Compare(a.Target, b.Target), strings.Compare(a.Op, b.Op), strings.Compare(a.Mode, b.Mode))
	})
	d.answer(w, ok(rows))
}

// handleAddFault is POST /sandbox/faults.
func (d *desk) handleAddFault(_ *http.Request, in struct {
	Target  string `json:"target"`
	Op      string `json:"op"`
	Mode    string `json:"mode"`
	Count   *int   `json:"count"`
	DelayMS *int   `json:"delayMs"`
},
) reply {
	op, wrong := d.faults.read(in.Target, in.Op, in.Mode)
	if wrong != "" {
		return no(http.StatusBadRequest, wrong)
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
	}{d.faults.add(fault)})
}

// handleClearFaults is DELETE /sandbox/faults.
func (d *desk) handleClearFaults(w http.ResponseWriter, _ *http.Request) {
	d.faults.clear()
	d.answer(w, ok(message{"SUCCESS"}))
}

// handleDropFault is DELETE /sandbox/faults/{id}.
func (d *desk) handleDropFault(w http.ResponseWriter, r *http.Request) {
	if !d.faults.drop(r.PathValue("id")) {
		d.answer(w, no(http.StatusNotFound, "no such fault"))
		return
	}
	d.answer(w, ok(message{"SUCCESS"}))
}
