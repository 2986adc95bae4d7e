package archtest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// floors are the layers of the diagram, from above; each is a directory, or all areas together.
var floors = []struct{ name, title string }{
	{"program", "cmd/krapao: builds all of it, and the commands"},
	{"face", "internal/httpapi, internal/socketio: calls and events"},
	{"adapters", "connect: protocols of the outside"},
	{"sandbox", "sandbox: the other end of these protocols"},
	{"areas", "the product's areas: its rules"},
	{"ledger", "ledger: the only writer of money; ledger/proof shows that its books are whole"},
	{"plumbing", "internal: store, settle worker, limits, ..."},
	{"words", "money, fault: amounts, codes"},
}

// floorOf is the floor of a package; "" for packages that only tests and benchmarks use.
func floorOf(path string) string {
	path = relative(path)
	root, rest, _ := strings.Cut(path, "/")
	second, _, _ := strings.Cut(rest, "/")
	_, area := areas[root]
	switch {
	case strings.HasSuffix(root, "test") || strings.HasSuffix(path, "test") || strings.HasSuffix(second, "test") || second == "testkit":
		return ""
	case root == "cmd":
		return "program"
	case root == "ledger" || root == "sandbox":
		return root
	case area:
		return "areas"
	case root == "connect":
		return "adapters"
	case root == "money" || root == "fault":
		return "words"
	case root == "internal" && (second == "httpapi" || second == "httpx" || second == "socketio"):
		return "face"
	case root == "internal":
		return "plumbing"
	}
	return ""
}

// Diagram draws who imports whom, as a flowchart of mermaid: between the floors, and between areas.
func Diagram(packages []Package) string {
	between, among := map[string]bool{}, map[string]bool{}
	for _, p := range packages {
		from := floorOf(p.ImportPath)
		for _, path := range p.Imports {
			to := floorOf(path)
			if !strings.HasPrefix(path, module+"/") || from == "" || to == "" {
				continue
			}
			if from != to {
				between[from+" --> "+to] = true
				continue
			}
			a, b := areaOf(p.ImportPath), areaOf(path)
			if from == "areas" && a != b {
				among[a+" --> "+b] = true
			}
		}
	}
	return draw(between, among)
}

// areaOf is the area to which a package belongs.
func areaOf(path string) string {
	root, _, _ := strings.Cut(relative(path), "/")
	return root
}

func draw(between, among map[string]bool) string {
	var b strings.Builder
	b.WriteString("flowchart TD\n")
	for _, f := range floors {
		if f.name != "areas" {
			fmt.Fprintf(&b, "  %s[\"%s\"]\n", f.name, f.title)
			continue
		}
		fmt.Fprintf(&b, "  subgraph areas [\"%s\"]\n", f.title)
		for _, area := range slices.Sorted(maps.Keys(areas)) {
			if area != "ledger" {
				fmt.Fprintf(&b, "    %s\n", area)
			}
		}
		for _, arrow := range slices.Sorted(maps.Keys(among)) {
			fmt.Fprintf(&b, "    %s\n", arrow)
		}
		b.WriteString("  end\n")
	}
	for _, arrow := range slices.Sorted(maps.Keys(between)) {
		fmt.Fprintf(&b, "  %s\n", arrow)
	}
	return b.String()
}

// The lines of README.md before and after the diagram.
const (
	diagramBegin = "```mermaid\n"
	diagramEnd   = "```\n"
)

// WithDiagram returns a README with the given diagram in place of its first.
func WithDiagram(readme, diagram string) (string, error) {
	before, rest, found := strings.Cut(readme, diagramBegin)
	_, after, closed := strings.Cut(rest, diagramEnd)
	if !found || !closed {
		return "", fmt.Errorf("archtest: no diagram in the README")
	}
	return before + diagramBegin + diagram + diagramEnd + after, nil
}
