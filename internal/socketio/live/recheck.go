package live

import (
	"context"
	"errors"
	"slices"
	"time"

	"krapao/fault"
	"krapao/internal/socketio"
)

// checkTimeout is how long checking one token may take.
const checkTimeout = 3 * time.Second

// keepChecking finds sockets whose session has ended: on another node, by its time, or with its member.
func (l *Live) keepChecking(ctx context.Context) {
	tick := time.NewTicker(l.settings.Recheck)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			l.recheck(ctx, l.all())
		}
	}
}

func (l *Live) all() []*socketio.Socket {
	l.mu.Lock()
	defer l.mu.Unlock()
	var all []*socketio.Socket
	for _, sockets := range l.members {
		all = append(all, sockets...)
	}
	return all
}

func (l *Live) of(member string) []*socketio.Socket {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.members[member])
}

// recheck disconnects sockets whose token is no longer valid for their member. Where that can't be known now they stay: a
// database that is away must not disconnect every member.
func (l *Live) recheck(ctx context.Context, sockets []*socketio.Socket) {
	ended := map[string]bool{}
	for _, s := range sockets {
		who, ok := s.Identity.(*identity)
		if !ok || ctx.Err() != nil {
			return
		}
		over, known := ended[who.token]
		if !known {
			over = l.over(ctx, who)
			ended[who.token] = over
		}
		if over {
			s.Expel()
		}
	}
}

// over reports whether the token is no longer valid for its member.
func (l *Live) over(ctx context.Context, who *identity) bool {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	member, err := l.settings.Authenticate(ctx, who.token)
	var refused *fault.Error
	if err != nil {
		return errors.As(err, &refused) && refused.Code != fault.INTERNAL_SERVER_ERROR
	}
	return member != who.member
}
