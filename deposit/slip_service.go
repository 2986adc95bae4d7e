package deposit

import (
	"context"
	"runtime"
	"time"

	"krapao/internal/blob"
	"krapao/internal/fair"
	"krapao/internal/scan"
)

// Slips are what the slip part of this area is made of, beside Deps' own.
type Slips struct {
	// Verifiers in order of preference: the next is asked when one has no answer.
	Verifiers []SlipVerifier
	// Window reads the settings in force.
	Window func(context.Context) (SlipWindow, error)
	// Blobs keeps the pictures; nil: no slips are taken.
	Blobs *blob.Blobs
	// Reader finds codes in pictures; nil makes one for this machine.
	Reader *scan.Reader
	// Turns are taken by members whose uploads are written anew; nil makes places of its own.
	Turns *fair.Queue
	// Keep is how long a picture is kept (180 days).
	Keep time.Duration
	// Lease is how long a node may work on a slip (40 s: a reading and two verifiers), Round how often the job looks for
	// due ones (1 s), Again the first pause after a turn that did not get on (2 s, doubling up to 10 min).
	Lease, Round, Again time.Duration
}

// slips is the part at work.
type slips struct {
	Slips
	// reading are the turns of pictures that are searched for their codes. Those that wait hold nothing here.
	reading *fair.Queue
	wake    chan struct{}
}

// scanBudget is how long a picture is searched for its code.
const scanBudget = 6 * time.Second

// readers is how many pictures are searched at once: half of the machine is left to the members.
func readers() int { return max(1, runtime.GOMAXPROCS(0)/2) }

func newSlips(s Slips) *slips {
	set := func(d *time.Duration, value time.Duration) {
		if *d <= 0 {
			*d = value
		}
	}
	set(&s.Keep, 180*24*time.Hour)
	set(&s.Lease, 40*time.Second)
	set(&s.Round, time.Second)
	set(&s.Again, 2*time.Second)
	if s.Reader == nil {
		s.Reader = scan.New(readers(), scanBudget)
	}
	if s.Turns == nil {
		s.Turns = fair.New(runtime.GOMAXPROCS(0))
	}
	return &slips{Slips: s, wake: make(chan struct{}, 1), reading: fair.New(readers())}
}

func (s *Service) wakeSlips() {
	select {
	case s.slips.wake <- struct{}{}:
	default: // awake already
	}
}
