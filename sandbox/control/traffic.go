package control

import (
	"net/http"

	"krapao/sandbox/core"
)

// trafficMap is who called whom in the last minute, as a drawing: the wallet at the left, a lane for each system at the right.
type trafficMap struct {
	Lanes []lane
	// Height is the drawing's, Middle the wallet's place in it.
	Height, Middle int
}

// lane is a system and its line to the wallet.
type lane struct {
	Title string
	// At is the lane's place from above, Width the line's.
	At, Width int
	// Hit is whether a fault met a call, or the wallet did not take a callback.
	Hit        bool
	Calls      []core.Flow
	Back       int
	BackFailed int
}

// laneHeight is as high as a lane's two lines of text.
const laneHeight = 56

func mapOf(flows []core.Flow, titles map[string]string) (m trafficMap) {
	for i, flow := range flows {
		if i == 0 || flows[i-1].Target != flow.Target {
			m.Lanes = append(m.Lanes, lane{Title: titleOf(titles, flow.Target), At: len(m.Lanes)*laneHeight + laneHeight/2})
		}
		at := &m.Lanes[len(m.Lanes)-1]
		at.Hit = at.Hit || flow.Hit > 0 || flow.Failed > 0
		at.Width = min(at.Width+flow.Calls, 8)
		if flow.Back {
			at.Back, at.BackFailed = at.Back+flow.Calls, at.BackFailed+flow.Failed
		} else {
			at.Calls = append(at.Calls, flow)
		}
	}
	m.Height = max(len(m.Lanes), 1) * laneHeight
	m.Middle = m.Height / 2
	return m
}

// handleTraffic is GET /sandbox/traffic: who called whom in the last minute.
func (d *api) handleTraffic(w http.ResponseWriter, _ *http.Request) {
	d.Answer(w, core.OK(d.Traffic()))
}
