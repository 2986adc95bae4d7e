package control

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"time"

	"krapao/sandbox/core"
)

func (d *api) faultRoutes() []core.Route {
	return []core.Route{
		core.Control(d.Frame, "POST /sandbox/faults", d.handleAddFault),
		core.Handle("GET /sandbox/faults", func(w http.ResponseWriter, _ *http.Request) { d.Answer(w, core.OK(d.Faults.All())) }),
		core.Handle("DELETE /sandbox/faults", d.handleClearFaults),
		core.Handle("DELETE /sandbox/faults/{id}", d.handleDropFault),
		core.Handle("GET /sandbox/calls", d.handleCalls),
		core.Handle("GET /sandbox/traffic", d.handleTraffic),
	}
}

// handleCalls is GET /sandbox/calls: how often each kind of call was made since the start, and which fault it met; mode
// is empty for calls without a fault.
func (d *api) handleCalls(w http.ResponseWriter, _ *http.Request) {
	type row struct {
		Target string `json:"target"`
		Op     string `json:"op"`
		Mode   string `json:"mode"`
		Calls  int    `json:"calls"`
	}
	rows := []row{}
	for kind, calls := range d.Faults.Counts() {
		rows = append(rows, row{kind.Target, kind.Op, kind.Mode, calls})
	}
	slices.SortFunc(rows, func(a, b row) int {
		return cmp.Or(strings.Compare(a.Target, b.Target), strings.Compare(a.Op, b.Op), strings.Compare(a.Mode, b.Mode))
	})
	d.Answer(w, core.OK(rows))
}

// handleAddFault is POST /sandbox/faults.
func (d *api) handleAddFault(_ *http.Request, in struct {
	Target  string `json:"target"`
	Op      string `json:"op"`
	Mode    string `json:"mode"`
	Count   *int   `json:"count"`
	DelayMS *int   `json:"delayMs"`
},
) core.Reply {
	op, wrong := d.Faults.Resolve(in.Target, in.Op, in.Mode)
	if wrong != "" {
		return core.No(http.StatusBadRequest, wrong)
	}
	fault := core.Fault{Target: in.Target, Op: op, Mode: in.Mode, Left: 1, Delay: 3 * time.Second}
	if in.Count != nil {
		fault.Left = *in.Count
	}
	if in.DelayMS != nil {
		fault.Delay = time.Duration(*in.DelayMS) * time.Millisecond
	}
	if fault.Left < 1 || fault.Delay < 0 || fault.Delay > time.Hour {
		return core.No(http.StatusBadRequest, "count is 1 or more, delayMs 0 to 3600000")
	}
	return core.OK(struct {
		ID string `json:"id"`
	}{d.Faults.Add(fault)})
}

// handleClearFaults is DELETE /sandbox/faults: all, or (?target=&mode=) those of one switch.
func (d *api) handleClearFaults(w http.ResponseWriter, r *http.Request) {
	target, mode := r.URL.Query().Get("target"), r.URL.Query().Get("mode")
	switch {
	case (target == "") != (mode == ""):
		d.Answer(w, core.No(http.StatusBadRequest, "target and mode go together"))
		return
	case target == "":
		d.Faults.Clear()
	case d.Faults.DropAll(target, mode) == 0:
		d.Answer(w, core.No(http.StatusNotFound, "no such fault"))
		return
	}
	d.Answer(w, core.OK(core.Message{Message: "SUCCESS"}))
}

// handleDropFault is DELETE /sandbox/faults/{id}.
func (d *api) handleDropFault(w http.ResponseWriter, r *http.Request) {
	if !d.Faults.Drop(r.PathValue("id")) {
		d.Answer(w, core.No(http.StatusNotFound, "no such fault"))
		return
	}
	d.Answer(w, core.OK(core.Message{Message: "SUCCESS"}))
}
