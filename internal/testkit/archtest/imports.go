// Package archtest holds the rules of who may import whom (DESIGN.md section 2), and it is the only place that does. Its tests
// read the imports of every package and name each wrong import with the reason.
package archtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
)

// module is the path that all our packages start with.
const module = "krapao"

// Package is one package of ours and its imports. The rules are for Imports; tests may import more.
type Package struct {
	ImportPath                string
	Imports                   []string
	TestImports, XTestImports []string
}

// Packages asks the go command for all packages of the module.
func Packages(dir string) ([]Package, error) {
	cmd := exec.CommandContext(context.Background(), "go", "list", "-json=ImportPath,Imports,TestImports,XTestImports", "./...")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("archtest: go list: %w", err)
	}
	var all []Package
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p Package
		switch err := dec.Decode(&p); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, fmt.Errorf("archtest: %w", err)
		}
		all = append(all, p)
	}
}

// words import nothing of ours.
var words = []string{"money", "fault", "internal/id", "internal/clock"}

// areas are the product's areas, each with the other areas that its rule needs, downwards and never in a circle.
var areas = map[string][]string{
	"ledger":     nil,
	"member":     {"session", "lookup"},
	"session":    nil,
	"otp":        nil,
	"lookup":     nil,
	"brake":      nil,
	"quarantine": {"brake"},
	"notice":     nil,
	"play":       nil,
	"privacy":    nil,
	"bonus":      nil,
	"refund":     {"bonus"},
	"invite":     {"bonus"},
	"spin":       {"bonus"},
	"protection": nil,
	"game":       nil,
	"statement":  nil,
	"wallet":     {"game"},
	"reconcile":  {"game", "wallet"},
	"deposit":    nil,
	"withdraw":   nil,
	"chat":       nil,
	// An operator decides about things of other areas; none of them imports it.
	"operator": {
		"brake", "chat", "deposit", "game", "ledger/budget", "ledger/tally", "notice", "quarantine", "reconcile", "session",
		"wallet", "withdraw",
	},
}

// rooms are the further packages of an area that has more than one. A room may import what the area may import, and the area
// itself. The area imports none of its rooms, and rooms do not import each other: one tells another through an interface, wired
// in internal/app.
var rooms = map[string][]string{
	"bonus":   {"campaign"},
	"deposit": {"accounts", "declared", "feed", "link", "qr", "record", "slip"},
	"game":    {"account", "balance", "catalogue", "report", "visit"},
	"ledger":  {"browse", "budget", "figures", "proof", "tally"},
	"member":  {"login"},
	// What operators decide, by subject. The shell (operator/cli) and the operator API call them.
	"operator": {
		"adjustment", "alarm", "arrival", "care", "conversation", "draft", "gamecase", "halt", "identity", "notify", "offer", "passkey",
		"person", "queue", "receivable", "report", "restoration", "risk", "today", "token", "watch", "withdrawal",
	},
	"withdraw": {"approval", "brake", "payout"},
}

// roomOf returns the area that a package is a room of.
func roomOf(path string) (area string, ok bool) {
	area, name, _ := strings.Cut(path, "/")
	return area, slices.Contains(rooms[area], name)
}

// foundations are packages inside an area that the area is built on. They may use the area's other packages, but not the area.
var foundations = []string{
	"bonus/outage", "member/access", "member/bankaccount", "member/holder", "member/password", "member/state", "operator/audit",
	"operator/flag", "wallet/doubt",
}

// plumbing is what an area may use of internal/.
var plumbing = []string{
	"argon", "store", "clock", "id", "secret", "sanitize", "settle", "qr", "ratelimit", "bus", "content", "phone", "blob", "picture",
	"scan", "patience", "person", "personal", "written", "fair", "guessable", "together", "waiting", "tied", "history",
}

// Wrong explains why from may not import to, or returns "".
func Wrong(from, to string) string {
	from = ruledAs(relative(from))
	if why := wrongOutside(from, to); why != "" {
		return why
	}
	to = relative(to)
	switch {
	case to == "" || from == to || strings.HasPrefix(from, "cmd/") || from == "internal/app":
		return ""
	case slices.Contains(words, from):
		return "money, fault, id and clock import nothing of ours"
	case from == "internal/httpx" || strings.HasPrefix(from, "internal/httpx/"):
		return wrongForFrame(to)
	case to == "internal/app/job" && strings.HasPrefix(from, "internal/app/"):
		return "" // a room of the construction lists its jobs
	case (to == "internal/app" || strings.HasPrefix(to, "internal/app/")) && !overHTTP(from):
		return "only the program and its tests know the construction"
	case slices.Contains(calls, to) && makesHTTP(from) && !strings.HasPrefix(from, to):
		return "operators and members have calls of their own; what both have is a room (internal/httpapi/talk)"
	case (to == "internal/httpapi" || to == "internal/operatorapi" || to == "internal/httpx") && !overHTTP(from) && !makesHTTP(from):
		return "only the program and its tests know the HTTP layer"
	}
	if allowed, ok := areas[from]; ok {
		return wrongForArea(from, to, allowed)
	}
	if parent, isRoom := roomOf(from); isRoom {
		return wrongForRoom(to, parent)
	}
	if strings.HasPrefix(from, "sandbox") {
		return wrongForSandbox(from, to)
	}
	return ""
}

// ruledAs returns the package whose rules hold for a package. Those of an area hold for what it is built on, and for its
// internal packages.
func ruledAs(path string) string {
	area, _, _ := strings.Cut(path, "/")
	if _, ok := areas[area]; ok && (slices.Contains(foundations, path) || strings.HasPrefix(path, area+"/internal/")) {
		return area
	}
	return path
}

// overHTTP reports whether a package tests or measures the whole product over HTTP.
func overHTTP(from string) bool {
	return slices.ContainsFunc([]string{"internal/testkit/apptest", "e2e", "bench"},
		func(room string) bool { return from == room || strings.HasPrefix(from, room+"/") })
}

// calls are the calls of members, and those of operators.
var calls = []string{"internal/httpapi", "internal/operatorapi"}

// makesHTTP reports whether a package is a part of the HTTP layer above its frame.
func makesHTTP(from string) bool {
	return slices.ContainsFunc(calls, func(room string) bool { return from == room || strings.HasPrefix(from, room+"/") })
}

// wrongForFrame explains why the frame of the HTTP side may not import a package, or returns "". It knows the ledger, which
// keeps the keys of calls that are one transfer.
func wrongForFrame(to string) string {
	root, _, _ := strings.Cut(to, "/")
	_, area := areas[root]
	if area && to != "ledger" || makesHTTP(to) || strings.HasPrefix(to, "connect") {
		return "the frame of the HTTP side knows no area and no call: httpapi registers them"
	}
	return ""
}

// mayUseHuma reports whether a package is part of the HTTP layer that makes the contract.
func mayUseHuma(from string) bool {
	return makesHTTP(from) || from == "internal/httpx" || from == "internal/httpx/wire"
}

// huma is the library that the API's contract is generated with.
const huma = "github.com/danielgtaylor/huma"

// wrongOutside explains why a package of ours may not import one that is not, or returns "".
func wrongOutside(from, to string) string {
	_, area := areas[from]
	_, isRoom := roomOf(from)
	switch {
	case (area || isRoom) && (to == "net/http" || strings.HasPrefix(to, huma)):
		return "an area knows no HTTP"
	case strings.HasPrefix(to, huma) && !mayUseHuma(from):
		return "the calls of members and operators, and their frame, alone import huma"
	}
	return ""
}

// wrongForRoom explains why a room of an area may not import a package, or returns "".
func wrongForRoom(to, area string) string {
	switch of, another := roomOf(to); {
	case another && of == area:
		return "a room asks another through an interface of its own, wired in internal/app"
	case to == area:
		return ""
	}
	return wrongForArea(area, to, areas[area])
}

func wrongForArea(from, to string, allowed []string) string {
	root, rest, _ := strings.Cut(to, "/")
	_, isRoom := roomOf(to)
	switch {
	case isRoom && root == from:
		return "an area knows none of its rooms"
	case slices.Contains(words, to), to == "ledger", strings.HasPrefix(to, from+"/"):
		return ""
	case root == "internal":
		if name, _, _ := strings.Cut(rest, "/"); !slices.Contains(plumbing, name) {
			return "an area uses the plumbing only, and no HTTP"
		}
		return ""
	case root == from, slices.Contains(allowed, root), slices.Contains(allowed, to):
		return ""
	}
	if _, ok := areas[root]; ok {
		return "an area asks another through an interface of its own, wired in internal/app"
	}
	return "an area knows no adapter, no sandbox and no program"
}

// frame is what all systems of the sandbox share, each with the other parts of it that it may use.
var frame = map[string][]string{
	"sandbox/core":    nil,
	"sandbox/page":    {"sandbox/core"},
	"sandbox/control": {"sandbox/core", "sandbox/page"},
}

// groups are the sandbox's groups of systems. A system uses the frame and its own group.
var groups = []string{
	"sandbox/sms", "sandbox/banks", "sandbox/bucket", "sandbox/callout", "sandbox/games", "sandbox/notices",
	"sandbox/oidc",
}

func wrongForSandbox(from, to string) string {
	if _, ok := areas[strings.Split(to, "/")[0]]; ok || strings.HasPrefix(to, "internal/store") {
		return "the sandbox is the outside: it shares wire structs only"
	}
	if allowed, ok := frame[from]; ok {
		if strings.HasPrefix(to, "connect/") || strings.HasPrefix(to, "sandbox") && !slices.Contains(allowed, to) {
			return "the sandbox's frame knows no system: each registers itself"
		}
		return ""
	}
	room := slices.IndexFunc(groups, func(room string) bool { return from == room || strings.HasPrefix(from, room+"/") })
	if _, shared := frame[to]; room < 0 || shared || !strings.HasPrefix(to, "sandbox") || to == "sandbox/slipimage" {
		return ""
	}
	if to != groups[room] && !strings.HasPrefix(to, groups[room]+"/") {
		return "a system of the sandbox uses the frame and its own group"
	}
	return ""
}

func relative(path string) string {
	if path == module {
		return ""
	}
	rest, ours := strings.CutPrefix(path, module+"/")
	if !ours {
		return ""
	}
	return rest
}
