package keyring

import (
	"fmt"
	"time"
)

// Progress is the progress of a rotation.
type Progress struct {
	// Version is the version of the master key.
	Version uint32
	// Begun reports whether this turn made the new keys.
	Begun bool
	// Moved is how many texts this Rotation sealed with the new key.
	Moved int
	// Unreadable is how many texts no key opens: they stay as they are.
	Unreadable int
	// Wait is how long nothing can be done, because nodes may still seal under the former key.
	Wait time.Duration
	Done bool
}

// Says returns a line for an operator.
func (p Progress) Says() string {
	switch {
	case p.Done && p.Unreadable > 0:
		return fmt.Sprintf("everything is sealed under version %d of the master key, but for %d texts that no key opens",
			p.Version, p.Unreadable)
	case p.Done:
		return fmt.Sprintf(
			"everything is sealed under version %d of the master key; the versions before may go out of the configuration", p.Version)
	case p.Begun:
		return fmt.Sprintf("new keys are made under version %d of the master key", p.Version)
	case p.Wait > 0:
		return fmt.Sprintf("%d texts are sealed anew; waiting for what nodes had begun", p.Moved)
	}
	return fmt.Sprintf("%d texts are sealed anew", p.Moved)
}

// Next returns how long to wait for the next turn; 0: there is none.
func (p Progress) Next() time.Duration {
	if p.Done {
		return 0
	}
	return max(p.Wait, time.Millisecond)
}
