package pg

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Part is what one body of a joint transaction has for a connection.
type Part struct {
	joint *Joint
	// turn brings the turn to run.
	turn  chan struct{}
	state state
	// asked is what the body waits for, and gathered what it gathers for.
	asked    *pgx.Batch
	gathered gathering
	waiting  []deferred
	// acted: the body has asked or written something. wrote: it has changed something. refused is how it ended.
	acted, wrote bool
	refused      error
}

// state is what a part does.
type state int

const (
	ready state = iota
	running
	asking
	gathers
	ended
)

// gathering is something that several bodies do together.
type gathering struct {
	kind any
	what any
	do   func(all []any) error
}

// Run runs the body once it is its turn. It returns the body's error, and that of the joint transaction once all have ended.
func (p *Part) Run(body func() error) (refused, err error) {
	<-p.turn
	func() {
		p.refused = errEnded
		defer func() {
			p.state = ended
			p.joint.next()
		}()
		p.refused = body()
	}()
	<-p.joint.done
	return p.refused, p.joint.err
}

// wait gives the turn on until it comes back.
func (p *Part) wait(s state) error {
	p.acted = true
	if p.joint.err != nil {
		return p.joint.err
	}
	p.state = s
	p.joint.next()
	<-p.turn
	return p.joint.err
}

// Send runs the statements of a batch, together with those of the other parts.
func (p *Part) Send(_ context.Context, batch *pgx.Batch) error {
	if p.joint.gathering {
		return p.joint.send(batch)
	}
	p.asked = batch
	return p.wait(asking)
}

// Defer adds a statement to what is sent next.
func (p *Part) Defer(unique bool, text string, args ...any) error {
	p.acted, p.wrote = true, p.wrote || Changes(text)
	p.waiting = append(p.waiting, deferred{text: text, args: args, unique: unique})
	return nil
}

// Gather waits until all other parts gather or have ended. Then do is called once with what all of the same kind have brought,
// in the order of the parts. What it sends goes at once, and what it defers is written by all of them.
func (p *Part) Gather(kind, what any, do func(all []any) error) error {
	p.gathered = gathering{kind, what, do}
	return p.wait(gathers)
}
