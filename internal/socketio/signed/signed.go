// Package signed knows the sockets that a session has let in, and ends each whose session has ended: by its time, by a logout, or
// on another node.
package signed

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"krapao/fault"
	"krapao/internal/socketio"
)

// checkTimeout is how long checking one token may take.
const checkTimeout = 3 * time.Second

// Settings say how sessions are checked.
type Settings struct {
	// Check returns whose token it is. A refusal (*fault.Error) means that the token is not valid any more, any other error
	// that this can't be known now.
	Check func(ctx context.Context, token string) (who string, err error)
	// Every is how often the tokens of open sockets are checked.
	Every time.Duration
	// Most is how many sockets one person may have on this node. For one more the oldest is disconnected.
	Most int
	// End ends a socket whose session has ended.
	End func(*socketio.Socket)
}

// Sockets are the sockets of this node that sessions have let in. They are safe for concurrent use.
type Sockets struct {
	settings Settings

	mu sync.Mutex
	of map[string][]entry // by person, the oldest first
}

type entry struct {
	socket *socketio.Socket
	token  string
}

// New makes them. Keep checks the sessions.
func New(s Settings) *Sockets { return &Sockets{settings: s, of: map[string][]entry{}} }

// Enter admits a socket with the token of a session, and returns whose it is.
func (k *Sockets) Enter(ctx context.Context, s *socketio.Socket, token string) (who string, err error) {
	if who, err = k.settings.Check(ctx, token); err != nil {
		return "", err
	}
	k.mu.Lock()
	k.of[who] = append(k.of[who], entry{s, token})
	var oldest *socketio.Socket
	if len(k.of[who]) > k.settings.Most {
		oldest = k.of[who][0].socket
	}
	k.mu.Unlock()
	if oldest != nil {
		oldest.Disconnect()
	}
	return who, nil
}

// Leave forgets a person's socket.
func (k *Sockets) Leave(who string, s *socketio.Socket) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.of[who] = slices.DeleteFunc(k.of[who], func(e entry) bool { return e.socket == s })
	if len(k.of[who]) == 0 {
		delete(k.of, who)
	}
}

// Has reports whether a person has a socket on this node.
func (k *Sockets) Has(who string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.of[who]) > 0
}

// Keep checks the sessions until the context ends.
func (k *Sockets) Keep(ctx context.Context) {
	tick := time.NewTicker(k.settings.Every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			for _, who := range k.Everybody() {
				k.Recheck(ctx, who)
			}
		}
	}
}

// Everybody lists who has a socket on this node.
func (k *Sockets) Everybody() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	all := make([]string, 0, len(k.of))
	for who := range k.of {
		all = append(all, who)
	}
	return all
}

// Recheck ends a person's sockets whose token is no longer valid. Where that can't be known now they stay: a database that is
// away must not disconnect everybody.
func (k *Sockets) Recheck(ctx context.Context, who string) {
	k.mu.Lock()
	entries := slices.Clone(k.of[who])
	k.mu.Unlock()
	ended := map[string]bool{}
	for _, e := range entries {
		if ctx.Err() != nil {
			return
		}
		over, known := ended[e.token]
		if !known {
			over = k.over(ctx, who, e.token)
			ended[e.token] = over
		}
		if over {
			k.settings.End(e.socket)
		}
	}
}

// over reports whether a token is no longer a person's.
func (k *Sockets) over(ctx context.Context, who, token string) bool {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	now, err := k.settings.Check(ctx, token)
	var refused *fault.Error
	if err != nil {
		return errors.As(err, &refused) && refused.Code != fault.INTERNAL_SERVER_ERROR
	}
	return now != who
}
