package control

import (
	"net/http"
	"slices"

	"krapao/sandbox/core"
	"krapao/sandbox/page"
)

// untilOff is how often a fault happens that is switched on by hand: until somebody switches it off.
const untilOff = 1_000_000

// BadDay is the bad-day page, the last one of the menu.
func BadDay(f *core.Frame) core.Protocol {
	return core.Protocol{
		Name: "badday", Menu: []core.MenuEntry{{Name: "badday", Dye: "lac"}},
		Routes: []core.Route{core.Handle("GET /badday", (&api{f}).pageBadDay)},
	}
}

var badDayPage = page.New(files, "badday", nil)

// badDayView is the data of the bad-day page.
type badDayView struct {
	Systems  []troubledSystem
	Chosen   troubledSystem
	Switches []faultSwitch
	UntilOff int
	// Met are the faults that were armed since the last clear, the latest first.
	Met []metFault
	Map trafficMap
}

// troubledSystem is a target of faults, and whether one of its own is armed.
type troubledSystem struct {
	Target, Title string
	Armed         bool
}

// faultSwitch is one mode of the chosen system.
type faultSwitch struct {
	Mode string
	On   bool
	// Left is how many more calls it hits, if it is not until it is switched off. Hits is how many it has hit.
	Left, Hits int
}

// metFault is a fault, with the name of its system.
type metFault struct {
	core.Fault
	Title    string
	UntilOff bool
}

// pageBadDay is the bad-day page: a switch for every fault of one system (?target=), who called whom in the last minute, and
// what the faults have hit.
func (d *api) pageBadDay(w http.ResponseWriter, r *http.Request) {
	targets, faults := d.Faults.Targets(), d.Faults.All()
	chosen := r.URL.Query().Get("target")
	if !slices.Contains(targets, chosen) {
		chosen = targets[0]
	}
	titles := d.titles()
	v := badDayView{UntilOff: untilOff, Map: mapOf(d.Traffic(), titles)}
	for _, target := range targets {
		one := troubledSystem{Target: target, Title: titleOf(titles, target)}
		one.Armed = slices.ContainsFunc(faults, func(f core.Fault) bool { return f.Target == target && f.Left > 0 })
		v.Systems = append(v.Systems, one)
		if target == chosen {
			v.Chosen = one
		}
	}
	for _, mode := range d.Faults.Modes(chosen) {
		v.Switches = append(v.Switches, switchOf(mode, chosen, faults))
	}
	for _, one := range slices.Backward(faults) {
		v.Met = append(v.Met, metFault{one, titleOf(titles, one.Target), one.Left > untilOff/2})
	}
	badDayPage.Render(d.Frame, w, r, http.StatusOK, v)
}

func switchOf(mode, target string, faults []core.Fault) faultSwitch {
	one := faultSwitch{Mode: mode}
	for _, fault := range faults {
		if fault.Target != target || fault.Mode != mode {
			continue
		}
		one.Hits += fault.Hits
		one.On = one.On || fault.Left > 0
		if fault.Left < untilOff/2 {
			one.Left += fault.Left
		}
	}
	return one
}

// titles are the names of the games by their targets. Other systems are called as SANDBOX.md calls them.
func (d *api) titles() map[string]string {
	titles := map[string]string{}
	for _, p := range d.Protocols {
		for _, game := range p.Tiles {
			titles["game:"+game.Code] = game.Name
		}
	}
	return titles
}

func titleOf(titles map[string]string, target string) string {
	if title, known := titles[target]; known {
		return title
	}
	return target
}

// Key is the name of the switch's texts.
func (s faultSwitch) Key() string { return "fault." + s.Mode }

// Key is the name of a fault's texts.
func (f metFault) Key() string { return "fault." + f.Mode }
