package node

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"krapao/internal/config"
	"krapao/internal/node/internal/nodedb"
)

// Value is a setting as a node runs with it.
type Value struct {
	Name string `json:"name"`
	// Shown is what people may read: of a secret, whether it is set.
	Shown  string        `json:"shown"`
	Digest string        `json:"digest"`
	From   config.Source `json:"from"`
	Since  time.Time     `json:"since"`
}

// know finds out once since when the node's values are in force: since a node first ran with them.
func (r *Register) know(ctx context.Context) error {
	r.mu.Lock()
	known := r.settings != nil
	r.mu.Unlock()
	if known {
		return nil
	}
	rows, err := nodedb.New(r.d.Store.DB()).All(ctx)
	if err != nil {
		return fmt.Errorf("node: %w", err)
	}
	since := map[string]time.Time{} // by name and digest
	for _, row := range rows {
		var s said
		if err := json.Unmarshal([]byte(row.Body), &s); err != nil {
			continue // of another version
		}
		for _, v := range s.Settings {
			if first, ok := since[v.Name+" "+v.Digest]; !ok || v.Since.Before(first) {
				since[v.Name+" "+v.Digest] = v.Since
			}
		}
	}
	values := make([]Value, len(r.d.Settings))
	for n, s := range r.d.Settings {
		v := Value{Name: s.Name, Shown: s.Shown(), Digest: s.Digest(r.d.Keyed), From: s.From, Since: r.since}
		if first, ok := since[v.Name+" "+v.Digest]; ok {
			v.Since = first
		}
		values[n] = v
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.settings = values
	return nil
}

// Setting is a setting of the house, as one node has it.
type Setting struct {
	Value

	Doc    string
	Secret bool
	Node   int64
	// Differs: the nodes that run do not all have it alike.
	Differs bool
}

// Settings are those of the node that is asked, in the order of the configuration. Where another node that runs has one
// otherwise, its own follows, and each of them differs. What that node alone has comes last.
func (r *Register) Settings(ctx context.Context) ([]Setting, error) {
	if err := r.know(ctx); err != nil {
		return nil, err
	}
	nodes, err := r.all(ctx)
	if err != nil {
		return nil, err
	}
	others := map[string][]Setting{}
	running := 0
	for _, n := range nodes {
		if n.isThis || n.gone {
			continue
		}
		running++
		for _, v := range n.settings {
			others[v.Name] = append(others[v.Name], Setting{Value: v, Node: n.Number})
		}
	}
	list := make([]Setting, 0, len(r.d.Settings))
	for n, v := range r.values() {
		own := Setting{Value: v, Doc: r.d.Settings[n].Doc, Secret: r.d.Settings[n].Secret, Node: r.d.Number}
		list = append(list, compared(own, others[v.Name], running)...)
		delete(others, v.Name)
	}
	for _, n := range nodes {
		for _, v := range n.settings {
			for _, x := range others[v.Name] {
				x.Differs = true
				list = append(list, x)
			}
			delete(others, v.Name)
		}
	}
	return list, nil
}

func (r *Register) values() []Value {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.settings
}

// compared is a setting of the node that is asked, and after it those of other nodes that have another value.
func compared(own Setting, others []Setting, running int) []Setting {
	own.Differs = len(others) < running // a node without it has another configuration
	list := []Setting{own}
	for _, x := range others {
		if x.Digest == own.Digest {
			continue
		}
		list[0].Differs = true
		x.Doc, x.Secret, x.Differs = own.Doc, own.Secret, true
		list = append(list, x)
	}
	return list
}
