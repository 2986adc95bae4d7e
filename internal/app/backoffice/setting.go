package backoffice

import (
	"krapao/internal/node"
	settingcalls "krapao/internal/operatorapi/setting"
)

// Nodes is what the nodes of the house say of themselves.
type Nodes struct{ Register *node.Register }

// settings are the calls about nodes, and what they run with.
func (d Deps) settings() *settingcalls.Room {
	return settingcalls.New(d.Register, d.Sections, d.Store.DB())
}
