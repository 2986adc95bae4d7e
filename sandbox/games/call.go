package games

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"krapao/sandbox/core"
)

// Request is a call to a game provider that has been read: whose game, where a browser reaches the sandbox, and what it says.
type Request[T any] struct {
	Game   string
	Public string
	In     T
}

// JSONFamily is how a family whose calls are JSON takes them.
type JSONFamily struct {
	Name string
	// UnknownGame answers a call to no game of the family, unreadable one that is not what its path wants.
	UnknownGame, Unreadable core.Reply
	// Authenticate authenticates a call of an operation: how it can be answered, or the refusal of one that is not let in.
	Authenticate func(game Game, op string, header http.Header, body []byte) (e core.Call, refused core.Reply)
}

// JSONCall reads a call of a family whose calls are JSON and serves it.
func JSONCall[T any](b *Books, f JSONFamily, op string, apply func(ctx context.Context, asked Request[T]) core.Reply) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		game, known := ByCode(r.PathValue("code"))
		if !known || game.Family != f.Name {
			b.Answer(w, f.UnknownGame)
			return
		}
		body, read := b.ReadBody(w, r)
		if !read {
			return
		}
		e, refused := f.Authenticate(game, op, r.Header, body)
		if refused.Status != 0 {
			b.Answer(w, refused)
			return
		}
		call := Request[T]{Game: game.Code, Public: b.PublicAddress(r)}
		if err := json.Unmarshal(body, &call.In); err != nil {
			b.Answer(w, f.Unreadable)
			return
		}
		e.Target, e.Apply = "game:"+game.Code, func(ctx context.Context) core.Reply { return apply(ctx, call) }
		b.Serve(w, r, e)
	}
}

// OpenAccount opens an account: done answers for a new one, exists for one that is there already.
func (b *Books) OpenAccount(ctx context.Context, call string, a Account, done, exists core.Reply) core.Reply {
	existed, err := b.CreateAccount(ctx, a.Game, a.Username, a.Password)
	switch {
	case err != nil:
		return b.Broken(call, err)
	case existed:
		return exists
	}
	return done
}

// Refusals are a protocol's answers to what accounts and movements refuse; one that it has no answer to is the sandbox's fault.
type Refusals struct{ Gone, NotEnough, Conflict, Used core.Reply }

// Refusal answers an error of a call by a protocol's noes.
func (b *Books) Refusal(call string, err error, n Refusals) core.Reply {
	for refused, answer := range map[error]core.Reply{core.ErrNotFound: n.Gone, ErrNotEnough: n.NotEnough, ErrConflict: n.Conflict, ErrUsed: n.Used} {
		if answer.Status != 0 && errors.Is(err, refused) {
			return answer
		}
	}
	return b.Broken(call, err)
}
