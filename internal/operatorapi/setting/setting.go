// Package setting is the operator API's part about what the house's nodes are, and what they run with (OPERATOR-API.md, section
// 14). It has no call that changes anything, and no secret reaches it.
package setting

import (
	"context"
	"net/http"
	"strconv"

	"krapao/internal/config"
	"krapao/internal/content"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/node"
)

// Room answers the calls about nodes and settings.
type Room struct {
	nodes    *node.Register
	sections []content.Section
	content  content.DB
}

// New makes it. The sections are those of the content, and db has their versions.
func New(nodes *node.Register, sections []content.Section, db content.DB) *Room {
	return &Room{nodes, sections, db}
}

// Register adds the calls.
func (c *Room) Register(f *httpx.Frame) {
	httpx.Register(f, httpx.Route{
		Method: http.MethodGet, Path: "/api/setting", ID: "listSettings", Access: httpx.Operators, Needs: "chief+a",
		Scope: "setting:read", Summary: "What the nodes run with, and what of the content is in force; of a secret, whether it is set",
	}, c.handleSettings)
	httpx.Register(f, httpx.Route{
		Method: http.MethodGet, Path: "/api/node", ID: "listNodes", Access: httpx.Operators, Needs: "support+a", Scope: "setting:read",
		Summary: "The nodes that run, and those that ended without a word within a day",
	}, c.handleNodes)
}

// HouseSetting is a setting as a node has it.
type HouseSetting struct {
	Name    string     `json:"name"    doc:"A variable, a place in the file of outside systems, or content and a section"`
	Value   string     `json:"value"   doc:"Of a secret, set or not set; of a section of the content, its version"`
	Secret  bool       `json:"secret"`
	From    string     `json:"from"    enum:"default,flag,environment,file,content"`
	Since   *wire.Time `json:"since"   nullable:"true" doc:"When a node first ran with this value, or the version came into force"`
	Node    *int64     `json:"node"    nullable:"true" doc:"The number of the node that has it so; null: the content is one for all"`
	Differs bool       `json:"differs" doc:"Not all nodes that run have it alike: each other value is a row of its own"`
	Doc     string     `json:"doc"     doc:"What it is, in English"`
}

// handleSettings answers GET /api/setting.
func (c *Room) handleSettings(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[[]HouseSetting], error) {
	all, err := c.nodes.Settings(ctx)
	if err != nil {
		return nil, err
	}
	answer := make([]HouseSetting, 0, len(all)+len(c.sections))
	for _, s := range all {
		row := HouseSetting{
			Name: s.Name, Value: s.Shown, Secret: s.Secret, From: string(s.From), Since: wire.TimeOrNull(s.Since), Node: &s.Node,
			Differs: s.Differs, Doc: s.Doc,
		}
		answer = append(answer, row)
	}
	versions, err := content.Latest(ctx, c.content)
	for _, section := range c.sections {
		row := HouseSetting{Name: "content." + section.Name, From: string(config.FromDefault), Doc: section.Doc}
		if v, set := versions[section.Name]; set {
			row.Value, row.From, row.Since = strconv.FormatInt(v.Number, 10), string(config.FromContent), wire.TimeOrNull(v.At)
		}
		answer = append(answer, row)
	}
	return httpx.Answer(answer, err)
}

// HouseNode is a node of the house.
type HouseNode struct {
	Number    int64     `json:"number"    doc:"A part of every id that it makes"`
	Version   string    `json:"version"   doc:"The program's"`
	Since     wire.Time `json:"since"     doc:"When it was started"`
	SeenAt    wire.Time `json:"seenAt"    doc:"When it last said that it runs"`
	Runs      bool      `json:"runs"      doc:"It has said so within three minutes"`
	Addresses []string  `json:"addresses" doc:"Where it listens: for members, for operators"`
	Jobs      []NodeJob `json:"jobs"      doc:"What it ran since it was started; each job is one node's at a time"`
	Clock     int64     `json:"clock"     doc:"By how many milliseconds its machine is ahead of the nodes' time"`
}

// NodeJob is a job as a node last ran it.
type NodeJob struct {
	Name   string    `json:"name"`
	LastAt wire.Time `json:"lastAt" doc:"When it ended"`
	Error  *string   `json:"error"  doc:"Its text is in the node's log; null: it did not fail" enum:"failed,timeout"`
}

// handleNodes answers GET /api/node.
func (c *Room) handleNodes(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[[]HouseNode], error) {
	nodes, err := c.nodes.Nodes(ctx)
	answer := make([]HouseNode, len(nodes))
	for n, x := range nodes {
		answer[n] = HouseNode{
			Number: x.Number, Version: x.Version, Since: wire.Time(x.Since), SeenAt: wire.Time(x.Seen), Runs: x.Runs(),
			Addresses: append([]string{}, x.Addresses...), Clock: x.Clock.Milliseconds(), Jobs: make([]NodeJob, len(x.Jobs)),
		}
		for i, j := range x.Jobs {
			answer[n].Jobs[i] = NodeJob{j.Name, wire.Time(j.At), wire.TextOrNull(j.Failed)}
		}
	}
	return httpx.Answer(answer, err)
}
