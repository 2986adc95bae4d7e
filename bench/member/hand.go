package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"time"
)

// hand makes calls one after the other, each for the next of its members. Nobody else acts for them meanwhile.
type hand struct {
	i *installation
	// number is its own, of so many.
	number, of int
	people     []*person
	at         int
	// node and box are its connections to the node and to the sandbox.
	node, box *client
	random    *mathrand.Rand
	// sockets are its members' live connections, where an operation waits for hints.
	sockets map[*person]*socket
	// slips are the pictures that it may still upload.
	slips []slip
}

// hands shares people out among n hands.
func (i *installation) hands(n int, people []*person) []*hand {
	all := make([]*hand, min(n, len(people)))
	for h := range all {
		all[h] = &hand{
			i: i, number: h, of: len(all), node: newClient(i.address), box: newClient(i.box),
			random:  mathrand.New(mathrand.NewPCG(uint64(h), 1)),
			sockets: map[*person]*socket{},
		}
	}
	for n, p := range people {
		h := all[n%len(all)]
		h.people = append(h.people, p)
	}
	return all
}

func (h *hand) close() {
	h.node.close()
	h.box.close()
	for _, s := range h.sockets {
		s.close()
	}
}

// next is the member whose turn it is.
func (h *hand) next() *person {
	h.at++
	return h.people[h.at%len(h.people)]
}

// errDry says that a hand can't go on: the product's limits let none of its members make the call now.
var errDry = errors.New("no member may make this call now: more -members are needed")

// nextThat is the next member of whom something is true.
func (h *hand) nextThat(may func(*person) bool) (*person, error) {
	for range h.people {
		if p := h.next(); may(p) {
			return p, nil
		}
	}
	return nil, errDry
}

// The product's limits of a member (API.md, Conventions; RULES.md section 5).
const (
	codesPerMinute = 10
	payoutsPerDay  = 10
)

// mayOrder reports whether a member may order a QR code now.
func (i *installation) mayOrder(p *person) bool {
	if i.unlimited {
		return true
	}
	since := time.Now().Add(-time.Minute - time.Second)
	for len(p.codes) > 0 && p.codes[0].Before(since) {
		p.codes = p.codes[1:]
	}
	return len(p.codes) < codesPerMinute
}

// get asks the node for a member.
func (h *hand) get(p *person, path string, into any) error {
	a, err := h.node.do(call{method: "GET", path: path, header: p.headers()})
	if err != nil {
		return err
	}
	return a.ok("GET "+path, into)
}

// post tells the node something for a member, under a key of its own.
func (h *hand) post(p *person, path string, body, into any, header ...string) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	a, err := h.node.do(call{
		method: "POST", path: path, header: append(append(p.headers(), "Idempotency-Key", rand.Text()), header...), body: text,
	})
	if err != nil {
		return err
	}
	return a.ok("POST "+path, into)
}

// outside calls the sandbox's own control API: what happens at a bank, or on somebody's phone.
func (h *hand) outside(method, path string, body, into any) error {
	var text []byte
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return err
		}
	}
	a, err := h.box.do(call{method: method, path: path, body: text})
	if err != nil {
		return err
	}
	return a.ok(method+" "+path, into)
}

// socket is a member's live connection, opened when it is first needed.
func (h *hand) socket(ctx context.Context, p *person) (*socket, error) {
	if s, open := h.sockets[p]; open {
		return s, nil
	}
	s, err := listen(ctx, h.i.address, p)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.id, err)
	}
	h.sockets[p] = s
	return s, nil
}

// balance is what a member's wallet has, in baht as the API writes it.
func (h *hand) balance(p *person) (float64, error) {
	var w struct{ Wallet struct{ Amount json.Number } }
	if err := h.get(p, "/api/wallet", &w); err != nil {
		return 0, err
	}
	return w.Wallet.Amount.Float64()
}
